// What both screens of git ask.
import { signal } from '@preact/signals';
import { answer, api } from '../../api/client.ts';
import type { GitConnection } from '../../api/types.ts';
import { complain } from '../../parts/status.tsx';

export const GIT = 'ManageGitIntegrations';

const MOST = 100;
const CONNECTIONS = '/v3/enterprise/git-providers/connections';
const REPOSITORIES = '/v3/enterprise/git-providers/connections/{git_connection_id}/repositories';

/** The hosts that there are, and the repositories that the one in view shows. */
export class Hosts {
  readonly all = signal<GitConnection[] | null>(null);
  readonly repositories = signal<string[]>([]);
  /** Why they can't be offered. */
  readonly unread = signal<string | null>(null);
  private asked = '';

  load = () => this.read().catch(complain);

  /** Of the host that was chosen last: an answer that was overtaken is dropped. */
  async offer(host: string) {
    if (!host || this.asked === host) return;
    this.asked = host;
    this.repositories.value = [];
    this.unread.value = null;
    const params = { path: { git_connection_id: host }, query: { first: MOST } };
    try {
      const page = await answer(api.GET(REPOSITORIES, { params }));
      if (this.asked === host) this.repositories.value = page.items.map(each => each.repo_path);
    } catch (thrown) {
      if (this.asked === host) this.unread.value = (thrown as Error).message;
    }
  }

  private async read() {
    const found: GitConnection[] = [];
    let after: string | undefined;
    do {
      const page = await answer(api.GET(CONNECTIONS, { params: { query: { first: MOST, after } } }));
      found.push(...page.items);
      after = page.has_next_page ? (page.end_cursor ?? undefined) : undefined;
    } while (after);
    this.all.value = found;
  }
}
