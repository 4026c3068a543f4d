// The keys of the changes: from file to file, from line to line.
import { useMemo } from 'preact/hooks';
import { useKeys } from '../../keys.ts';

const FILES = '.changes .file > summary';
const LINES = '.changes [data-line]';

function move(selector: string, by: 1 | -1) {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const focus = document.activeElement;
  const line = focus?.closest('.file') ? focus : null;
  const from = line ? line.getBoundingClientRect().top : by > 0 ? 0 : innerHeight;
  const to =
    by > 0
      ? all.find(each => each !== line && each.getBoundingClientRect().top > from)
      : all.findLast(each => each !== line && each.getBoundingClientRect().top < from);
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: 'nearest' });
}

function comment() {
  const focus = document.activeElement;
  if (focus instanceof HTMLElement && focus.dataset.line !== undefined) focus.click();
  else move(LINES, 1);
}

export function useChangesKeys(writes: boolean) {
  const keys = useMemo(
    () => [
      { keys: ']', does: 'Next file', run: () => move(FILES, 1) },
      { keys: '[', does: 'File before', run: () => move(FILES, -1) },
      ...(writes
        ? [
            { keys: 'j', does: 'Next line', run: () => move(LINES, 1) },
            { keys: 'k', does: 'Line before', run: () => move(LINES, -1) },
            { keys: 'm', does: 'Comment on the line', run: comment },
          ]
        : []),
    ],
    [writes],
  );
  useKeys(keys, [keys]);
}
