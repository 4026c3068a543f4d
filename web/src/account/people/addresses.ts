// The addresses of mail in what was typed or pasted.

const LONGEST = 254;
const ADDRESS = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+$/;

/** Between `<` and `>` where they stand so, as programs for mail write them; each once, in order. */
export function addresses(text: string): string[] {
  const found = text.split(/[\n,;]+/).flatMap(piece => {
    const named = piece.match(/<([^<>]*)>\s*$/)?.[1];
    return named === undefined ? piece.split(/\s+/) : [named.trim()];
  });
  const once = new Map<string, string>();
  for (const each of found.filter(Boolean)) if (!once.has(each.toLowerCase())) once.set(each.toLowerCase(), each);
  return [...once.values()];
}

/** As the API takes one. */
export const isAddress = (text: string) => text.length <= LONGEST && ADDRESS.test(text);
