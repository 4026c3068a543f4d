const assert = require("node:assert");
const { writeFileSync } = require("node:fs");
const { test } = require("node:test");
const { fits } = require("@example/globs");

test("the other package of the workspace is found", () => {
  assert.ok(fits("src/**/*.js", "src/a/b.js"));
  assert.ok(!fits("src/*.js", "src/a/b.js"));
  writeFileSync(process.env.PROOF, "tested");
});
