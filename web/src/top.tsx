// What stands above every screen: where one can go, and who is signed in.
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { openTabs } from './account/tabs.ts';
import { boot, home, may } from './boot.ts';
import { type Key, useKeys } from './keys.ts';
import { GO } from './palette/commands.ts';
import { PALETTE_KEYS, showPalette } from './palette/palette.tsx';
import { showHelp } from './parts/help.tsx';
import { leave } from './parts/leaving.tsx';
import { signOut } from './push/browser.ts';
import { to } from './routes.ts';
import { tabsOf } from './settings/tabs.ts';

interface Entry {
  name: string;
  keys: string;
  allows: (org: string) => boolean;
  address: (org: string) => string;
}

const needs = (permission: string) => (org: string) => may(org, permission);

const ENTRIES: Entry[] = [
  { name: 'Sessions', keys: 'g s', allows: () => true, address: to.sessions },
  { name: 'New', keys: 'g n', allows: needs('UseAgentSessions'), address: to.create },
  { name: 'Knowledge', keys: 'g k', allows: needs('ManageOrgKnowledge'), address: to.knowledge },
  { name: 'Playbooks', keys: 'g p', allows: needs('ManageOrgPlaybooks'), address: to.playbooks },
  { name: 'Secrets', keys: 'g e', allows: needs('ManageOrgSecrets'), address: to.secrets },
  { name: 'Schedules', keys: 'g h', allows: needs('ManageOrgSchedules'), address: to.schedules },
  { name: 'Fleet', keys: 'g f', allows: needs('UseAgentSessions'), address: to.fleet },
  { name: 'Settings', keys: 'g t', allows: org => tabsOf(org).length > 0, address: to.settings },
];

const isAt = (path: string, address: string) => path === address || path.startsWith(`${address}/`);

export function Top() {
  const { url, path, route } = useLocation();
  const org = url.match(/^\/o\/([^/?]+)/)?.[1] ?? home;
  const account = useMemo(openTabs, []);
  const entries = org === null ? [] : ENTRIES.filter(({ allows }) => allows(org));
  const keys = useMemo((): Key[] => {
    const go = (address: string) => () => leave(() => route(address));
    return [
      { keys: PALETTE_KEYS, does: 'Go to, or do, by name', run: showPalette },
      { keys: '?', does: 'List the keys', group: GO, run: showHelp },
      ...entries.map(({ name, keys, address }) => ({
        keys,
        does: name === 'New' ? 'New session' : name,
        group: GO,
        run: go(address(org ?? '')),
      })),
      ...(org === null ? [] : tabsOf(org)).map(({ id, name }) => ({
        keys: '',
        does: `Settings: ${name.toLowerCase()}`,
        group: GO,
        run: go(to.settings(org ?? '', id)),
      })),
      ...account.map(({ id, name }, i) => ({
        keys: i === 0 ? 'g a' : '',
        does: `Account: ${name.toLowerCase()}`,
        group: GO,
        run: go(to.account(id)),
      })),
      { keys: '', does: 'You: theme, notifications, keys', group: GO, run: go('/me') },
    ];
  }, [route, org]);
  useKeys(keys, [keys]);
  return (
    <header class="top">
      <nav aria-label="Main">
        <a class="brand" href={org ? to.sessions(org) : '/'}>
          agent
        </a>
        {org &&
          entries.map(({ name, address }) => (
            <a key={name} href={address(org)} aria-current={isAt(path, address(org)) ? 'page' : undefined}>
              {name}
            </a>
          ))}
        {account.length > 0 && (
          <a href={to.account()} aria-current={isAt(path, to.account()) ? 'page' : undefined}>
            Account
          </a>
        )}
        <a href="/docs">API</a>
      </nav>
      <div class="who">
        <a href="/me">{boot.name}</a>
        <form method="post" action="/logout" onSubmit={signOut}>
          <input type="hidden" name="csrf_token" value={boot.csrf ?? ''} />
          <button type="submit" class="quiet">
            Sign out
          </button>
        </form>
        <button type="button" class="quiet" title={PALETTE_KEYS} onClick={showPalette}>
          Go to…
        </button>
        <button type="button" class="quiet" aria-label="Keys" onClick={showHelp}>
          ?
        </button>
      </div>
    </header>
  );
}
