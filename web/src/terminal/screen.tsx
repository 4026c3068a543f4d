// What a terminal shows, and what is typed into it.
import { FitAddon } from '@xterm/addon-fit';
import { Terminal as Xterm } from '@xterm/xterm';
import { useEffect, useRef, useState } from 'preact/hooks';
import { colours, onTheme } from './colours.ts';
import { Connection, type Ending } from './connection.ts';
import type { Terminals } from './store.ts';

const LINES = 5_000;

interface Properties {
  terminals: Terminals;
  id: string;
  name: string;
}

export function Screen({ terminals, id, name }: Properties) {
  const place = useRef<HTMLDivElement>(null);
  const [connection, setConnection] = useState<Connection | null>(null);
  useEffect(() => {
    if (!place.current) return;
    const shown = show(place.current, terminals, id);
    setConnection(shown.connection);
    return shown.close;
  }, [terminals, id]);
  const ending = connection?.ending.value;
  const away = ending?.reason === 'machine_away';
  useEffect(() => {
    if (away) terminals.look(); // says how another one comes
  }, [terminals, away]);
  return (
    <div class="screen" role="tabpanel" aria-label={name}>
      <div class="xterm-place" ref={place} />
      <p class={ending ? 'said' : 'said over'} role="status">
        {ending
          ? `The terminal has ended: ${words(ending)}.`
          : connection?.open.value === false && (connection.trouble.value ?? 'Connecting…')}
      </p>
    </div>
  );
}

function words({ reason, code }: Ending): string {
  switch (reason) {
    case 'exited':
      return code === null ? 'its shell has exited' : `its shell has exited with code ${code}`;
    case 'no_viewer':
      return 'nobody has looked at it for ten minutes';
    case 'output_limit':
      return 'it has put out 64 MiB, more than a machine keeps';
    case 'machine_away':
      return 'its machine has gone';
    case 'gone':
      return 'it ended while it was out of reach';
    default:
      return 'it was closed';
  }
}

/** Shows it in an element until it is closed. */
function show(element: HTMLElement, terminals: Terminals, id: string) {
  const xterm = new Xterm({
    scrollback: LINES,
    minimumContrastRatio: 4.5,
    fontFamily: getComputedStyle(document.body).getPropertyValue('--mono'),
    fontSize: 13,
    theme: colours(),
  });
  const fit = new FitAddon();
  xterm.loadAddon(fit);
  xterm.open(element);
  const connection = new Connection(
    terminals.address(id),
    {
      bytes: (bytes, done) => xterm.write(bytes, done),
      reset: () => xterm.write('\x1bc'), // in its order, unlike reset()
      resize: ({ rows, columns }) => xterm.resize(columns, rows),
    },
    terminals.inquiry(id),
  );
  const fitted = () => {
    const size = fit.proposeDimensions();
    if (!size || Number.isNaN(size.cols) || Number.isNaN(size.rows)) return;
    xterm.resize(size.cols, size.rows);
    connection.tell({ rows: size.rows, columns: size.cols });
  };
  const text = new TextEncoder();
  xterm.onData(typed => connection.type(text.encode(typed)));
  xterm.onBinary(typed => connection.type(Uint8Array.from(typed, letter => letter.charCodeAt(0))));
  xterm.attachCustomKeyEventHandler(event => !leaves(event));
  const observer = new ResizeObserver(fitted);
  observer.observe(element);
  const unfollow = onTheme(() => {
    xterm.options.theme = colours();
  });
  xterm.focus();
  return {
    connection,
    close: () => {
      unfollow();
      observer.disconnect();
      connection.close();
      xterm.dispose();
    },
  };
}

/** Tab belongs to the shell, so there is another key out of it: to the page around it, which has keys of its own. */
function leaves(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || !event.shiftKey) return false;
  event.preventDefault();
  const around = window.frameElement?.ownerDocument.querySelector<HTMLElement>('.tabs [aria-current=page]');
  const way = around ?? document.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
  way?.focus();
  return true;
}
