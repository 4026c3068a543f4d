// The terminals of the session, as the server lists them.
import { signal } from '@preact/signals';
import { answer, api, patience, pressKey } from '../api/client.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Session, Terminal } from '../api/types.ts';
import type { Size } from './connection.ts';

const ONE = '/v3/organizations/{org_id}/sessions/{session_id}';
const ALL = `${ONE}/terminals` as const;
/** Of a machine that comes nobody tells the page. */
const LOOK = 4_000;

export class Terminals {
  /** Null before the first answer. */
  readonly items = signal<Terminal[] | null>(null);
  readonly problem = signal<Refusal | null>(null);
  readonly chosen = signal<string | null>(null);
  readonly session;
  private timer = 0;

  constructor(session: Session) {
    this.session = signal(session);
  }

  get path() {
    const { org_id, session_id } = this.session.peek();
    return { org_id, session_id };
  }

  /** Looks until there is a machine. */
  readonly look = async (): Promise<void> => {
    clearTimeout(this.timer);
    try {
      const { items } = await answer(api.GET(ALL, { params: { path: this.path }, signal: patience() }));
      this.show(items);
      this.problem.value = null;
    } catch (thrown) {
      this.problem.value = refusal(thrown);
      if (this.problem.value.code === 'machine_away') {
        this.show([]);
        this.session.value = await answer(api.GET(ONE, { params: { path: this.path } })).catch(() =>
          this.session.peek(),
        );
      }
      if (this.problem.value.status === 409 || this.problem.value.status === 0) {
        this.timer = window.setTimeout(this.look, LOOK);
      }
    }
  };

  private show(items: Terminal[]) {
    this.items.value = items;
    const chosen = this.chosen.peek();
    if (!items.some(each => each.terminal_id === chosen)) this.chosen.value = items.at(-1)?.terminal_id ?? null;
  }

  /** Whether it is still there, as far as is known. */
  readonly has = async (id: string): Promise<boolean> => {
    await this.look();
    return this.problem.peek()?.status === 0 || (this.items.peek() ?? []).some(each => each.terminal_id === id);
  };

  async open(size: Size): Promise<void> {
    const params = { path: this.path, header: { 'Idempotency-Key': pressKey() } };
    const opened = await answer(api.POST(ALL, { params, body: size, signal: patience() }));
    this.items.value = [...(this.items.peek() ?? []), opened];
    this.chosen.value = opened.terminal_id;
  }

  async close(id: string): Promise<void> {
    await answer(api.DELETE(`${ALL}/{terminal_id}`, { params: { path: { ...this.path, terminal_id: id } } })).catch(
      thrown => {
        if (refusal(thrown).status !== 404) throw thrown;
      },
    );
    this.show((this.items.peek() ?? []).filter(each => each.terminal_id !== id));
  }

  async wake(): Promise<void> {
    this.session.value = await answer(api.POST(`${ONE}/resume`, { params: { path: this.path } }));
    await this.look();
  }

  address(id: string): string {
    const { org_id, session_id } = this.path;
    const path = `/v3/organizations/${org_id}/sessions/${session_id}/terminals/${id}/connect`;
    return location.origin.replace('http', 'ws') + path;
  }
}
