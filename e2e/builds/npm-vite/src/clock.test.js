import { readdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clock } from "./clock.js";

test("two digits each, and the page was built", () => {
  expect(clock(new Date(2026, 0, 1, 7, 5))).toBe("07:05");
  expect(readdirSync("dist/assets")).toHaveLength(1);
  writeFileSync(process.env.PROOF, "tested");
});
