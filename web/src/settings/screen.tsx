// What is set up in an organization: a tab for each kind, as the address says.
import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useKeys } from '../keys.ts';
import { leave } from '../parts/leaving.tsx';
import { Gone } from '../parts/states.tsx';
import { to } from '../routes.ts';
import { LimitsScreen } from './limits/screen.tsx';
import { ModelsScreen } from './models/screen.tsx';
import { PeopleScreen } from './people/screen.tsx';
import { ServiceUsersScreen } from './service-users/screen.tsx';
import { TABS, type Tab, tabsOf } from './tabs.ts';

const SCREENS: Record<Tab['id'], FunctionComponent<{ org: string }>> = {
  people: PeopleScreen,
  'service-users': ServiceUsersScreen,
  models: ModelsScreen,
  limits: LimitsScreen,
};

/** Without a tab: the first that the reader may see. */
export function SettingsScreen({ org, tab }: { org: string; tab?: string }) {
  const { route } = useLocation();
  const tabs = useMemo(() => tabsOf(org), [org]);
  const shown = tab ? TABS.find(each => each.id === tab) : (tabs[0] ?? TABS[0]);
  const keys = useMemo(
    () =>
      tabs.map(({ id, name }, i) => ({
        keys: String(i + 1),
        does: name,
        run: () => leave(() => route(to.settings(org, id))),
      })),
    [tabs],
  );
  useKeys(keys, [keys]);
  if (!shown) return <Gone what="page" />;
  const Screen = SCREENS[shown.id];
  return (
    <div class="settings">
      {tabs.length > 0 && (
        <nav aria-label="Settings">
          {tabs.map(({ id, name }) => (
            <a key={id} href={to.settings(org, id)} aria-current={id === shown.id ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
      <Screen org={org} />
    </div>
  );
}
