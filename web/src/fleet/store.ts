// Where sessions run, as it is by now: asked again while somebody looks.
import { signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Machine, Platform } from '../api/types.ts';
import { mayInAccount } from '../boot.ts';

const PAUSE = 10_000;
const MOST = 200;

export class Fleet {
  readonly places = signal<Platform[] | null>(null);
  /** Null when the reader may not see them. */
  readonly machines = signal<Machine[] | null>(null);
  readonly problem = signal<Refusal | null>(null);

  constructor(private readonly org: string) {}

  look = async () => {
    try {
      const params = { path: { org_id: this.org } };
      const [places, machines] = await Promise.all([
        answer(api.GET('/v3/organizations/{org_id}/platforms', { params })),
        mayInAccount('ViewEnterpriseInfraDetails') ? this.all() : null,
      ]);
      this.places.value = places.items;
      this.machines.value = machines;
      this.problem.value = null;
    } catch (thrown) {
      this.problem.value = refusal(thrown);
    }
  };

  /** Until the answer's end is called. */
  follow = () => {
    this.look();
    const timer = setInterval(() => document.visibilityState === 'visible' && this.look(), PAUSE);
    return () => clearInterval(timer);
  };

  private async all(): Promise<Machine[]> {
    const query = { first: MOST, status: 'all' as const };
    const found = await answer(api.GET('/v3/enterprise/hypervisors', { params: { query } }));
    return found.items.filter(machine => machine.status !== 'terminated');
  }
}
