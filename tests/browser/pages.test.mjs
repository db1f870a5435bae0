// Every page at every size, light and dark: axe, no sideways scroll, nothing from elsewhere.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { axe, clean, launch, noSidewaysScroll, open, sizes, storedRuling } from "./helpers.mjs";

let browser;
let stored;
before(async () => {
  browser = await launch();
  stored = await storedRuling(browser);
});
after(() => browser.close());

const paths = async () => {
  const page = await open(browser);
  await page.goto("/rulings");
  const precedent = await page.locator("main .list h3 a").first().getAttribute("href", { timeout: 2000 }).catch(() => null);
  await page.context().close();
  const id = stored.replace("/r/", "");
  return ["/", "/k", "/k/parry", "/k/deflect", "/k/ferocity/with/parry", "/k/parry/with/parry", "/rules", "/rules/4", "/rules/11", "/rules/attack", "/rulings",
    "/about", "/offline", "/c/ahsoka-tano-h", "/sets", "/sets/BL", "/ask?q=luke", "/judge", "/judge?a=ahsoka&d=inquis", "/go", stored, `/table/${id}`, `/r/${id}/rerun`, `/r/${id}/wrong`,
    `/r/${id}/embed`, `/r/${id}/odds`, "/rules/odds", "/nowhere", ...(precedent ? [precedent] : [])];
};

// The other colours change nothing but colours: axe looks at those alone the second time.
for (const [name, size] of [["phone", sizes.phone], ["desktop", sizes.desktop]]) {
  test(`axe finds nothing on any page, light or dark, ${name}`, async () => {
    const page = await open(browser, { size });
    for (const path of await paths()) {
      await page.goto(path);
      await axe(page, `${path} at ${size.width}`);
      await page.emulateMedia({ colorScheme: "dark" });
      await axe(page, `${path} at ${size.width}, dark`, ["cat.color"]);
      await page.emulateMedia({ colorScheme: "light" });
      assert.equal(await page.locator("h1").count(), 1, path);
    }
    clean(page);
    await page.context().close();
  });
}

test("no page scrolls sideways at 320 px, nor with text at 200 %", async () => {
  const page = await open(browser, { size: { width: 320, height: 640 } });
  for (const path of await paths()) {
    await page.goto(path);
    await noSidewaysScroll(page, path);
    await page.evaluate(() => { document.documentElement.style.setProperty("font-size", "200%"); });
    await noSidewaysScroll(page, `${path} at 200 %`);
  }
  await page.context().close();
});

test("verdict and first window of a ruling are in view on a phone", async () => {
  const page = await open(browser, { size: sizes.phone });
  await page.goto(stored);
  const box = await page.locator("h1").boundingBox();
  assert.ok(box.y + box.height < sizes.phone.height, "the verdict is in view");
  await page.context().close();
});

test("every page can be left by its skip link and has a visible focus", async () => {
  const page = await open(browser, { size: sizes.desktop });
  await page.goto("/k/parry");
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^Skip to/);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.context().close();
});
