import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeEnv, readEnv } from '../src/secrets/env.ts';

const read = (text: string) => Object.fromEntries(readEnv(text).variables.map(({ name, value }) => [name, value]));

test('names and values are read as shells do', () => {
  assert.deepEqual(read('# comment\nA=1\nexport B = two words # remark\n\r\nC=a#b\nD=\n  E="x"\n'), {
    A: '1',
    B: 'two words',
    C: 'a#b',
    D: '',
    E: 'x',
  });
});

test('quoted values keep what is in them, over lines too', () => {
  assert.deepEqual(read(`A='it#s \\n'\nB="say \\"hi\\"\\nnow"\nKEY="-----BEGIN\nabc\n-----END"\nZ=last`), {
    A: 'it#s \\n',
    B: 'say "hi"\nnow',
    KEY: '-----BEGIN\nabc\n-----END',
    Z: 'last',
  });
});

test('the last of two counts, and what is no variable is said by its line', () => {
  assert.deepEqual(readEnv('A=1\nnonsense\nA=2\n2B=x\nC="open'), {
    variables: [{ name: 'A', value: '2' }],
    wrong: [2, 4, 5],
  });
});

test('one value is no file', () => {
  assert.ok(looksLikeEnv('A=1\nB=2'));
  assert.ok(!looksLikeEnv('A=1'));
  assert.ok(!looksLikeEnv('-----BEGIN KEY-----\nabc=\n-----END KEY-----'));
  assert.ok(!looksLikeEnv('{"a": 1}'));
});
