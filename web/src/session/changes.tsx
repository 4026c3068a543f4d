// What the session has changed, as it was stored when its task ended. Read only.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, api, get } from '../api/client.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Attachment } from '../api/types.ts';
import { Empty, Failed, Loading } from '../parts/states.tsx';
import { marked } from '../text/marks.ts';
import { bytes } from '../text/time.tsx';
import { Diff } from './diff.tsx';
import { filesOf, type PatchFile } from './patch.ts';
import type { SessionState } from './store.ts';

const NAME = 'changes.patch';
const MOST = 2 << 20;
/** Longer ones are closed at first. */
const LINES = 500;

export function Changes({ state }: { state: SessionState }) {
  const stored = useSignal<Attachment | null | undefined>(undefined);
  const files = useSignal<PatchFile[] | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const load = async () => {
    problem.value = null;
    try {
      const found = await newest(state);
      stored.value = found;
      if (found && (found.size_bytes ?? 0) <= MOST) files.value = filesOf(await (await get(local(found.url))).text());
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    load();
  }, [state]);
  if (problem.value) return <Failed problem={problem.value} retry={load} />;
  if (stored.value === undefined) return <Loading />;
  if (stored.value === null) {
    return (
      <Empty>
        <p>No changes are stored yet. They are when a task of the agent ends.</p>
      </Empty>
    );
  }
  const patch = stored.value;
  return (
    <div class="changes">
      <p class="hint">
        {patch.created_at && <>As of {new Date(patch.created_at * 1000).toLocaleString()}. </>}
        <a href={local(patch.url)}>changes.patch, {bytes(patch.size_bytes ?? 0)}</a>
      </p>
      {files.value?.map(file => (
        <File key={file.path} file={file} />
      ))}
    </div>
  );
}

async function newest(state: SessionState): Promise<Attachment | null> {
  const all = await answer(
    api.GET('/v3/organizations/{org_id}/sessions/{session_id}/attachments', { params: { path: state.path } }),
  );
  return (all as unknown as { items: Attachment[] }).items.find(each => each.name === NAME) ?? null;
}

/** Stored addresses carry the base address of their time. */
const local = (url: string) => new URL(url, location.origin).pathname;

function File({ file }: { file: PatchFile }) {
  const open = useSignal(file.lines.length <= LINES);
  return (
    <details
      class="file"
      open={open.value}
      onToggle={event => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary>
        <code>{marked(file.path)}</code> <span class="plus">+{file.additions}</span>{' '}
        <span class="minus">−{file.deletions}</span>
      </summary>
      {open.value && <Diff patch={file.lines.join('\n')} name={`Change of ${file.path}`} />}
    </details>
  );
}
