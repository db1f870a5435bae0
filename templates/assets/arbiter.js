// Arbiter works without script. This adds: card names while they are typed, copy buttons,
// one tap fewer for dice, and steps in place.

const announce = (text) => {
  let live = document.getElementById("live");
  if (!live) {
    live = document.createElement("p");
    live.id = "live";
    live.className = "vh";
    live.setAttribute("role", "status");
    document.body.append(live);
  }
  live.textContent = text;
};

// Card names: a list that the browser shows and the keyboard reaches.
const suggest = (input) => {
  const list = document.createElement("datalist");
  list.id = `${input.id}-names`;
  input.after(list);
  input.setAttribute("list", list.id);
  let last = "";
  let waiting = 0;
  input.addEventListener("input", () => {
    const typed = input.value.trim();
    if (typed === last || typed.length < 2) return;
    last = typed;
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      try {
        const of = input.dataset.suggest === "cards" ? "" : `&of=${input.dataset.suggest}`;
        const answer = await fetch(`/api/v1/suggest/cards?q=${encodeURIComponent(typed)}${of}`);
        if (!answer.ok) return;
        const { cards } = await answer.json();
        list.replaceChildren(...cards.map((name) => {
          const option = document.createElement("option");
          option.value = name;
          return option;
        }));
      } catch {
        // Without a network the field is an ordinary field.
      }
    }, 120);
  });
};

const copyButton = (field) => {
  if (!navigator.clipboard) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.className = "copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      announce("Copied");
      button.textContent = "Copied";
    } catch {
      field.select();
      announce("Press copy on your keyboard");
    }
  });
  field.after(button);
};

// Share panel: a choice shows at once.
const atOnce = (form) => {
  for (const select of form.querySelectorAll("select")) {
    select.addEventListener("change", () => form.requestSubmit());
  }
};

// The desk: a form that was sent replaces the page's content, without a jump to the top.
const inPlace = () => {
  const main = document.getElementById("main");
  if (!main || !location.pathname.startsWith("/judge/")) return;
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const by = event.submitter;
    if (form.method !== "post" || !form.action.includes("/judge/") || by?.name === "finish") return;
    if (form.action.endsWith("/edit")) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    if (by?.name) body.append(by.name, by.value);
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page.getElementById("main");
      if (!next) throw new Error("no content");
      main.replaceChildren(...next.childNodes);
      document.title = page.title;
      if (answer.ok) history.pushState(null, "", answer.url);
      enhance(main);
      const heading = main.querySelector("h1");
      heading?.setAttribute("tabindex", "-1");
      // What was typed wrong comes first; its message describes the field.
      const wrong = main.querySelector("[aria-invalid=true]");
      if (wrong) {
        wrong.focus();
      } else {
        heading?.focus({ preventScroll: true });
        heading?.scrollIntoView({ block: "nearest" });
        announce(heading?.textContent ?? "");
      }
    } catch {
      if (by?.name) {
        const hidden = document.createElement("input");
        hidden.type = "hidden";
        hidden.name = by.name;
        hidden.value = by.value;
        form.append(hidden);
      }
      form.submit();
    }
  });
  addEventListener("popstate", () => location.reload());
};

// A die by buttons clears the typed line, which would stand before it.
const dice = (form) => {
  const typed = form.querySelector("input[name=roll]");
  if (!typed) return;
  for (const face of form.querySelectorAll(".pick input")) {
    face.addEventListener("change", () => { typed.value = ""; });
  }
};

const enhance = (root) => {
  root.querySelectorAll("[data-suggest]").forEach(suggest);
  root.querySelectorAll("[data-copy]").forEach(copyButton);
  root.querySelectorAll("form[action*='#h-share']").forEach(atOnce);
  root.querySelectorAll("form").forEach(dice);
};

// Pages seen before and the words of the rules stay readable without a network.
const atHand = async () => {
  try {
    await navigator.serviceWorker?.register("/sw.js");
  } catch {
    // A browser that keeps nothing, or a page without a secure address: everything else works.
  }
};

enhance(document);
inPlace();
addEventListener("load", atHand);
