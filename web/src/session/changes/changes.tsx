// What the session has changed, as it was stored when its task ended, with remarks for the agent.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { answer, api, get } from '../../api/client.ts';
import { type Refusal, refusal } from '../../api/problem.ts';
import type { Attachment } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { ended } from '../../parts/standing.tsx';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { bytes } from '../../text/time.tsx';
import type { SessionState } from '../store.ts';
import { Comments } from './comments.ts';
import { FileChange } from './file.tsx';
import { useChangesKeys } from './keys.ts';
import { linesOf, spanAt } from './lines.ts';
import { filesOf, type PatchFile } from './patch.ts';
import { SendComments, Strays } from './send.tsx';

const NAME = 'changes.patch';
const MOST = 2 << 20;

export function Changes({ state }: { state: SessionState }) {
  const stored = useSignal<Attachment | null | undefined>(undefined);
  const files = useSignal<PatchFile[]>([]);
  const problem = useSignal<Refusal | null>(null);
  const session = state.session.value;
  const writes = may(session.org_id, 'ManageOrgSessions') && !ended(session);
  const comments = useMemo(() => new Comments(session.session_id), [session.session_id]);
  useEffect(() => comments.follow(), [comments]);
  useChangesKeys(writes);
  const load = async () => {
    problem.value = null;
    try {
      const found = await newest(state);
      if (found && (found.size_bytes ?? 0) <= MOST) files.value = filesOf(await (await get(local(found.url))).text());
      stored.value = found;
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    load();
  }, [state]);
  if (problem.value) return <Failed problem={problem.value} retry={load} />;
  if (stored.value === undefined) return <Loading />;
  const patch = stored.value;
  return (
    <div class="changes">
      {patch ? (
        <p class="hint">
          {patch.created_at && <>As of {new Date(patch.created_at * 1000).toLocaleString()}. </>}
          <a href={local(patch.url)}>changes.patch, {bytes(patch.size_bytes ?? 0)}</a>
          {writes && files.value.length > 0 && '. The number of a line, or m, comments on it for the agent.'}
        </p>
      ) : (
        <Empty>
          <p>No changes are stored yet. They are when a task of the agent ends.</p>
        </Empty>
      )}
      <Elsewhere files={files.value} comments={comments} />
      {files.value.map(file => (
        <FileChange key={file.path} file={file} comments={comments} writes={writes} />
      ))}
      <SendComments state={state} comments={comments} writes={writes} />
    </div>
  );
}

/** Comments on lines that this patch does not have. */
function Elsewhere({ files, comments }: { files: PatchFile[]; comments: Comments }) {
  const strays = comments.all.value.filter(each => {
    const file = files.find(one => one.path === each.path);
    return !file || !spanAt(linesOf(file.lines), each.excerpt, each.where);
  });
  return <Strays comments={comments} strays={strays} />;
}

async function newest(state: SessionState): Promise<Attachment | null> {
  const all = await answer(
    api.GET('/v3/organizations/{org_id}/sessions/{session_id}/attachments', { params: { path: state.path } }),
  );
  return (
    (all as unknown as { items: Attachment[] }).items.find(each => each.source === 'agent' && each.name === NAME) ??
    null
  );
}

/** Stored addresses carry the base address of their time. */
const local = (url: string) => new URL(url, location.origin).pathname;
