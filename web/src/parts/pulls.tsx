import type { Session } from '../api/types.ts';
import { safe } from '../text/markdown.tsx';

const MOST = 3;

/** Links to the pull requests of a session. */
export function PullRequests({ session }: { session: Session }) {
  return (
    <>
      {session.pull_requests.slice(0, MOST).map(pull => {
        const href = safe(pull.pr_url);
        const name = `#${pull.pr_url.match(/(\d+)\/?$/)?.[1] ?? '…'} ${pull.pr_state}`;
        return href ? (
          <a key={href} class="tag" href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ) : (
          <span key={pull.pr_url} class="tag">
            {name}
          </span>
        );
      })}
    </>
  );
}
