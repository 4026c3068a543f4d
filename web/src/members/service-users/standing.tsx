import type { ApiKey } from '../../api/types.ts';
import { Age } from '../../text/time.tsx';
import { Ends } from './ends.tsx';

/** Whether a key works, for how long, and whether anybody uses it. */
export function Standing({ of }: { of: ApiKey }) {
  if (of.revoked_at !== null) {
    return (
      <span class="badge rest">
        revoked <Age at={of.revoked_at} /> ago
      </span>
    );
  }
  return (
    <>
      {of.is_active ? <span class="badge good">active</span> : <span class="badge rest">expired</span>}
      {of.expires_at === null ? <span class="hint">without an end</span> : <Ends at={of.expires_at} />}
      <span class="hint">
        {of.last_used_at === null ? (
          'never used'
        ) : (
          <>
            used <Age at={of.last_used_at} /> ago
          </>
        )}
      </span>
    </>
  );
}
