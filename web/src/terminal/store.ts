// The terminals of the session, as the server lists them.
import { signal } from '@preact/signals';
import { answer, api, patience, pressKey } from '../api/client.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import { against, notTaken } from '../api/socket.ts';
import type { Session, Terminal } from '../api/types.ts';
import type { Inquiry, Size } from './connection.ts';

const ONE = '/v3/organizations/{org_id}/sessions/{session_id}';
const ALL = `${ONE}/terminals` as const;
/** Of a machine that comes nobody tells the page. */
const LOOK = 4_000;
/** No answer, no machine, too much to do. */
const PASSING = [0, 409, 429, 503];

export class Terminals {
  /** Null before the first answer. */
  readonly items = signal<Terminal[] | null>(null);
  readonly problem = signal<Refusal | null>(null);
  readonly chosen = signal<string | null>(null);
  readonly session;
  /** The chosen one, when it has ended: it stays in view, so that nobody types into another one unawares. */
  private over: string | null = null;
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
      if (PASSING.includes(this.problem.value.status)) {
        this.timer = window.setTimeout(this.look, LOOK);
      }
    }
  };

  private show(items: Terminal[]) {
    const before = this.items.peek() ?? [];
    const at = before.findIndex(each => each.terminal_id === this.chosen.peek());
    const chosen = before[at];
    const ended = chosen && !items.some(each => each.terminal_id === chosen.terminal_id);
    this.over = ended ? chosen.terminal_id : null;
    this.items.value = ended ? [...items.slice(0, at), chosen, ...items.slice(at)] : items;
    if (!chosen) this.chosen.value = items.at(-1)?.terminal_id ?? null;
  }

  choose(id: string) {
    const { over } = this;
    this.chosen.value = id;
    if (over && over !== id) this.drop(over);
  }

  private drop(id: string) {
    this.items.value = (this.items.peek() ?? []).filter(each => each.terminal_id !== id);
    if (this.over === id) this.over = null;
    if (this.chosen.peek() === id) this.chosen.value = this.items.peek()?.at(-1)?.terminal_id ?? null;
  }

  /** What a connection to a terminal asks after a break. */
  inquiry(id: string): Inquiry {
    return {
      gone: async () => {
        await this.look();
        if (this.problem.peek()?.code === 'machine_away') return 'machine_away';
        const there = this.over !== id && (this.items.peek() ?? []).some(each => each.terminal_id === id);
        return there || this.problem.peek()?.status === 0 ? null : 'gone';
      },
      refused: async () => {
        const problem = await against(this.connect(id));
        return problem ? `${problem.message}.${problem.hint ? ` ${problem.hint}.` : ''}` : notTaken();
      },
    };
  }

  async open(size: Size): Promise<void> {
    const params = { path: this.path, header: { 'Idempotency-Key': pressKey() } };
    const opened = await answer(api.POST(ALL, { params, body: size, signal: patience() }));
    this.items.value = [...(this.items.peek() ?? []), opened];
    this.choose(opened.terminal_id);
  }

  async close(id: string): Promise<void> {
    if (id !== this.over) await this.end(id);
    this.drop(id);
  }

  private async end(id: string): Promise<void> {
    await answer(api.DELETE(`${ALL}/{terminal_id}`, { params: { path: { ...this.path, terminal_id: id } } })).catch(
      thrown => {
        if (refusal(thrown).status !== 404) throw thrown;
      },
    );
  }

  async wake(): Promise<void> {
    this.session.value = await answer(api.POST(`${ONE}/resume`, { params: { path: this.path } }));
    await this.look();
  }

  private connect(id: string): string {
    const { org_id, session_id } = this.path;
    return `/v3/organizations/${org_id}/sessions/${session_id}/terminals/${id}/connect`;
  }

  address(id: string): string {
    return location.origin.replace('http', 'ws') + this.connect(id);
  }
}
