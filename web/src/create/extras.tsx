// What few sessions need to have said: which notes and secrets, secrets of its own, approvals, the form of its output, links.

import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { Refusal } from '../api/problem.ts';
import { Field } from '../parts/field.tsx';
import { marked } from '../text/marks.ts';
import { type Properties, Text } from './choices.tsx';
import type { Draft } from './draft.ts';

export function Extras({ draft, lists, problem }: Properties) {
  return (
    <>
      {lists.mayNotes && (
        <Some
          title="Knowledge"
          chosen={draft.knowledge}
          load={() => lists.loadNotes()}
          show={note => ({ id: note.note_id, name: note.name })}
        />
      )}
      {lists.maySecrets && (
        <Some
          title="Secrets"
          chosen={draft.secrets}
          load={() => lists.loadSecrets()}
          show={secret => ({ id: secret.secret_id, name: secret.key ?? secret.note ?? secret.secret_id })}
        />
      )}
      <details class="extra">
        <summary>Secrets of this session only{draft.own.value.length > 0 && ` (${draft.own.value.length})`}</summary>
        <OwnSecrets draft={draft} problem={problem} />
      </details>
      <details class="extra">
        <summary>Approvals, structured output, links</summary>
        <Rest draft={draft} problem={problem} />
      </details>
    </>
  );
}

interface SomeProperties<T> {
  title: string;
  /** Null: all. */
  chosen: Signal<string[] | null>;
  load: () => Signal<T[] | null>;
  show: (item: T) => { id: string; name: string };
}

/** All, or those that are ticked. */
function Some<T>({ title, chosen, load, show }: SomeProperties<T>) {
  const list = useSignal<Signal<T[] | null> | null>(null);
  const items = list.value?.value?.map(show);
  const count = chosen.value ? `${chosen.value.length} of ${items?.length ?? '…'}` : 'all';
  return (
    <details
      class="extra"
      onToggle={event => {
        if (event.currentTarget.open) list.value = load();
      }}
    >
      <summary>
        {title} ({count})
      </summary>
      {items?.length === 0 && <p class="hint">There is none yet.</p>}
      {items && items.length > 0 && (
        <>
          <p>
            <button type="button" class="quiet" onClick={() => (chosen.value = null)}>
              All
            </button>
            <button type="button" class="quiet" onClick={() => (chosen.value = [])}>
              None
            </button>
          </p>
          <ul class="some">
            {items.map(item => (
              <li key={item.id}>
                <label class="switch">
                  <input
                    type="checkbox"
                    checked={chosen.value?.includes(item.id) ?? true}
                    onChange={event => {
                      const before = chosen.value ?? items.map(each => each.id);
                      chosen.value = event.currentTarget.checked
                        ? [...before, item.id]
                        : before.filter(id => id !== item.id);
                    }}
                  />
                  {marked(item.name)}
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function OwnSecrets({ draft, problem }: { draft: Draft; problem: Refusal | null }) {
  const set = (i: number, part: object) => {
    draft.own.value = draft.own.value.map((each, at) => (at === i ? { ...each, ...part } : each));
  };
  return (
    <>
      {draft.own.value.map((secret, i) => (
        <p key={i} class="own-secret">
          <input
            aria-label="Name"
            placeholder="NAME"
            autocomplete="off"
            spellcheck={false}
            value={secret.key}
            onInput={event => set(i, { key: event.currentTarget.value })}
          />
          <input
            aria-label={`Value of ${secret.key || 'the secret'}`}
            placeholder="value"
            type="password"
            autocomplete="off"
            value={secret.value}
            onInput={event => set(i, { value: event.currentTarget.value })}
          />
          <button
            type="button"
            class="quiet"
            aria-label={`Remove ${secret.key || 'the secret'}`}
            onClick={() => {
              draft.own.value = draft.own.value.filter((_, at) => at !== i);
            }}
          >
            ×
          </button>
        </p>
      ))}
      <p>
        <button
          type="button"
          class="second"
          onClick={() => {
            draft.own.value = [...draft.own.value, { key: '', value: '' }];
          }}
        >
          Add a secret
        </button>
      </p>
      {problem?.fields.session_secrets && <p class="bad">{marked(problem.fields.session_secrets.join('; '))}</p>}
    </>
  );
}

function Rest({ draft, problem }: { draft: Draft; problem: Refusal | null }) {
  return (
    <>
      <Field id="approvals" label="What people are to approve" problem={problem}>
        <select
          id="approvals"
          value={draft.texts.approvals.value}
          onChange={event => {
            draft.texts.approvals.value = event.currentTarget.value;
          }}
        >
          <option value="">as the organization wants</option>
          <option value="risky">what is risky</option>
          <option value="always">all that does something</option>
          <option value="never">nothing</option>
        </select>
      </Field>
      <Field
        id="links"
        label="Sessions that it may read"
        names={['session_links']}
        problem={problem}
        hint="Ids or addresses of sessions."
      >
        <Text draft={draft} name="links" />
      </Field>
      <Field
        id="schema"
        label="Structured output, a JSON Schema"
        names={['structured_output_schema']}
        problem={problem}
      >
        <textarea
          id="schema"
          rows={4}
          spellcheck={false}
          value={draft.texts.schema.value}
          onInput={event => {
            draft.texts.schema.value = event.currentTarget.value;
          }}
        />
      </Field>
    </>
  );
}
