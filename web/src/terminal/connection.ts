// One who looks at a terminal: its websocket, which comes back where it broke off.
import { signal } from '@preact/signals';

export interface Size {
  rows: number;
  columns: number;
}

/** What shows the terminal. */
export interface Sink {
  /** `done` is to be called once they are shown. */
  bytes: (bytes: Uint8Array, done: () => void) => void;
  /** What was given before is older than what comes, also where it is not shown yet. */
  reset: () => void;
  resize: (size: Size) => void;
}

/** Asked after a break. */
export interface Inquiry {
  /** Null while the terminal is still there, as far as is known; else the reason of its end. */
  gone: () => Promise<string | null>;
  /** Why a connection was not taken, in words. */
  refused: () => Promise<string>;
}

export interface Ending {
  reason: string;
  code: number | null;
}

interface Said {
  type: string;
  from: number;
  rows: number;
  columns: number;
  reason: string;
  code: number | null;
}

const PROTOCOL = 'agent-terminal.v1';
const PIECE = 16 << 10;
/** What waits to be shown; beyond that the rest is skipped. */
const MOST = 4 << 20;
/** What a server keeps, and sends first; it has come when there is silence after it. */
const KEPT = 256 << 10;
const SILENCE = 1_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

type Make = (address: string) => WebSocket;

export class Connection {
  /** Null while it goes on. */
  readonly ending = signal<Ending | null>(null);
  readonly open = signal(false);
  /** Why it does not open. */
  readonly trouble = signal<string | null>(null);
  private socket: WebSocket | null = null;
  private place: number | null = null;
  private pending = 0;
  /** How many of the bytes that come may be old. */
  private old = 0;
  private oldPending = 0;
  private silence = 0;
  private pause = FIRST_PAUSE;
  private timer = 0;
  private size: Size | null = null;
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly sink: Sink,
    private readonly inquiry: Inquiry,
    private readonly make: Make = url => new WebSocket(url, PROTOCOL),
  ) {
    this.connect();
  }

  private connect() {
    const socket = this.make(this.address + (this.place === null ? '' : `?from=${this.place}`));
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.said(JSON.parse(data) as Said);
      else this.take(new Uint8Array(data as ArrayBuffer));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.broken();
    };
    this.socket = socket;
  }

  private said({ type, from, rows, columns, reason, code }: Said) {
    if (type === 'start') {
      if (this.place !== null && this.place !== from) this.sink.reset();
      this.begin(from);
      this.pause = FIRST_PAUSE;
      this.open.value = true;
      this.trouble.value = null;
      if (this.size) this.tell(this.size);
      else this.sink.resize({ rows, columns });
    } else if (type === 'resize') {
      this.size = { rows, columns };
      this.sink.resize(this.size);
    } else if (type === 'lost') {
      this.sink.reset();
      this.begin(from);
    } else if (type === 'exit') {
      this.end({ reason, code });
    }
  }

  private begin(from: number) {
    this.place = from;
    this.old = KEPT;
    this.listen();
  }

  /** Until nothing comes for a while. */
  private listen() {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => {
      this.old = 0;
    }, SILENCE);
  }

  private take(bytes: Uint8Array) {
    const old = this.old > 0 ? bytes.length : 0;
    if (old) this.listen();
    this.old -= old;
    this.oldPending += old;
    this.place = (this.place ?? 0) + bytes.length;
    this.pending += bytes.length;
    this.sink.bytes(bytes, () => {
      this.pending -= bytes.length;
      this.oldPending -= old;
    });
    if (this.pending > MOST) this.socket?.close(); // it comes back for what is kept then
  }

  private async broken() {
    const taken = this.open.value;
    this.open.value = false;
    this.socket = null;
    if (this.closed || this.ending.value) return;
    const reason = await this.inquiry.gone().catch(() => null);
    if (this.closed) return;
    if (reason) {
      this.end({ reason, code: null });
      return;
    }
    // A browser does not say what a websocket was answered.
    if (!taken) this.trouble.value = await this.inquiry.refused().catch(() => null);
    if (this.closed) return;
    this.timer = window.setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private end(ending: Ending) {
    this.ending.value = ending;
    this.open.value = false;
  }

  private send(what: string | Uint8Array<ArrayBuffer>) {
    if (this.open.value) this.socket?.send(what);
  }

  /** Programs ask a terminal questions. While old output is drawn, what comes back answers old ones: nobody waits for it. */
  type(bytes: Uint8Array<ArrayBuffer>) {
    if (this.oldPending > 0) return;
    this.old = 0; // what comes now answers this
    for (let at = 0; at < bytes.length; at += PIECE) this.send(bytes.slice(at, at + PIECE));
  }

  /** The size of what shows it. */
  tell(size: Size) {
    this.size = size;
    this.send(JSON.stringify({ type: 'resize', ...size }));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.socket?.close();
  }
}
