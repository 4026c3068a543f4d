import assert from "node:assert";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { nameOf } from "./person.js";

test("a person is read, and what is none is not", () => {
  assert.equal(nameOf('{"name": "Ada", "age": 36}'), "Ada");
  assert.throws(() => nameOf('{"name": "Ada"}'));
  writeFileSync(process.env.PROOF!, "tested");
});
