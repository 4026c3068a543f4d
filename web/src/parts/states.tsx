// What stands where nothing else does: loading, empty, refused, gone.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../api/problem.ts';

/** Not before it takes long enough to be noticed. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} />
      ))}
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

export function Gone({ what }: { what: string }) {
  return (
    <section class="empty">
      <h1>No such {what}</h1>
      <p>No such {what}, or you may not see it.</p>
      <p>
        <a href="/">To the sessions</a>
      </p>
    </section>
  );
}

export function NoOrganization() {
  return (
    <section class="empty">
      <h1>Sessions</h1>
      <p>You belong to no organization yet. An administrator can add you to one.</p>
    </section>
  );
}

export function Failed({ problem, retry }: { problem: Refusal; retry?: () => void }) {
  return (
    <div class="refusal" role="alert">
      <p>
        <strong>{problem.message}</strong>
        {problem.hint && <> {problem.hint}.</>}
      </p>
      {problem.requestId && (
        <p class="hint">
          Request <code>{problem.requestId}</code>
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Retry
        </button>
      )}
    </div>
  );
}
