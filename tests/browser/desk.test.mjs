// The main job: from the empty page to a shared ruling, with and without script.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { axe, clean, launch, noSidewaysScroll, open, sizes } from "./helpers.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

// Counts taps and key groups beyond typing names and dice.
const counter = () => {
  const count = { taps: 0 };
  count.tap = async (locator) => {
    count.taps += 1;
    await locator.click();
  };
  return count;
};

const asked = (page, what) => page.locator("h1", { hasText: what });

// Takes an option of the open question by the words of its label.
const take = async (page, count, words) => {
  const option = page.locator(".opt:not(.no) label", { hasText: words }).first();
  const heading = await page.locator("h1").textContent();
  const steps = page.url();
  if (!(await option.locator("input").isChecked())) await count.tap(option);
  await count.tap(page.getByRole("button", { name: "Take it" }));
  await page.waitForURL((url) => url.href !== steps, { timeout: 30000 });
  return heading;
};

for (const [name, size] of [["phone", sizes.phone], ["desktop", sizes.desktop]]) {
  for (const script of [true, false]) {
    test(`a ruling from half names, ${name}, ${script ? "with" : "without"} script`, async () => {
      const page = await open(browser, { size, script });
      const count = counter();
      await page.goto("/judge");
      await page.getByLabel("Attacker").fill("inquisitor e");
      await page.getByLabel("Equipment on it").first().fill("inquisitors lightsaber");
      await page.getByLabel("Defender").fill("ahsoka h");
      await page.getByLabel("Force, Dark Side").fill("4");
      await page.getByLabel("Force, Light Side").fill("8");
      await count.tap(page.getByRole("button", { name: "Set up the attack" }));
      await page.waitForURL(/\/judge\/[a-z2-7]+$/);
      // Everybody passes until the dice are asked for.
      for (let n = 0; n < 6 && !(await page.getByLabel("Faces, as they lie").count()); n += 1) {
        await take(page, count, /pass/i);
      }
      const typed = page.getByLabel("Faces, as they lie");
      const dice = await page.locator("#decision .pick").count();
      await typed.fill([6, 4, 2, 1, 1, 5, 3, 3].slice(0, dice).join(" "));
      const before = page.url();
      await count.tap(page.getByRole("button", { name: "Set", exact: true }).first());
      await page.waitForURL((url) => url.href !== before);
      // The chance to prevent: Dark Side passes if it is asked, then Ahsoka evades.
      for (let n = 0; n < 6 && !(await page.locator(".opt:not(.no) label", { hasText: /Ahsoka[^]*Evade/ }).count()); n += 1) {
        await take(page, count, /pass/i);
      }
      await take(page, count, /Ahsoka.*Evade/);
      // A second Evade on the same damage is refused, with its reason, and can be recorded.
      for (let n = 0; n < 4 && !(await page.locator(".opt.no", { hasText: /Ahsoka[^]*Evade/ }).count()); n += 1) {
        await take(page, count, /pass/i);
      }
      const refused = page.locator(".opt.no", { hasText: /Ahsoka[^]*Evade/ }).first();
      assert.match(await refused.textContent(), /evade\.2/, "the refusal names its clause");
      const evaded = page.url();
      await count.tap(refused.getByRole("button", { name: /Record as refused/ }));
      await page.waitForURL((url) => url.href !== evaded);
      assert.match(await page.locator(".refusal").first().textContent(), /evade\.2/);
      // Undo leads back to the address of before.
      const recorded = page.url();
      await count.tap(page.getByRole("button", { name: "Undo" }).first());
      await page.waitForURL((url) => url.href !== recorded);
      assert.equal(page.url(), evaded);
      // One changed die is a branch.
      const roll = page.getByLabel(/^Roll 1/);
      await roll.fill([1, 4, 2, 1, 1, 5, 3, 3].slice(0, dice).join(" "));
      await count.tap(page.locator("form", { has: roll }).getByRole("button", { name: "Set", exact: true }));
      await page.waitForURL((url) => url.href !== evaded);
      await noSidewaysScroll(page, "the desk");
      if (script) await axe(page, "the desk");
      await count.tap(page.getByRole("button", { name: "Store and share the ruling" }));
      await page.waitForURL(/\/r\/[a-z2-7]{16}$/);
      // Share: another format shows.
      await page.getByLabel("As", { exact: true }).selectOption("md");
      if (!script) await count.tap(page.getByRole("button", { name: "Show this format" }));
      await page.waitForURL(/as=md/);
      assert.match(await page.getByLabel("To paste").inputValue(), /\*\*/);
      // Fork.
      await count.tap(page.getByRole("button", { name: "Change one thing" }));
      await page.waitForURL(/\/judge\/[a-z2-7]+$/);
      assert.ok(count.taps <= 25, `${count.taps} taps`);
      clean(page);
      await page.context().close();
    });
  }
}

