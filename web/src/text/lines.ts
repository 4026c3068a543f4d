// One line may be larger than all the rest of a page: browsers take long over it.
const MOST = 2000;

export function shortLines(text: string): string {
  return text.length <= MOST
    ? text
    : text
        .split('\n')
        .map(line => (line.length <= MOST ? line : `${line.slice(0, MOST)}… (${line.length - MOST} more characters)`))
        .join('\n');
}

/** The last lines of a text, at most so many. */
export function lastLines(text: string, most: number): string {
  let from = text.length;
  for (let n = 0; n < most && from >= 0; n++) from = text.lastIndexOf('\n', from - 1);
  return from < 0 ? text : text.slice(from + 1);
}
