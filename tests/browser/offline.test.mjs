// Without a network: pages seen before, words of the rules, and an honest line about their age.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { axe, launch, open, storedRuling } from "./helpers.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test("after one visit, rules and rulings seen before are there without a network", async () => {
  const ruling = await storedRuling(browser);
  const page = await open(browser, { worker: true });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(ruling);
  const verdict = await page.locator("h1").textContent();
  await page.context().setOffline(true);

  await page.goto(ruling);
  assert.equal(await page.locator("h1").textContent(), verdict);
  assert.match(await page.locator(".offline").textContent(), /kept from \d{4}-\d\d-\d\d/);
  await axe(page, "a ruling without a network");

  await page.goto("/rules/attack");
  assert.equal(await page.locator("h1").count(), 1);

  await page.goto("/k/never-seen-before");
  await page.getByLabel("Card, keyword, clause or ruling").fill("evade.2");
  await page.locator("#found li").first().waitFor();
  assert.match(await page.locator("#found h2").first().textContent(), /^evade\.2/);
  await page.getByLabel("Card, keyword, clause or ruling").fill("ahsoka h");
  await page.waitForFunction(() => document.querySelector("#found h2")?.textContent.includes("Ahsoka"));
  await page.context().close();
});

test("what may not be kept is not kept", async () => {
  const page = await open(browser, { worker: true });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto("/judge");
  await page.goto("/ask?q=parry");
  const seen = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map((r) => new URL(r.url).pathname)));
    return lists.flat();
  });
  assert.ok(!seen.includes("/ask"), "questions are not kept");
  await page.context().close();
});
