// What every browser test needs: a browser, a page of a given size, axe, and the service's address.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const origin = process.env.ARBITER_URL;
assert.ok(origin, "ARBITER_URL names the running service");

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
};

export const launch = () => chromium.launch({
  executablePath: process.env.ARBITER_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// A page; everything it loads must come from the service itself.
export const open = async (browser, { size = sizes.phone, script = true, scheme = "light", worker = false } = {}) => {
  const context = await browser.newContext({
    viewport: size, javaScriptEnabled: script, colorScheme: scheme, baseURL: origin, reducedMotion: "reduce",
    serviceWorkers: worker ? "allow" : "block",
  });
  // A sign-in hashes a password; a build beside it must not make that a failure.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.foreign = [];
  page.faults = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) page.foreign.push(request.url());
  });
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 4")) page.faults.push(message.text());
  });
  return page;
};

export const clean = (page) => {
  assert.deepEqual(page.foreign, [], "nothing is loaded from elsewhere");
  assert.deepEqual(page.faults, [], "no errors in the console");
};

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export const axe = async (page, where, rules = everything) => {
  if (!await page.evaluate(() => Boolean(globalThis.axe))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (runOnly) => {
    const result = await globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] });
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
  }, rules);
  assert.deepEqual(violations, [], where);
};

export const noSidewaysScroll = async (page, where) => {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth, document.documentElement.clientWidth,
  ]);
  assert.ok(scroll <= client, `${where}: ${scroll} px of content in ${client} px`);
};

// The first ruling of the list, and a stored one made from a common call.
export const storedRuling = async (browser) => {
  const page = await open(browser, { script: false });
  await page.goto("/judge");
  await page.getByRole("button", { name: "Two Evades on one attack" }).click();
  await page.waitForURL(/\/judge\/[a-z2-7]+$/);
  for (let n = 0; n < 8 && !(await page.getByLabel("Faces, as they lie").count()); n += 1) {
    const before = page.url();
    await page.locator(".opt:not(.no) label", { hasText: /pass/i }).first().click();
    await page.getByRole("button", { name: "Take it" }).click();
    // Each step has an address of its own: what is asked next is read there, not on the page before.
    await page.waitForURL((url) => url.href !== before);
  }
  await page.getByLabel("Faces, as they lie").fill("6 4 2 1 5");
  const asked = page.url();
  await page.getByRole("button", { name: "Set", exact: true }).first().click();
  await page.waitForURL((url) => url.href !== asked);
  await page.getByRole("button", { name: "Store and share the ruling" }).click();
  await page.waitForURL(/\/r\/[a-z2-7]{16}$/);
  const path = new URL(page.url()).pathname;
  await page.context().close();
  return path;
};
