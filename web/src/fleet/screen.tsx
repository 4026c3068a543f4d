// Where the sessions of an organization run: the outposts that it may use, what waits there, and how to add a worker.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Refusal } from '../api/problem.ts';
import type { Machine, Platform } from '../api/types.ts';
import { may, organizationName, takeFirst } from '../boot.ts';
import { MachineLine } from '../parts/machine.tsx';
import { Failed, Gone, Loading } from '../parts/states.tsx';
import { setTitle } from '../parts/title.ts';
import { marked } from '../text/marks.ts';
import { duration } from '../text/time.tsx';
import { Fleet } from './store.ts';

const NEEDS = 'UseAgentSessions';

export function FleetScreen({ org }: { org: string }) {
  const first = useMemo(takeFirst, []);
  useEffect(() => setTitle('Fleet'), []);
  if (first?.problem?.status === 404) return <Gone what="organization" />;
  if (first?.problem) return <Failed problem={Refusal.of(first.problem)} />;
  if (may(org, NEEDS)) return <Shown org={org} />;
  return (
    <section class="empty">
      <h1>Fleet</h1>
      <p>This needs {NEEDS}.</p>
    </section>
  );
}

function Shown({ org }: { org: string }) {
  const fleet = useMemo(() => new Fleet(org), [org]);
  useEffect(() => fleet.follow(), [fleet]);
  const places = fleet.places.value;
  return (
    <div class="fleet">
      <header class="head">
        <h1>Fleet</h1>
        <p class="hint">{organizationName(org)}</p>
      </header>
      {fleet.problem.value && <Failed problem={fleet.problem.value} retry={fleet.look} />}
      {places === null ? !fleet.problem.value && <Loading rows={3} /> : <Places places={places} />}
      {places !== null && places.length > 0 && <AddWorker places={places} />}
      {fleet.machines.value && <Machines machines={fleet.machines.value} />}
    </div>
  );
}

function Places({ places }: { places: Platform[] }) {
  if (places.length === 0) {
    return (
      <section class="empty">
        <p>There is no outpost that this organization may use: its sessions wait for one. An administrator makes it:</p>
        <pre>agent worker outpost create local</pre>
      </section>
    );
  }
  return (
    <section aria-labelledby="outposts">
      <h2 id="outposts">Outposts</h2>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Machines</th>
              <th scope="col">Workers</th>
              <th scope="col">Waiting</th>
              <th scope="col">Oldest</th>
            </tr>
          </thead>
          <tbody>
            {places.map(place => (
              <tr key={place.outpost_id}>
                <th scope="row">
                  {marked(place.platform)} {place.is_default && <span class="tag">default</span>}
                </th>
                <td>{place.machine}</td>
                <td>{place.online_workers === 0 ? <span class="bad">none</span> : place.online_workers}</td>
                <td>{place.queue_depth}</td>
                <td>{place.queue_depth > 0 && duration(place.oldest_wait_seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function AddWorker({ places }: { places: Platform[] }) {
  const chosen = useSignal(places.find(place => place.is_default)?.platform ?? places[0]?.platform ?? '');
  const lines = [
    `export AGENT_API_URL=${location.origin}`,
    'export AGENT_OUTPOSTS_TOKEN=…   # a key of a service user with UseOutpostsMachine',
    `agent worker start --outpost=${chosen.value}`,
  ];
  return (
    <section aria-labelledby="add-worker">
      <h2 id="add-worker">Add a worker</h2>
      <p>
        On the machine that is to work, in the directory with its repositories. Each worker takes one session at a time.
      </p>
      <label>
        Outpost{' '}
        <select
          id="outpost"
          value={chosen.value}
          onChange={event => {
            chosen.value = event.currentTarget.value;
          }}
        >
          {places.map(place => (
            <option key={place.outpost_id} value={place.platform}>
              {marked(place.platform)}
            </option>
          ))}
        </select>
      </label>
      <pre class="code" tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </section>
  );
}

function Machines({ machines }: { machines: Machine[] }) {
  return (
    <section aria-labelledby="machines">
      <h2 id="machines">Workers of all outposts</h2>
      {machines.length === 0 && <p class="hint">None was heard of in the last day.</p>}
      <ul class="machines">
        {machines.map(machine => (
          <MachineLine key={machine.hypervisor_id} machine={machine} />
        ))}
      </ul>
    </section>
  );
}
