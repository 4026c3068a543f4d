// What the session has changed, with remarks for the agent.
import { useEffect, useMemo } from 'preact/hooks';
import { may } from '../../boot.ts';
import { ended } from '../../parts/standing.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { useFollow } from '../follow.ts';
import type { SessionState } from '../store.ts';
import { Comments } from './comments.ts';
import { FileChange } from './file.tsx';
import { useChangesKeys } from './keys.ts';
import { linesOf, spanAt } from './lines.ts';
import type { PatchFile } from './patch.ts';
import { Review } from './reading.ts';
import { SendComments, Strays } from './send.tsx';
import { Nothing, SinceLine } from './since.tsx';

export function Changes({ state }: { state: SessionState }) {
  const session = state.session.value;
  const writes = may(session.org_id, 'ManageOrgSessions') && !ended(session);
  const review = useMemo(() => new Review(state), [state]);
  const comments = useMemo(() => new Comments(session.session_id), [session.session_id]);
  useEffect(() => comments.follow(), [comments]);
  useFollow(state, review.look);
  useChangesKeys(writes);
  const problem = review.problem.value;
  const files = review.files.value;
  return (
    <div class="changes">
      {problem && <Failed problem={problem} retry={review.look} />}
      <SinceLine review={review} writes={writes} />
      {!problem && !review.list.value && <Loading />}
      {review.list.value && files.length === 0 && <Nothing review={review} />}
      <Elsewhere files={files} comments={comments} />
      {files.map(file => (
        <FileChange key={file.path} file={file} comments={comments} writes={writes} read={review.lines} />
      ))}
      <SendComments state={state} comments={comments} writes={writes} />
    </div>
  );
}

/** Comments on lines that this patch does not have. */
function Elsewhere({ files, comments }: { files: PatchFile[]; comments: Comments }) {
  const strays = comments.all.value.filter(each => {
    const file = files.find(one => one.path === each.path);
    return !file || (file.lines !== null && !spanAt(linesOf(file.lines), each.excerpt, each.where));
  });
  return <Strays comments={comments} strays={strays} />;
}
