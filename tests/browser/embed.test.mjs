// An embed inside a page of another origin shows and cannot reach its parent; nothing else can be framed.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { launch, open, origin, storedRuling } from "./helpers.mjs";

let browser;
let stored;
let elsewhere;
let other;
before(async () => {
  browser = await launch();
  stored = await storedRuling(browser);
  elsewhere = createServer((req, res) => {
    const framed = new URL(req.url, "http://x").searchParams.get("framed");
    res.setHeader("content-type", "text/html");
    res.end(`<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1><iframe src="${origin}${framed}" width="400" height="420"></iframe>`);
  });
  await new Promise((done) => { elsewhere.listen(0, "127.0.0.1", done); });
  other = `http://localhost:${elsewhere.address().port}`;
});
after(async () => {
  await browser.close();
  elsewhere.close();
});

const framed = async (path) => {
  const page = await open(browser);
  await page.goto(`${other}/?framed=${encodeURIComponent(path)}`);
  const frame = page.frames().find((f) => f !== page.mainFrame());
  await frame?.waitForLoadState().catch(() => {});
  return { page, frame };
};

test("the embed shows in another site and leaves it alone", async () => {
  const { page, frame } = await framed(`${stored}/embed?theme=dark`);
  await frame.waitForSelector("h1");
  assert.ok((await frame.locator("h1").textContent()).length > 10);
  assert.equal(await page.title(), "Elsewhere");
  assert.equal((await page.context().cookies()).length, 0);
  const overflow = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, "no sideways scroll");
  await page.context().close();
});

test("every other page refuses to be framed", async () => {
  for (const path of ["/", "/judge", stored, "/k/parry", `/table/${stored.replace("/r/", "")}`]) {
    const { page, frame } = await framed(path);
    // What the browser shows in place of a refused page has a heading, but no sheet of ours.
    const shown = await frame?.locator("link[rel=stylesheet]").count().catch(() => 0);
    assert.equal(shown ?? 0, 0, path);
    await page.context().close();
  }
});
