// What can be done by name: the page in view offers it beside its keys.
import type { Key } from '../keys.ts';

export interface Command {
  name: string;
  /** What stands beside it: its key, or how a session stands. */
  beside: string;
  run: () => void;
}

export interface Group {
  name: string;
  commands: Command[];
}

/** The group of what every page offers. */
export const GO = 'Go to';

/** Those of the keys that are commands, by groups: first those of the page in view. */
export function offeredGroups(keys: Key[]): Group[] {
  const groups = new Map<string, Command[]>();
  for (const { group, does, keys: beside, run } of keys) {
    if (group) groups.set(group, [...(groups.get(group) ?? []), { name: does, beside, run }]);
  }
  const isGo = ({ name }: Group) => Number(name === GO);
  return [...groups].map(([name, commands]) => ({ name, commands })).sort((a, b) => isGo(a) - isGo(b));
}

/** Those whose names have all words of a text. */
export function matching(groups: Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name }: Command) => words.every(word => name.toLowerCase().includes(word));
  return groups
    .map(group => ({ ...group, commands: group.commands.filter(fits) }))
    .filter(group => group.commands.length > 0);
}

/** Of a session that a text names by its id or its address. */
export const idIn = (text: string) => text.match(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/)?.[0] ?? null;
