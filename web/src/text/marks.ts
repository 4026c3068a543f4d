// What can't be seen, or changes how the rest is read, is shown as a mark: control characters, those that turn the direction of
// writing, and those without width.

const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A joiner between two pictures makes them one. */
const JOINED = /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu;
const KEPT = '\ue000';

export function marked(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replaceAll(KEPT, '\ufffd')
    .replace(JOINED, KEPT)
    .replace(HIDDEN, found => {
      const code = found.codePointAt(0) ?? 0;
      return code < 0x20
        ? String.fromCodePoint(0x2400 + code)
        : `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
    })
    .replaceAll(KEPT, '\u200d');
}
