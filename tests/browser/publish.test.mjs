// Two judges in two sessions: propose, review, publish, approve, edit at the same time, supersede.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { axe, clean, launch, noSidewaysScroll, open, sizes } from "./helpers.mjs";

const password = process.env.ARBITER_PASSWORD;
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const signIn = async (login, options) => {
  const page = await open(browser, options);
  await page.goto("/judges");
  await page.getByLabel("Login").fill(login);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  assert.equal(new URL(page.url()).pathname, "/judges");
  return page;
};

// Fit to look at: axe, one h1, no sideways scroll, nothing from elsewhere.
const sound = async (page, where) => {
  await axe(page, where);
  await noSidewaysScroll(page, where);
  assert.equal(await page.locator("h1").count(), 1, where);
  clean(page);
};

test("a proposal becomes an official ruling by two judges, and is superseded", async () => {
  const visitor = await open(browser, { script: false });
  await visitor.goto("/");
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Propose a ruling" }).click();
  await visitor.getByLabel("In a few words").fill("Parry and a second attack");
  await visitor.getByLabel("The question").fill("Does one Parry help against the <second> attack too?");
  await visitor.getByRole("button", { name: "Send to the judges" }).click();
  assert.match(await visitor.getByRole("status").innerText(), /went to the judges as number \d+/);
  await visitor.context().close();

  const ada = await signIn("ada", { size: sizes.phone });
  await ada.goto("/judges/authorities");
  await ada.getByLabel("Authority").fill("The rules team");
  await ada.getByLabel("In office since").fill("2010-01-01");
  await ada.getByRole("button", { name: "Add" }).click();
  await sound(ada, "authorities");

  const ben = await signIn("ben", { size: sizes.desktop, scheme: "dark" });
  await sound(ben, "judges");
  await ben.getByRole("link", { name: "Parry and a second attack" }).click();
  assert.match(await ben.locator("blockquote").first().innerText(), /<second> attack/);
  await sound(ben, "proposal");
  await ben.getByRole("link", { name: "Write a ruling from it" }).click();
  await ben.getByLabel("Short answer").fill("No, each attack needs its own.");
  await ben.getByLabel("Status").selectOption("official");
  await ben.getByLabel("Clauses").fill("pary.1");
  await ben.getByLabel("Date").fill("2012-05-01");
  await ben.getByLabel("Authority").selectOption({ label: "The rules team" });
  await ben.getByRole("button", { name: "Publish" }).click();
  assert.match(await ben.getByRole("alert").innerText(), /parry\.1/);
  assert.equal(await ben.getByLabel("Short answer").inputValue(), "No, each attack needs its own.");
  await sound(ben, "form with faults");
  await ben.getByLabel("Clauses").fill("parry.1");
  await ben.getByRole("button", { name: "Look at it first" }).click();
  await sound(ben, "preview");
  await ben.getByRole("button", { name: "Publish" }).click();
  assert.match(ben.url(), /\/review$/);
  assert.match(await ben.locator("main").innerText(), /waits for the approval of another judge/);
  assert.equal(await ben.getByRole("button", { name: /Approve/ }).count(), 0, "not by its author");
  await sound(ben, "review");

  await ada.goto("/judges");
  await ada.getByRole("link", { name: "Parry and a second attack" }).click();
  await ada.getByRole("button", { name: /Approve/ }).click();
  const address = new URL(ada.url()).pathname;
  assert.match(await ada.locator("main").innerText(), /Official/);
  await sound(ada, "published ruling");

  await ben.goto("/judges/write");
  await ben.getByLabel("Title").fill("Parry, attack by attack");
  await ben.getByLabel("Question").fill("When does Parry help?");
  await ben.getByLabel("Short answer").fill("Against the attack it was bought for.");
  await ben.getByLabel("Clauses").fill("parry.1");
  await ben.getByRole("button", { name: "Publish" }).click();
  const next = new URL(ben.url()).pathname;

  await ben.goto(`${address}/review`);
  await ben.getByLabel("Address of the ruling that takes its place").fill(next);
  await ben.getByLabel("Why").fill("said more clearly");
  await ben.getByRole("button", { name: "Supersede" }).click();
  await ada.goto(`${address}/review`);
  await ada.getByRole("button", { name: /Approve/ }).click();
  await ada.goto(address);
  assert.match(await ada.locator("h1 + p").innerText(), /Parry, attack by attack/);
  await ada.getByRole("link", { name: "History" }).click();
  assert.match(await ada.locator("main").innerText(), /said more clearly/);
  await sound(ada, "history");
  await ada.context().close();
  await ben.context().close();
});

test("two edits at the same time: the second sees the first and keeps his words", async () => {
  const ada = await signIn("ada", { size: sizes.phone });
  const ben = await signIn("ben", { size: sizes.phone });
  await ada.goto("/judges/write");
  await ada.getByLabel("Title").fill("Edited by two");
  await ada.getByLabel("Question").fill("Who wins?");
  await ada.getByLabel("Short answer").fill("Nobody knows yet.");
  await ada.getByRole("button", { name: "Publish" }).click();
  const address = new URL(ada.url()).pathname;
  await ada.goto(`${address}/edit`);
  await ben.goto(`${address}/edit`);
  await ada.getByLabel("Short answer").fill("Nobody knows today.");
  await ada.getByRole("button", { name: "Save" }).click();
  await ben.getByLabel("Short answer").fill("Ben knows.");
  await ben.getByRole("button", { name: "Save" }).click();
  assert.match(await ben.getByRole("alert").innerText(), /was quicker/);
  assert.equal(await ben.getByLabel("Short answer").inputValue(), "Ben knows.");
  assert.match(await ben.locator("ins").first().innerText(), /today/);
  await sound(ben, "conflict");
  await ben.getByRole("button", { name: "Save" }).click();
  assert.match(await ben.locator("main").innerText(), /Ben knows\./);
  await ada.context().close();
  await ben.context().close();
});

test("every page of judges can be looked at, light and dark", async () => {
  for (const scheme of ["light", "dark"]) {
    const ada = await signIn("ada", { size: { width: 320, height: 640 }, scheme });
    for (const path of ["/judges", "/judges/proposals?state=accepted", "/judges/write", "/judges/authorities",
      "/judges/tokens", "/judges/accounts", "/judges/log", "/judges/imports", "/drift", "/propose", "/rules/11/1",
      "/rulings"]) {
      await ada.goto(path);
      await sound(ada, `${path}, ${scheme}`);
    }
    await ada.goto("/judges");
    await ada.getByRole("button", { name: "Sign out" }).click();
    await ada.goto("/judges");
    assert.equal(new URL(ada.url()).pathname, "/login");
    await sound(ada, `sign in, ${scheme}`);
    await ada.context().close();
  }
});
