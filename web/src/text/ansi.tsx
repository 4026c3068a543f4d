// Output of programs: colours and weight of ANSI become pieces, all other control sequences are taken out.
import Anser from 'anser';
import type { JSX } from 'preact';
import { shortLines } from './lines.ts';
import { marked } from './marks.ts';

const COMMANDS =
  /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[()][A-Za-z0-9]|[=>78cDEHMNOZ]|\[[0-9;?<=>]*[ -/]*[@-ln-~])/g;
const OVERWRITTEN = /[^\n]*\r(?=[^\n\r])/g;

/** Text with nothing but colours left in it. */
export function plain(output: string): string {
  return output.replace(/\r\n/g, '\n').replace(OVERWRITTEN, '').replace(COMMANDS, '');
}

export function Ansi({ text }: { text: string }): JSX.Element {
  const pieces = Anser.ansiToJson(shortLines(plain(text)), { use_classes: true, remove_empty: true });
  return (
    <>
      {pieces.map((piece, i) => {
        const classes = [piece.fg && `${piece.fg}-fg`, piece.decoration && `ansi-${piece.decoration}`].filter(Boolean);
        const content = marked(piece.content);
        return classes.length === 0 ? (
          content
        ) : (
          <span key={i} class={classes.join(' ')}>
            {content}
          </span>
        );
      })}
    </>
  );
}
