// Looks things up in the data pack, with or without a network.

const most = 40;
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase();

const field = document.getElementById("look");
const list = document.getElementById("found");
const said = document.getElementById("said");

const entry = ({ kind, name, href, text }) => {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = href;
  link.textContent = name;
  const heading = document.createElement("h2");
  heading.append(link);
  const what = document.createElement("p");
  what.className = "small soft";
  what.textContent = kind;
  const body = document.createElement("p");
  body.textContent = text;
  item.append(heading, what, body);
  return item;
};

// Names that begin with the words come first, then names that hold them, then texts.
const rank = (entry, words) => {
  if (entry.plainName.startsWith(words.join(" "))) return 0;
  return words.every((word) => entry.plainName.includes(word)) ? 1 : 2;
};

const show = (entries) => {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    list.replaceChildren();
    said.textContent = "";
    return;
  }
  const fits = entries.filter((e) => words.every((word) => e.plainName.includes(word) || e.plainText.includes(word)));
  fits.sort((a, b) => rank(a, words) - rank(b, words));
  list.replaceChildren(...fits.slice(0, most).map(entry));
  said.textContent = fits.length > most ? `The first ${most} of ${fits.length}.` : `${fits.length} found.`;
};

try {
  const answer = await fetch("/pack.json");
  const pack = await answer.json();
  const entries = pack.entries.map((e) => ({ ...e, plainName: plain(e.name), plainText: plain(e.text) }));
  const date = new Date(answer.headers.get("date") ?? Date.now());
  document.getElementById("age").textContent =
    `${entries.length} entries, as of ${date.toISOString().slice(0, 10)}. Edition ${pack.edition}, rules ${pack.rules}.`;
  field.disabled = false;
  field.addEventListener("input", () => show(entries));
  show(entries);
} catch {
  document.getElementById("age").textContent = "The data pack is not here yet. Open this page once with a network.";
}
