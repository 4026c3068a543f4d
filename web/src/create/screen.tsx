// Giving work: what is to be done, what comes along, and where it is to be done.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { answer, api, pressKey } from '../api/client.ts';
import { Refusal, refusal } from '../api/problem.ts';
import { may, organizationName } from '../boot.ts';
import { AttachButton, Attached, taking, useUploads } from '../parts/attach.tsx';
import { Failed } from '../parts/states.tsx';
import { setTitle } from '../parts/title.ts';
import { to } from '../routes.ts';
import { learn } from '../store/sessions.ts';
import { Choices } from './choices.tsx';
import { Commands } from './commands.tsx';
import { bodyOf, Draft } from './draft.ts';
import { Extras } from './extras.tsx';
import { Lists } from './lists.ts';
import { prefill } from './prefill.ts';

export function CreateScreen({ org }: { org: string }) {
  useEffect(() => {
    setTitle('New session');
  }, []);
  if (!may(org, 'UseAgentSessions')) {
    return (
      <section class="empty">
        <h1>New session</h1>
        <p>Starting sessions needs UseAgentSessions.</p>
      </section>
    );
  }
  return <Form org={org} />;
}

/** What is wrong before the server is asked. */
function sayWrong(name: string, message: string): Refusal {
  return new Refusal(422, 'invalid', message, null, null, { [name]: [message] });
}

function Form({ org }: { org: string }) {
  const { url, route } = useLocation();
  const draft = useMemo(() => new Draft(`draft new ${org}`), [org]);
  const lists = useMemo(() => new Lists(org), [org]);
  const uploads = useUploads(org);
  const problem = useSignal<Refusal | null>(null);
  const busy = useSignal(false);
  const key = useRef(pressKey());
  useEffect(() => {
    prefill(draft, org, url).catch(thrown => {
      problem.value = refusal(thrown);
    });
  }, [draft]);
  const start = async () => {
    if (busy.value || uploads.pending || !draft.texts.prompt.value.trim()) return;
    busy.value = true;
    problem.value = null;
    try {
      const params = { path: { org_id: org }, header: { 'Idempotency-Key': key.current } };
      const body = bodyOf(draft, uploads.urls);
      const session = await answer(api.POST('/v3/organizations/{org_id}/sessions', { params, body }));
      learn(session);
      draft.done();
      route(to.session(session.session_id));
    } catch (thrown) {
      problem.value =
        thrown instanceof SyntaxError
          ? sayWrong('structured_output_schema', `The schema is no JSON: ${thrown.message}`)
          : refusal(thrown);
      // Another body is another request; one that may have arrived keeps its key.
      if (problem.value.status !== 0) key.current = pressKey();
    } finally {
      busy.value = false;
    }
  };
  return (
    <form
      class="create"
      onSubmit={event => {
        event.preventDefault();
        start();
      }}
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
        event.preventDefault();
        start();
      }}
    >
      <header class="head">
        <h1>New session</h1>
        <p class="hint">{organizationName(org)}</p>
      </header>
      <div class="columns">
        <div class="task">
          <label for="prompt">What should be done?</label>
          <textarea
            id="prompt"
            rows={8}
            autoFocus
            required
            value={draft.texts.prompt.value}
            placeholder="In Markdown. Paste or drop files and images."
            onInput={event => draft.write(event.currentTarget.value)}
            {...taking(uploads)}
          />
          {problem.value?.fields.prompt && (
            <p class="bad" role="alert">
              {problem.value.fields.prompt.join('; ')}
            </p>
          )}
          <Attached uploads={uploads} />
          <p class="actions">
            <AttachButton uploads={uploads} id="files" />
            <Macros draft={draft} lists={lists} />
          </p>
        </div>
        <Choices draft={draft} lists={lists} problem={problem.value} />
      </div>
      <Extras draft={draft} lists={lists} problem={problem.value} />
      {problem.value && <Failed problem={problem.value} />}
      <p class="actions start">
        <Commands org={org} draft={draft} uploads={uploads} />
        <button type="submit" disabled={busy.value || uploads.pending || !draft.texts.prompt.value.trim()}>
          {uploads.pending ? 'Files are under way' : 'Start'}
        </button>
        <kbd>Ctrl Enter</kbd>
      </p>
    </form>
  );
}

/** Playbooks that are called by a word. */
function Macros({ draft, lists }: { draft: Draft; lists: Lists }) {
  const macros = lists.playbooks.value?.flatMap(playbook => playbook.macro ?? []) ?? [];
  if (macros.length === 0) return null;
  return (
    <span class="macros">
      {macros.slice(0, 12).map(macro => (
        <button
          key={macro}
          type="button"
          class="quiet"
          onClick={() => {
            draft.write(`${draft.texts.prompt.value.trimEnd()} ${macro} `.trimStart());
            document.getElementById('prompt')?.focus();
          }}
        >
          {macro}
        </button>
      ))}
    </span>
  );
}
