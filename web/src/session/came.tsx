// What people and the agent gave to each other, where it was given.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Step } from '../api/types.ts';
import { Failed } from '../parts/states.tsx';
import { marked } from '../text/marks.ts';
import { Age, bytes } from '../text/time.tsx';
import { addressOf, sharedBy } from './shared.ts';
import type { SessionState } from './store.ts';

/** Browsers show these, and nothing in them runs. */
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;

/** What came with a message: files lead to their bytes, addresses elsewhere are text only. */
export function Came({ step, state }: { step: Step; state: SessionState }) {
  if (step.files.length + step.links.length === 0) return null;
  return (
    <ul class="attached" aria-label="Came with the message">
      {step.files.map(file => (
        <One key={file.attachment_id} file={file} state={state} />
      ))}
      {step.links.map((link, i) => (
        <li key={`${i} ${link}`}>
          <span class="name">{marked(link)}</span>
        </li>
      ))}
    </ul>
  );
}

function One({ file, state }: { file: Step['files'][number]; state: SessionState }) {
  const { attachment_id: id, path } = file;
  useEffect(() => state.given.want(id), [state, id]);
  const known = state.given.of(id);
  const name = marked(path.replace(/^attachments\//, ''));
  return (
    <li>
      {known ? (
        <a href={addressOf(known)} target="_blank" rel="noopener" title={path}>
          {IMAGE.test(known.content_type ?? '') && <img src={addressOf(known)} loading="lazy" alt="" />}
          <span class="name">{name}</span>
        </a>
      ) : (
        <span class="name" title={path}>
          {name}
        </span>
      )}
      <span class="figure">{bytes(file.bytes)}</span>
    </li>
  );
}

/** The file whose address a text ends with, if it is one of ours. */
export function Shared({ text }: { text: string | null | undefined }) {
  const shared = sharedBy(text);
  if (!shared) return null;
  return (
    <a class="shared" href={shared.href} target="_blank" rel="noopener">
      Download {marked(shared.name)}
    </a>
  );
}

/** All of the session, newest first; those that nobody sees are not among them. */
export function GivenFiles({ state }: { state: SessionState }) {
  const problem = useSignal<Refusal | null>(null);
  const load = async () => {
    problem.value = null;
    await state.given.read().catch(thrown => {
      problem.value = refusal(thrown);
    });
  };
  useEffect(() => {
    load();
  }, [state]);
  if (problem.value) return <Failed problem={problem.value} retry={load} />;
  const files = state.given.all.value;
  if (files.length === 0) return null;
  return (
    <>
      <h2>Files that were given</h2>
      <ul class="given">
        {files.map(file => (
          <li key={file.attachment_id}>
            <a href={addressOf(file)} target="_blank" rel="noopener">
              {marked(file.name)}
            </a>{' '}
            <span class="hint">
              {file.size_bytes === null ? '' : `${bytes(file.size_bytes)}, `}by{' '}
              {file.source === 'user' ? 'a person' : 'the agent'}
              {file.created_at !== null && (
                <>
                  {' '}
                  <Age at={file.created_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
