import { useEffect } from 'preact/hooks';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { home, may } from './boot.ts';
import { CreateScreen } from './create/screen.tsx';
import { FleetScreen } from './fleet/screen.tsx';
import { KnowledgeScreen } from './knowledge/screen.tsx';
import { ListScreen } from './list/screen.tsx';
import { MeScreen } from './me/screen.tsx';
import { follow } from './notify.ts';
import { Palette } from './palette/palette.tsx';
import { Help } from './parts/help.tsx';
import { later } from './parts/later.tsx';
import { Leaving } from './parts/leaving.tsx';
import { Gone, NoOrganization } from './parts/states.tsx';
import { Status } from './parts/status.tsx';
import { PlaybooksScreen } from './playbooks/screen.tsx';
import { OURS } from './routes.ts';
import { SchedulesScreen } from './schedules/screen.tsx';
import { SecretsScreen } from './secrets/screen.tsx';
import { SessionScreen } from './session/screen.tsx';
import { SettingsScreen } from './settings/screen.tsx';
import { Top } from './top.tsx';

const AccountScreen = later<{ tab?: string }>(
  'Account',
  async () => (await import('./account/screen.tsx')).AccountScreen,
);

export function App() {
  useEffect(() => {
    if (home && may(home, 'ViewOrgSessions')) follow(home);
  }, []);
  return (
    <LocationProvider scope={OURS}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Top />
      <main id="main" tabIndex={-1}>
        <Router>
          <Route path="/" component={Home} />
          <Route path="/o/:org/sessions" component={ListOf} />
          <Route path="/o/:org/new" component={CreateIn} />
          <Route path="/o/:org/knowledge" component={KnowledgeOf} />
          <Route path="/o/:org/playbooks" component={PlaybooksOf} />
          <Route path="/o/:org/secrets" component={SecretsOf} />
          <Route path="/o/:org/schedules" component={SchedulesOf} />
          <Route path="/o/:org/fleet" component={FleetOf} />
          <Route path="/o/:org/settings/:tab?" component={SettingsOf} />
          <Route path="/sessions/:hex" component={SessionOf} />
          <Route path="/account/:tab?" component={AccountOf} />
          <Route path="/me" component={MeScreen} />
          <Route default component={() => <Gone what="page" />} />
        </Router>
      </main>
      <Palette />
      <Help />
      <Leaving />
      <Status />
    </LocationProvider>
  );
}

function Home() {
  return home ? <ListScreen key={home} org={home} /> : <NoOrganization />;
}

function ListOf({ org }: { org?: string }) {
  return <ListScreen key={org} org={org ?? ''} />;
}

function CreateIn({ org }: { org?: string }) {
  return <CreateScreen key={org} org={org ?? ''} />;
}

function KnowledgeOf({ org }: { org?: string }) {
  return <KnowledgeScreen key={org} org={org ?? ''} />;
}

function PlaybooksOf({ org }: { org?: string }) {
  return <PlaybooksScreen key={org} org={org ?? ''} />;
}

function SecretsOf({ org }: { org?: string }) {
  return <SecretsScreen key={org} org={org ?? ''} />;
}

function SchedulesOf({ org }: { org?: string }) {
  return <SchedulesScreen key={org} org={org ?? ''} />;
}

function FleetOf({ org }: { org?: string }) {
  return <FleetScreen key={org} org={org ?? ''} />;
}

function SettingsOf({ org, tab }: { org?: string; tab?: string }) {
  return <SettingsScreen key={org} org={org ?? ''} tab={tab} />;
}

function AccountOf({ tab }: { tab?: string }) {
  return <AccountScreen tab={tab} />;
}

function SessionOf({ hex }: { hex?: string }) {
  return <SessionScreen key={hex} hex={hex ?? ''} />;
}
