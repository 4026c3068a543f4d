// What is set up in an organization: a tab for each kind, as the address says.
import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Gone } from '../parts/states.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { to } from '../routes.ts';
import { GitHostsScreen, GitScreen } from './git/screens.tsx';
import { LimitsScreen } from './limits/screen.tsx';
import { McpScreen } from './mcp/screen.tsx';
import { ModelsScreen } from './models/screen.tsx';
import { PeopleScreen } from './people/screen.tsx';
import { ServiceUsersScreen } from './service-users/screen.tsx';
import { TABS, type Tab, tabsOf } from './tabs.ts';

const SCREENS: Record<Tab['id'], FunctionComponent<{ org: string }>> = {
  people: PeopleScreen,
  'service-users': ServiceUsersScreen,
  models: ModelsScreen,
  mcp: McpScreen,
  git: GitScreen,
  'git-hosts': GitHostsScreen,
  limits: LimitsScreen,
};

/** Without a tab: the first that the reader may see. */
export function SettingsScreen({ org, tab }: { org: string; tab?: string }) {
  const tabs = useMemo(() => tabsOf(org), [org]);
  const shown = tab ? TABS.find(each => each.id === tab) : (tabs[0] ?? TABS[0]);
  if (!shown) return <Gone what="page" />;
  const Screen = SCREENS[shown.id];
  return (
    <div class="settings">
      <Tabs label="Settings" tabs={tabs} shown={shown} address={({ id }) => to.settings(org, id)} />
      <Screen org={org} />
    </div>
  );
}