test("targets of the desk are at least 44 px", async () => {
  const page = await open(browser);
  await page.goto("/judge");
  await page.getByRole("button", { name: "Two Evades on one attack" }).click();
  await page.waitForURL(/\/judge\/[a-z2-7]+$/);
  const small = await page.evaluate(() => [...document.querySelectorAll("main button, main select, .opt label, .pick label")]
    .map((e) => [e.textContent.trim().slice(0, 30), e.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 24))
    .map(([text, box]) => `${text}: ${box.width}x${box.height}`));
  assert.deepEqual(small, []);
  await page.context().close();
});

test("the desk works by keyboard alone", async () => {
  const page = await open(browser, { size: sizes.desktop });
  await page.goto("/judge");
  await page.getByLabel("Attacker").focus();
  await page.keyboard.type("inquisitor e");
  for (let n = 0; n < 2; n += 1) await page.keyboard.press("Tab");
  await page.keyboard.type("ahsoka h");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/judge\/[a-z2-7]+$/);
  const first = page.url();
  await page.locator("#decision input[type=radio]:not([disabled])").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href !== first);
  assert.ok(await asked(page, /./).count());
  await page.context().close();
});

// A board on a phone: two units with what they carry, the dice known beforehand.
const phone = { width: 390, height: 844 };
const setUp = async (page, roll) => {
  await page.goto("/judge");
  await page.getByLabel("Attacker").fill("inquisitor e");
  await page.getByLabel("Equipment on it").first().fill("inquisitors lightsaber");
  await page.getByLabel("Defender").fill("ahsoka h");
  await page.getByLabel("Force, Dark Side").fill("4");
  await page.getByLabel("Force, Light Side").fill("8");
  await page.getByLabel("Dice on the table").fill(roll);
  await page.getByRole("button", { name: "Set up the attack" }).click();
};

for (const script of [true, false]) {
  test(`dice typed beforehand wait, wrong ones are asked for again, ${script ? "with" : "without"} script`, async () => {
    const page = await open(browser, { size: phone, script });
    await setUp(page, "6 5 4 1");
    await page.waitForURL(/\/judge\/[a-z2-7]+$/);
    assert.equal(await page.locator("#both").isChecked(), true, "nothing is spent unasked");
    assert.match(await page.locator("#decision").textContent(), /Dice that wait: 6 5 4 1/);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height < 3400, `${height} px before any dice`);
    for (let n = 0; n < 4 && !(await page.getByLabel("Faces, as they lie").count()); n += 1) {
      const before = page.url();
      await page.getByRole("button", { name: "Take it" }).click();
      await page.waitForURL((url) => url.href !== before);
    }
    const typed = page.getByLabel("Faces, as they lie");
    assert.equal(await typed.inputValue(), "6 5 4 1");
    assert.match(await page.locator("#typed-wrong").textContent(), /dice are rolled here, but 4 faces are given/);
    if (script) await axe(page, "dice that do not fit");
    const dice = await page.locator("#decision .pick").count();
    await typed.fill([6, 5, 4, 1, 2, 2, 2].slice(0, dice).join(" "));
    const before = page.url();
    // The first button of the form is the one that the Enter key presses.
    await typed.press("Enter");
    await page.waitForURL((url) => url.href !== before);
    assert.equal(await page.getByLabel("Faces, as they lie").count(), 0);
    assert.match(await page.locator(".unit", { hasText: "Inquisitor" }).textContent(), /Lightsaber/);
    await page.setViewportSize({ width: 320, height: 640 });
    await noSidewaysScroll(page, "the desk at 320 px");
    clean(page);
    await page.context().close();
  });
}

test("a form that is wrong keeps what was typed", async () => {
  const page = await open(browser, { size: phone });
  await setUp(page, "6 7");
  await page.waitForURL(/\/judge\?/);
  assert.match(await page.locator("#roll-doubt").textContent(), /“7”/);
  assert.equal(await page.getByLabel("Attacker").inputValue(), "inquisitor e");
  await axe(page, "a wrong form");
  await page.getByLabel("Equipment on it").first().fill("mace windu b");
  await page.getByLabel("Dice on the table").fill("");
  await page.getByRole("button", { name: "Set up the attack" }).click();
  await page.waitForURL(/mace/);
  assert.match(await page.locator("#a_on-doubt").textContent(), /only Equipment/);
  clean(page);
  await page.context().close();
});
