// The keys of a service user: by the account's addresses for who may use them, else by those of the organization.
import { answer, api } from '../../api/client.ts';
import type { ApiKey } from '../../api/types.ts';
import { may, mayInAccount } from '../../boot.ts';

const IN_ACCOUNT = 'ManageAccountServiceUsers';
const IN_ORG = 'ManageOrgServiceUsers';

const OF = '/v3beta1/enterprise/service-users/{service_user_id}/api-keys';
const ONE = '/v3beta1/enterprise/service-users/{service_user_id}/api-keys/{api_key_id}';
const ROTATE = '/v3beta1/enterprise/service-users/{service_user_id}/api-keys/{api_key_id}/rotate';
const OWN = '/v3beta1/organizations/{org_id}/service-users/{service_user_id}/api-keys';
const OWN_ONE = '/v3beta1/organizations/{org_id}/service-users/{service_user_id}/api-keys/{api_key_id}';
const OWN_ROTATE = '/v3beta1/organizations/{org_id}/service-users/{service_user_id}/api-keys/{api_key_id}/rotate';

export interface Made {
  token: string;
}

interface Draft {
  name: string;
  expires_at: number | null;
}

interface Rotation {
  grace_seconds: number | null;
  new_key_expires_at: number | null;
}

export class KeysOf {
  private readonly account: boolean;
  private readonly user: { service_user_id: string };
  private readonly own: { org_id: string; service_user_id: string };

  /** Without an organization: by the account's addresses alone. */
  constructor(
    private readonly org_id: string | null,
    service_user_id: string,
  ) {
    this.account = org_id === null || mayInAccount(IN_ACCOUNT);
    this.user = { service_user_id };
    this.own = { org_id: org_id ?? '', service_user_id };
  }

  /** What the reader lacks to see them; null: nothing. */
  get lacks(): string | null {
    if (mayInAccount(IN_ACCOUNT)) return null;
    if (this.org_id === null) return IN_ACCOUNT;
    return may(this.org_id, IN_ORG) ? null : IN_ORG;
  }

  async all(): Promise<ApiKey[]> {
    const page = this.account
      ? await answer(api.GET(OF, { params: { path: this.user } }))
      : await answer(api.GET(OWN, { params: { path: this.own } }));
    return page.items;
  }

  make(body: Draft, press: string): Promise<Made> {
    const header = { 'Idempotency-Key': press };
    return this.account
      ? answer(api.POST(OF, { params: { path: this.user, header }, body }))
      : answer(api.POST(OWN, { params: { path: this.own, header }, body }));
  }

  rotate(api_key_id: string, body: Rotation, press: string): Promise<Made> {
    const header = { 'Idempotency-Key': press };
    return this.account
      ? answer(api.POST(ROTATE, { params: { path: { ...this.user, api_key_id }, header }, body }))
      : answer(api.POST(OWN_ROTATE, { params: { path: { ...this.own, api_key_id }, header }, body }));
  }

  async revoke(api_key_id: string): Promise<void> {
    if (this.account) await answer(api.DELETE(ONE, { params: { path: { ...this.user, api_key_id } } }));
    else await answer(api.DELETE(OWN_ONE, { params: { path: { ...this.own, api_key_id } } }));
  }
}
