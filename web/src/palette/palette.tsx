// One field that leads everywhere: commands of the page by their names, screens, saved views and sessions.
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { home } from '../boot.ts';
import { offered } from '../keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { leave } from '../parts/leaving.tsx';
import { standing, titleOf } from '../parts/standing.tsx';
import { to } from '../routes.ts';
import { viewsOf } from '../store/preferences.ts';
import { asking, sessionOfHex } from '../store/sessions.ts';
import { marked } from '../text/marks.ts';
import { type Command, type Group, idIn, matching, offeredGroups } from './commands.ts';
import { useFound } from './found.ts';

const open = signal(false);
/** What is done when it is closed. */
let next: (() => void) | null = null;

export function showPalette() {
  open.value = true;
}

/** There Ctrl K ends a line in fields. */
const isMac = /^(Mac|iP)/.test(navigator.platform);

export const PALETTE_KEYS = isMac ? '⌘ K' : 'Ctrl K';

function press(event: KeyboardEvent) {
  const held = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!held || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
  event.preventDefault();
  const shown = document.querySelector('dialog[open]') !== null;
  // The browser may have closed it already, and be about to say so.
  if (open.peek() && shown) open.value = false;
  else if (open.peek()) next = showPalette;
  else if (!shown) open.value = true;
}

document.addEventListener('keydown', press);

export function Palette() {
  const close = () => {
    open.value = false;
  };
  const choose = (run: () => void) => {
    next = run;
    close();
  };
  // By then the dialog has given the focus back, so that a command may move it.
  useEffect(() => {
    if (open.value) return;
    const run = next;
    next = null;
    run?.();
  }, [open.value]);
  return (
    <Dialog title="Go to, or do" open={open.value} close={close}>
      <Chooser choose={choose} />
    </Dialog>
  );
}

/** Where the reader is; a session's page is in that of the session. */
function orgOf(url: string): string | null {
  const session = url.match(/^\/sessions\/([0-9a-f]+)/)?.[1];
  return url.match(/^\/o\/([^/?]+)/)?.[1] ?? (session && sessionOfHex(session)?.peek().org_id) ?? home;
}

function useGroups(text: string): { groups: Group[]; problem: string | null } {
  const { url, route } = useLocation();
  const org = orgOf(url);
  const go = (address: string) => () => leave(() => route(address));
  const { sessions, problem } = useFound(org, text);
  const named = idIn(text);
  const views = org === null ? [] : viewsOf(org);
  const waiting = org === null || text.trim() ? [] : asking(org).value;
  const found = [...waiting, ...sessions].map(session => ({
    name: marked(titleOf(session)),
    beside: standing(session).words,
    run: go(to.session(session.session_id)),
  }));
  if (named) found.unshift({ name: `Open ${named}`, beside: '', run: go(to.session(named)) });
  const known = [
    ...offeredGroups(offered.value),
    {
      name: 'Saved views',
      commands: views.map(({ org_id, name, query }) => ({
        name: marked(name),
        beside: '',
        run: go(to.sessions(org_id) + (query && `?${query}`)),
      })),
    },
  ];
  const all = [...matching(known, text), { name: waiting.length > 0 ? 'Needs you' : 'Sessions', commands: found }];
  return { groups: all.filter(group => group.commands.length > 0), problem };
}

/** By keys that move among the choices. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function Chooser({ choose }: { choose: (run: () => void) => void }) {
  const typed = useSignal('');
  const at = useSignal(0);
  const { groups, problem } = useGroups(typed.value);
  const all = groups.flatMap(group => group.commands);
  const active = Math.min(at.value, all.length - 1);
  useEffect(() => document.getElementById(`command-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    const command = all[active];
    if (event.isComposing || (!by && event.key !== 'Enter')) return;
    event.preventDefault();
    if (by && all.length > 0) at.value = (active + by + all.length) % all.length;
    if (!by && command) choose(command.run);
  };
  return (
    <div class="palette">
      <input
        role="combobox"
        aria-label="Command, screen, view or session"
        aria-expanded={all.length > 0}
        aria-controls={all.length > 0 ? 'commands' : undefined}
        aria-activedescendant={all.length > 0 ? `command-${active}` : undefined}
        aria-autocomplete="list"
        placeholder="screen, view, session, what to do"
        value={typed.value}
        spellcheck={false}
        autocomplete="off"
        autoFocus
        onKeyDown={press}
        onInput={event => {
          typed.value = event.currentTarget.value;
          at.value = 0;
        }}
      />
      <p class="unseen" role="status">
        {all.length === 1 ? '1 choice' : `${all.length} choices`}
      </p>
      {all.length === 0 && <p class="hint">Nothing of that name.</p>}
      {problem && (
        <p class="bad" role="alert">
          Sessions could not be searched: {problem}
        </p>
      )}
      {all.length > 0 && <Choices groups={groups} active={active} choose={choose} />}
    </div>
  );
}

interface Choosing {
  groups: Group[];
  active: number;
  choose: (run: () => void) => void;
}

function Choices({ groups, active, choose }: Choosing) {
  const all: Command[] = groups.flatMap(group => group.commands);
  return (
    <div id="commands" role="listbox" aria-label="Choices">
      {groups.map(group => (
        <div key={group.name} role="group" aria-label={group.name}>
          <p aria-hidden="true">{group.name}</p>
          {group.commands.map(command => {
            const nth = all.indexOf(command);
            return (
              <button
                key={nth}
                id={`command-${nth}`}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={nth === active}
                onClick={() => choose(command.run)}
              >
                <span>{command.name}</span> <span class="hint">{command.beside}</span>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
