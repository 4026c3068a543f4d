// Changes of the views that somebody has saved.
import type { SavedView } from '../api/types.ts';

export const isOf = (org: string, name: string) => (view: SavedView) => view.org_id === org && view.name === name;

/** With that one, in the place of one of its name. */
export function saved(all: SavedView[], view: SavedView): SavedView[] {
  const isIt = isOf(view.org_id, view.name);
  return all.some(isIt) ? all.map(each => (isIt(each) ? view : each)) : [...all, view];
}

/** With one that was taken away, where it stood, unless one of its name is there again. */
export function putBack(now: SavedView[], before: SavedView[], view: SavedView): SavedView[] {
  const isIt = isOf(view.org_id, view.name);
  if (now.some(isIt)) return now;
  const at = before.findIndex(isIt);
  return [...now.slice(0, at), view, ...now.slice(at)];
}
