// What a model may name: others that stand in for it, and secrets that are keys.
import { signal } from '@preact/signals';
import { answer, api } from '../../api/client.ts';
import { may } from '../../boot.ts';
import { complain } from '../../parts/status.tsx';

const MOST = 200;

export class Known {
  readonly models = signal<string[]>([]);
  readonly secrets = signal<string[]>([]);

  constructor(private readonly org: string) {}

  load = () => Promise.all([this.readModels(), this.readSecrets()]).catch(complain);

  private async readModels() {
    if (!may(this.org, 'UseAgentSessions')) return;
    const params = { path: { org_id: this.org } };
    const found = await answer(api.GET('/v3/organizations/{org_id}/models', { params }));
    this.models.value = found.items.map(({ model }) => model);
  }

  private async readSecrets() {
    if (!may(this.org, 'ManageOrgSecrets')) return;
    const params = { path: { org_id: this.org }, query: { first: MOST } };
    const found = await answer(api.GET('/v3/organizations/{org_id}/secrets', { params }));
    this.secrets.value = found.items.flatMap(({ key }) => key ?? []);
  }
}
