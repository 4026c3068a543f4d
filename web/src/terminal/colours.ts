// The colours of a terminal: those of the page, as they are in its theme.
import type { ITheme } from '@xterm/xterm';

/** What a token of the page is now, as a colour that needs no page. */
function resolved(token: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export function colours(): ITheme {
  const [ground, ink, accent] = ['ground', 'ink', 'accent'].map(resolved);
  const named = Object.fromEntries(
    ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'].map(name => [name, resolved(`ansi-${name}`)]),
  );
  return { background: ground, foreground: ink, cursor: accent, cursorAccent: ground, ...named };
}

/** Hears of another theme of the system. */
export function onTheme(change: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', change);
  return () => dark.removeEventListener('change', change);
}
