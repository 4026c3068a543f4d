import type { ServiceUser } from '../../api/types.ts';
import { marked } from '../../text/marks.ts';
import { Ends } from './ends.tsx';

/** In a row of the list. */
export function Facts({ of, roles }: { of: ServiceUser; roles: string[] }) {
  return (
    <>
      {of.deleted_at !== null && <span class="badge rest">deleted</span>}
      {roles.map(role => (
        <span key={role}>{marked(role)}</span>
      ))}
      {of.deleted_at === null && of.expires_at !== null && <Ends at={of.expires_at} />}
    </>
  );
}
