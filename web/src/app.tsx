import { useEffect, useMemo } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { boot, may } from './boot.ts';
import { CreateScreen } from './create/screen.tsx';
import { useKeys } from './keys.ts';
import { ListScreen } from './list/screen.tsx';
import { MeScreen } from './me/screen.tsx';
import { follow } from './notify.ts';
import { Help, showHelp } from './parts/help.tsx';
import { Gone, NoOrganization } from './parts/states.tsx';
import { Status } from './parts/status.tsx';
import { OURS, to } from './routes.ts';
import { SessionScreen } from './session/screen.tsx';

const home = boot.organizations[0]?.org_id ?? null;

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
          <Route path="/sessions/:hex" component={SessionOf} />
          <Route path="/me" component={MeScreen} />
          <Route default component={() => <Gone what="page" />} />
        </Router>
      </main>
      <Help />
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

function SessionOf({ hex }: { hex?: string }) {
  return <SessionScreen key={hex} hex={hex ?? ''} />;
}

function Top() {
  const { route } = useLocation();
  const keys = useMemo(
    () => [
      { keys: '?', does: 'List the keys', run: showHelp },
      { keys: 'g s', does: 'Sessions', run: () => home && route(to.sessions(home)) },
      { keys: 'g n', does: 'New session', run: () => home && route(to.create(home)) },
    ],
    [route],
  );
  useKeys(keys, [keys]);
  return (
    <header class="top">
      <nav aria-label="Main">
        <a class="brand" href={home ? to.sessions(home) : '/'}>
          agent
        </a>
        {home && <a href={to.sessions(home)}>Sessions</a>}
        {home && may(home, 'UseAgentSessions') && <a href={to.create(home)}>New</a>}
        <a href="/docs">API</a>
      </nav>
      <div class="who">
        <a href="/me">{boot.name}</a>
        <form method="post" action="/logout">
          <input type="hidden" name="csrf_token" value={boot.csrf ?? ''} />
          <button type="submit" class="quiet">
            Sign out
          </button>
        </form>
        <button type="button" class="quiet" aria-label="Keys" onClick={showHelp}>
          ?
        </button>
      </div>
    </header>
  );
}
