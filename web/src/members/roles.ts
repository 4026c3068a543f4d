// Roles that can be given, as far as the reader may know them.
import { signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import type { Page, Role } from '../api/types.ts';
import { may, mayInAccount } from '../boot.ts';
import { complain } from '../parts/status.tsx';

const MOST = 200;
const OWN = '/v3beta1/organizations/{org_id}/roles';
const SEES = ['ViewOrgMembership', 'ManageOrgServiceUsers'];

/** Whoever holds one of these makes service users: the API gives it to none. */
export const MAKES_SERVICE_USERS = ['ManageOrgServiceUsers', 'ManageAccountServiceUsers'];

const builtin = (role_id: string, role_name: string, role_type: Role['role_type'], permissions: string[]): Role => ({
  role_id,
  role_name,
  role_type,
  permissions,
  is_builtin: true,
  created_at: null,
});

/** Those of every installation, for who may not list them. */
const BUILTIN = [
  builtin('org_admin', 'Admin', 'org', MAKES_SERVICE_USERS),
  builtin('org_member', 'Member', 'org', []),
  builtin('account_member', 'Member', 'enterprise', []),
];

export class Roles {
  readonly all = signal(BUILTIN);

  /** Of an organization those that can be held there; null: all of the account. */
  constructor(private readonly org: string | null) {}

  load = () => this.read().catch(complain);

  /** Their names by their ids. A role that somebody holds stays among them, whatever else there is. */
  choices(type: Role['role_type'], fits: (role: Role) => boolean, held?: { role_id: string; role_name: string }) {
    const known = this.all.value.filter(role => role.role_type === type && fits(role));
    return Object.fromEntries([...known, ...(held ? [held] : [])].map(role => [role.role_id, role.role_name]));
  }

  private async read() {
    const page = this.pages();
    if (!page) return;
    const found: Role[] = [];
    let after: string | undefined;
    do {
      const { items, has_next_page, end_cursor } = await page({ first: MOST, after });
      found.push(...items);
      after = has_next_page ? (end_cursor ?? undefined) : undefined;
    } while (after);
    this.all.value = found;
  }

  private pages(): ((query: { first: number; after?: string }) => Promise<Page<Role>>) | null {
    const { org } = this;
    if (mayInAccount('ViewAccountMembership'))
      return query => answer(api.GET('/v3/enterprise/roles', { params: { query } })) as Promise<Page<Role>>;
    if (!org || !SEES.some(permission => may(org, permission))) return null;
    const params = { path: { org_id: org } };
    return query => answer(api.GET(OWN, { params: { ...params, query } })) as Promise<Page<Role>>;
  }
}
