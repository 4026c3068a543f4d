const assert = require("node:assert");
const { writeFileSync } = require("node:fs");
const { test } = require("node:test");
const { add } = require("./build/Release/add.node");

test("C++ adds", () => {
  assert.equal(add(2, 3), 5);
  writeFileSync(process.env.PROOF, "tested");
});
