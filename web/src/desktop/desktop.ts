// The desktop of a session's machine: its connection, which comes back, and why there is none.
import { signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import type { Refusal } from '../api/problem.ts';
import { against, notTaken } from '../api/socket.ts';
import type { Session } from '../api/types.ts';

export type Mode = 'view' | 'control';

/** What shows it on one connection. */
export interface Shown {
  close: () => void;
}

/** Shows what comes by a socket that has just opened; `ready` is called when there is a picture. */
export type Show = (socket: WebSocket, mode: Mode, ready: () => void) => Shown;

type Make = (address: string) => WebSocket;

const PROTOCOL = 'agent-desktop.v1';
const ONE = '/v3/organizations/{org_id}/sessions/{session_id}';
/** Of a machine that comes nobody tells the page. */
const LOOK = 4_000;
/** No answer, no machine, too much to do. */
const PASSING = [0, 409, 429, 503];
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const NOT_ALLOWED = 1008;
const FAILED = 1011;

export class Desktop {
  readonly session;
  readonly mode = signal<Mode>('view');
  /** Whether its picture is there. */
  readonly shown = signal(false);
  /** What is against it. */
  readonly problem = signal<Refusal | null>(null);
  /** Why there is no picture yet, where nothing is against it. */
  readonly trouble = signal<string | null>(null);
  private socket: WebSocket | null = null;
  private view: Shown | null = null;
  private pause = FIRST_PAUSE;
  private timer = 0;
  private closed = false;

  constructor(
    session: Session,
    private readonly show: Show,
    private readonly make: Make = address => new WebSocket(address, PROTOCOL),
  ) {
    this.session = signal(session);
  }

  private get path() {
    const { org_id, session_id } = this.session.peek();
    return { org_id, session_id };
  }

  private get place() {
    const { org_id, session_id } = this.path;
    return `/v3/organizations/${org_id}/sessions/${session_id}/desktop/connect?mode=${this.mode.peek()}`;
  }

  readonly connect = () => {
    clearTimeout(this.timer);
    const socket = this.make(location.origin.replace('http', 'ws') + this.place);
    let opened = false;
    this.socket = socket;
    socket.addEventListener('open', () => {
      if (this.socket !== socket) return;
      opened = true;
      this.view = this.show(socket, this.mode.peek(), () => this.ready(socket));
    });
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.socket === socket) this.broken(opened, code, reason);
    });
  };

  private ready(socket: WebSocket) {
    if (this.socket !== socket) return;
    this.shown.value = true;
    this.trouble.value = null;
    this.problem.value = null;
    this.pause = FIRST_PAUSE;
  }

  private async broken(opened: boolean, code: number, reason: string) {
    this.drop();
    if (this.closed) return;
    if (code === FAILED || code === NOT_ALLOWED) this.trouble.value = `The desktop can't be shown: ${reason}.`;
    await this.look(opened);
  }

  /** Asks what is against a connection, and makes one when nothing is. */
  private async look(opened: boolean): Promise<void> {
    const asked = this.mode.peek();
    const problem = await against(this.place);
    if (this.closed || this.socket || asked !== this.mode.peek()) return;
    this.problem.value = problem;
    if (problem?.code === 'machine_away') {
      this.session.value = await answer(api.GET(ONE, { params: { path: this.path } })).catch(() => this.session.peek());
      if (this.closed || this.socket) return;
    }
    if (problem) {
      if (PASSING.includes(problem.status)) this.later(() => this.look(true), LOOK);
      return;
    }
    // A browser does not say what a websocket was answered.
    if (!opened) this.trouble.value = notTaken();
    this.later(this.connect, this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private later(run: () => void, pause: number) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(run, pause);
  }

  /** What a person asks for again by hand. */
  readonly retry = () => {
    this.problem.value = null;
    this.connect();
  };

  /** Looks on, or acts there: each is a connection of its own, which the server holds to it. */
  turn(mode: Mode) {
    if (mode === this.mode.peek()) return;
    this.mode.value = mode;
    this.drop();
    if (!this.problem.peek()) this.connect();
  }

  async wake(): Promise<void> {
    this.session.value = await answer(api.POST(`${ONE}/resume`, { params: { path: this.path } }));
    await this.look(true);
  }

  private drop() {
    const { socket, view } = this;
    this.socket = null;
    this.view = null;
    this.shown.value = false;
    view?.close();
    socket?.close();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.drop();
  }
}
