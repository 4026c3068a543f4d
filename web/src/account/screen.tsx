// What belongs to the whole account: a tab for each, as the address says.
import type { FunctionComponent } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Gone } from '../parts/states.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { setTitle } from '../parts/title.ts';
import { to } from '../routes.ts';
import { AuditScreen } from './audit/screen.tsx';
import { ConsumptionScreen } from './consumption/screen.tsx';
import { GroupsScreen } from './groups/screen.tsx';
import { MetricsScreen } from './metrics/screen.tsx';
import { ModelsScreen } from './models.tsx';
import { OrganizationsScreen } from './organizations.tsx';
import { PeopleScreen } from './people/screen.tsx';
import { QueueScreen } from './queue.tsx';
import { RolesScreen } from './roles.tsx';
import { ServiceUsersScreen } from './service-users/screen.tsx';
import { SharedLimitsScreen } from './shared-limits.tsx';
import { isOpen, openTabs, TABS, type Tab } from './tabs.ts';
import { ViolationsScreen } from './violations.tsx';

const SCREENS: Record<Tab['id'], FunctionComponent> = {
  organizations: OrganizationsScreen,
  people: PeopleScreen,
  'service-users': ServiceUsersScreen,
  groups: GroupsScreen,
  roles: RolesScreen,
  models: ModelsScreen,
  'shared-limits': SharedLimitsScreen,
  consumption: ConsumptionScreen,
  metrics: MetricsScreen,
  audit: AuditScreen,
  violations: ViolationsScreen,
  queue: QueueScreen,
};

/** Without a tab: the first that the reader may see. */
export function AccountScreen({ tab }: { tab?: string }) {
  const tabs = useMemo(openTabs, []);
  const shown = tab ? TABS.find(each => each.id === tab) : (tabs[0] ?? TABS[0]);
  useEffect(() => {
    if (shown) setTitle(shown.name);
  }, [shown]);
  if (!shown) return <Gone what="page" />;
  const Screen = SCREENS[shown.id];
  return (
    <div class="account">
      <Tabs label="Account" tabs={tabs} shown={shown} address={({ id }) => to.account(id)} />
      {isOpen(shown) ? (
        <Screen />
      ) : (
        <section class="empty">
          <h1>{shown.name}</h1>
          <p>This needs {shown.needs.join(' or ')}.</p>
        </section>
      )}
    </div>
  );
}
