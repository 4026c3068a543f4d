// Changed lines, read only.
import type { JSX } from 'preact';
import { shortLines } from '../text/lines.ts';
import { marked } from '../text/marks.ts';

export const kindOf = (line: string): 'add' | 'del' | 'hunk' | '' =>
  line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : line.startsWith('@@') ? 'hunk' : '';

export function Diff({ patch, name }: { patch: string; name: string }): JSX.Element {
  const lines = shortLines(patch.replace(/\n$/, '')).split('\n');
  return (
    <pre class="diff" tabIndex={0} role="group" aria-label={name}>
      {lines.map((line, i) => (
        <span key={i} class={kindOf(line)}>
          {marked(line)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
