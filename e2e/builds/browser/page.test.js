import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { chromium } from "playwright-core";

test("a button counts in a real browser", async () => {
  const page = readFileSync("page.html");
  const server = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end(page));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://localhost:${server.address().port}/`);
    await tab.click("button");
    await tab.click("button");
    assert.equal(await tab.textContent("button"), "2");
    assert.ok((await tab.screenshot()).length > 1000);
    writeFileSync(process.env.PROOF, "tested");
  } finally {
    await browser.close();
    server.close();
  }
});
