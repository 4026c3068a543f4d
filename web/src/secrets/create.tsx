// A new secret, or many of them from a `.env` file.
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { refusal } from '../api/problem.ts';
import type { Secret } from '../api/types.ts';
import { Busy } from '../parts/busy.tsx';
import { useGuard } from '../parts/leaving.tsx';
import type { Shelf } from '../parts/shelf/store.ts';
import { say } from '../parts/status.tsx';
import { marked } from '../text/marks.ts';
import { plural } from '../text/time.tsx';
import { looksLikeEnv, readEnv } from './env.ts';

interface Properties {
  shelf: Shelf<Secret>;
  create: (one: { key: string; value: string }) => Promise<Secret>;
}

export function Create({ shelf, create, children }: Properties & { children: ComponentChildren }) {
  /** Null: one only. */
  const file = useSignal<string | null>(null);
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file.value !== null || !looksLikeEnv(text)) return;
    event.preventDefault();
    event.stopPropagation();
    file.value = text;
  };
  if (file.value !== null) return <Many shelf={shelf} create={create} file={file as Signal<string>} />;
  return (
    <div class="creating" onPasteCapture={paste}>
      {children}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          file.value = '';
        }}
      >
        Many, from a .env
      </button>
    </div>
  );
}

function Many({ shelf, create, file }: Properties & { file: Signal<string> }) {
  const { url, route } = useLocation();
  const refused = useSignal<Record<string, string>>({});
  const { variables, wrong } = readEnv(file.value);
  useGuard(
    useCallback(() => file.peek() !== '', [file]),
    url,
  );
  const all = async () => {
    const failed: Record<string, string> = {};
    for (const { name, value } of variables) {
      try {
        shelf.put(await create({ key: name, value }));
      } catch (thrown) {
        failed[name] = refusal(thrown).message;
      }
    }
    refused.value = failed;
    const left = variables.filter(({ name }) => name in failed);
    say(`${plural(variables.length - left.length, 'secret')} created`);
    file.value = left.map(({ name, value }) => `${name}=${quoted(value)}`).join('\n');
    if (left.length === 0) route(shelf.kind.address, true);
  };
  return (
    <section class="editor" aria-labelledby="many">
      <h2 id="many">Secrets from a .env</h2>
      <label for="env">Its text</label>
      <textarea
        id="env"
        class="mono masked"
        rows={6}
        autocomplete="off"
        spellcheck={false}
        value={file.value}
        onInput={event => {
          file.value = event.currentTarget.value;
        }}
      />
      {wrong.length > 0 && <p class="bad">No NAME=value in line {wrong.join(', ')}; these lines are left out.</p>}
      <ul class="names" aria-label="Secrets that it makes">
        {variables.map(({ name }) => (
          <li key={name}>
            <code>{name}</code> {refused.value[name] && <span class="bad">{marked(refused.value[name])}</span>}
          </li>
        ))}
      </ul>
      <p class="actions">
        <Busy disabled={variables.length === 0} act={all}>
          Create {plural(variables.length, 'secret')}
        </Busy>
      </p>
    </section>
  );
}

const quoted = (value: string) =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
