// One session on the page: its record, its steps, what waits and what is being written.
import { batch, type Signal, signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import { Live } from '../api/live.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Approval, Piece, Queued, QueuedMessages, Session, Step, Timeline } from '../api/types.ts';
import { ended } from '../parts/standing.tsx';
import { announce } from '../parts/status.tsx';
import { learn, type Path, pathOf } from '../store/sessions.ts';
import { Given } from './given.ts';
import { Pieces } from './pieces.ts';
import { merged, put } from './rows.ts';

const ONE = '/v3/organizations/{org_id}/sessions/{session_id}';
const NAMES = ['step', 'piece', 'session', 'messages', 'end'];

export class SessionState {
  readonly session: Signal<Session>;
  readonly steps = signal<Step[] | null>(null);
  readonly queued = signal<Queued[]>([]);
  readonly approval = signal<Approval | null>(null);
  readonly problem = signal<Refusal | null>(null);
  readonly hasBefore = signal(false);
  readonly hasAfter = signal(false);
  /** Steps that came since the reader left the end. */
  readonly news = signal(0);
  /** The number of the last event by which the agent may have changed files. */
  readonly touched = signal(0);
  readonly live = signal<Live | null>(null);
  readonly pieces = new Pieces();
  readonly path: Path;
  readonly given: Given;
  private first = 0;
  private last = 0;
  private loading = false;

  constructor(session: Session, timeline: Timeline | undefined, around: number | null) {
    this.session = learn(session);
    this.path = pathOf(session);
    this.given = new Given(this.path);
    if (timeline && around === null) {
      this.take(timeline);
      this.watch(timeline.log_last_seq);
    } else {
      this.load(around);
    }
  }

  close() {
    this.live.peek()?.close();
  }

  /** Reads the newest steps, or those around an event. */
  load = async (around: number | null = null) => {
    try {
      const page = await this.page(around === null ? {} : { around });
      this.steps.value = null;
      this.take(page);
      this.problem.value = null;
      this.watch(page.log_last_seq);
    } catch (thrown) {
      this.problem.value = refusal(thrown);
    }
  };

  older = () => this.further({ before: this.first });

  newer = () => this.further({ after: this.last });

  private async further(where: { before: number } | { after: number }) {
    if (this.loading) return;
    this.loading = true;
    try {
      const page = await this.page(where);
      if ('before' in where && window.scrollY === 0) window.scrollTo(0, 1); // from 0 on browsers keep no text in place
      this.take(page, 'before' in where ? 'before' : 'after');
    } catch (thrown) {
      this.problem.value = refusal(thrown);
    } finally {
      this.loading = false;
    }
  }

  private page(query: { before?: number; after?: number; around?: number }): Promise<Timeline> {
    return answer(api.GET(`${ONE}/timeline`, { params: { path: this.path, query } })) as Promise<Timeline>;
  }

  private take(page: Timeline, side: 'all' | 'before' | 'after' = 'all') {
    batch(() => {
      const had = this.steps.peek();
      this.steps.value = merged(had ?? [], page.items);
      if (side !== 'after') {
        this.first = page.first_seq;
        this.hasBefore.value = page.has_before;
      }
      if (side !== 'before') {
        this.last = page.last_seq;
        this.hasAfter.value = page.has_after;
      }
    });
  }

  private watch(after: number) {
    this.live.peek()?.close();
    const { org_id, session_id } = this.path;
    const address = (from: string) =>
      `/v3/organizations/${org_id}/sessions/${session_id}/timeline?watch=true&after=${from}`;
    this.live.value = new Live(address, NAMES, (name, data) => this.hear(name, data), after);
  }

  private hear(name: string, data: unknown) {
    switch (name) {
      case 'step':
        this.step(data as Step);
        break;
      case 'piece':
        this.pieces.take(data as Piece);
        break;
      case 'session':
        this.told(data as Session);
        break;
      case 'messages':
        this.queued.value = (data as QueuedMessages).items;
        break;
      default:
        this.live.peek()?.close();
        announce('The session has ended');
    }
  }

  private step(step: Step) {
    batch(() => {
      if (step.status !== 'running') this.pieces.drop(step.id);
      if (step.cost || step.kind === 'said' || step.kind === 'thought') this.pieces.drop();
      if (touches(step)) this.touched.value = Math.max(this.touched.peek(), step.last_seq);
      const steps = this.steps.peek() ?? [];
      const fresh = !steps.some(known => known.id === step.id);
      if (this.hasAfter.peek()) return; // it comes with the pages between
      this.steps.value = put(steps, step);
      this.last = Math.max(this.last, step.last_seq);
      if (fresh) this.news.value++;
      if (fresh && ['question', 'approval', 'finished', 'problem'].includes(step.kind)) announce(step.title);
    });
    if (step.kind === 'approval') this.askForApproval();
  }

  private told(session: Session) {
    const asked = this.session.peek().status_detail;
    learn(session);
    if (session.status_detail !== asked || session.outcome === 'asks') this.askForApproval();
    if (ended(session)) this.approval.value = null;
  }

  /** The one that waits, with all of what is to be done. */
  askForApproval = async () => {
    const session = this.session.peek();
    const may = session.status_detail === 'waiting_for_approval' || session.outcome === 'asks';
    if (!may) {
      this.approval.value = null;
      return;
    }
    try {
      const page = await answer(api.GET(`${ONE}/approvals`, { params: { path: this.path, query: { first: 1 } } }));
      this.approval.value = page.items.find(each => each.answer === null) ?? null;
    } catch (thrown) {
      this.problem.value = refusal(thrown);
    }
  };
}

const touches = ({ kind, status }: Step) => status !== 'running' && ['command', 'edit', 'tool'].includes(kind);
