// Facts of the session: what it used, its limits, where it runs, its files.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Usage } from '../api/types.ts';
import { Failed, Loading } from '../parts/states.tsx';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { acus, duration } from '../text/time.tsx';
import { GivenFiles } from './came.tsx';
import type { SessionState } from './store.ts';

export function Details({ state }: { state: SessionState }) {
  const session = state.session.value;
  return (
    <div class="details">
      <h2>Session</h2>
      <dl class="pairs">
        <Pair name="Id">
          <code>{session.session_id}</code>
        </Pair>
        <Pair name="Created">{new Date(session.created_at * 1000).toLocaleString()}</Pair>
        <Pair name="Origin">{session.origin}</Pair>
        <Pair name="Platform">{session.platform}</Pair>
        <Pair name="Tags">{session.tags.map(marked).join(', ')}</Pair>
        <Pair name="Model calls">${session.model_dollars.toFixed(2)}</Pair>
        <Pair name="Made by">{session.parent_session_id && <To session={session.parent_session_id} />}</Pair>
        <Pair name="Forked from">
          {session.forked_from && (
            <>
              <To session={session.forked_from.session_id} />, event {session.forked_from.seq}
            </>
          )}
        </Pair>
        <Pair name="Children">
          {session.child_session_ids.length > 0 &&
            session.child_session_ids.map(child => <To key={child} session={child} />)}
        </Pair>
        <Pair name="Problem">{session.error && marked(session.error.message)}</Pair>
      </dl>
      {session.structured_output && (
        <>
          <h2>Output</h2>
          <pre class="term" tabIndex={0}>
            {marked(JSON.stringify(session.structured_output, null, 2))}
          </pre>
        </>
      )}
      <GivenFiles state={state} />
      <Used state={state} />
    </div>
  );
}

function Pair({ name, children }: { name: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function To({ session }: { session: string }) {
  return (
    <>
      <a href={to.session(session)}>
        <code>{session.slice(0, 16)}…</code>
      </a>{' '}
    </>
  );
}

function Used({ state }: { state: SessionState }) {
  const usage = useSignal<Usage | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const load = async () => {
    problem.value = null;
    try {
      usage.value = await answer(
        api.GET('/v3/organizations/{org_id}/sessions/{session_id}/usage', { params: { path: state.path } }),
      );
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    load();
  }, [state]);
  if (problem.value) return <Failed problem={problem.value} retry={load} />;
  const used = usage.value;
  if (!used) return <Loading rows={3} />;
  return (
    <>
      <h2>Used</h2>
      <p>
        {acus(used.acus)} ACU: {acus(used.machine_acus)} by {duration(used.machine_seconds)} of a machine,{' '}
        {acus(used.token_acus)} by model calls; the larger counts.
      </p>
      {used.models.length > 0 && <Models used={used} />}
      <ul class="limits">
        {used.limits.map(limit => (
          <li key={limit.scope}>
            <label>
              Limit of the {limit.scope}: {acus(limit.used)} of {limit.limit} ACU{' '}
              <progress max={limit.limit} value={Math.min(limit.used, limit.limit)} />
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

function Models({ used }: { used: Usage }) {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Use of models">
      <table>
        <thead>
          <tr>
            <th>Model</th>
            <th>Calls</th>
            <th>Tokens in</th>
            <th>cached</th>
            <th>out</th>
            <th>ACU</th>
          </tr>
        </thead>
        <tbody>
          {used.models.map(model => (
            <tr key={model.model}>
              <td>{marked(model.model)}</td>
              <td>{model.calls}</td>
              <td>{model.input_tokens.toLocaleString('en')}</td>
              <td>{model.cached_tokens.toLocaleString('en')}</td>
              <td>{model.output_tokens.toLocaleString('en')}</td>
              <td>{acus(model.acus)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
