// What the tests use of Node: the types of all of it would be a package of their own.
declare module 'node:test' {
  export function test(name: string, run: () => void | Promise<void>): void;
}
declare module 'node:assert/strict' {
  const assert: {
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(actual: string, pattern: RegExp, message?: string): void;
    doesNotMatch(actual: string, pattern: RegExp, message?: string): void;
    ok(value: unknown, message?: string): void;
  };
  export default assert;
}
