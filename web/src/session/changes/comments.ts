// Remarks on lines that were not sent yet. They stay in the browser, by session, until the service has taken them.
import { type Signal, signal } from '@preact/signals';
import { pressKey } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import { complain } from '../../parts/status.tsx';
import type { Where } from './lines.ts';

export interface Comment {
  id: string;
  path: string;
  where: Where;
  excerpt: string[];
  text: Signal<string>;
}

interface Kept {
  /** Of the message that they become: the same until they are others, so that none is sent twice. */
  key: string;
  comments: (Omit<Comment, 'text'> & { text: string })[];
}

const FULL = new Refusal(0, 'full', 'The browser keeps no more comments', 'Send these first', null);

export class Comments {
  readonly all = signal<Comment[]>([]);
  /** The one that is being written. */
  readonly open = signal<string | null>(null);
  key = pressKey();
  private readonly name: string;

  constructor(session: string) {
    this.name = `comments ${session}`;
    this.read();
  }

  /** Takes in what another tab writes. */
  follow = () => {
    const changed = (event: StorageEvent) => {
      if (event.key === this.name) this.read();
    };
    addEventListener('storage', changed);
    return () => removeEventListener('storage', changed);
  };

  begin(path: string, where: Where, excerpt: string[]) {
    this.close();
    const fresh = { id: pressKey(), path, where, excerpt, text: signal('') };
    this.all.value = [...this.all.peek(), fresh];
    this.open.value = fresh.id;
  }

  /** On more or fewer lines than before. */
  move(comment: Comment, where: Where, excerpt: string[]) {
    this.change(all => all.map(each => (each.id === comment.id ? { ...each, where, excerpt } : each)));
  }

  write(comment: Comment, text: string) {
    comment.text.value = text;
    this.change(all => all);
  }

  edit(comment: Comment) {
    this.close();
    this.open.value = comment.id;
  }

  /** One without a word is none. */
  close() {
    const open = this.open.peek();
    this.open.value = null;
    const others = this.all.peek().filter(each => each.id !== open || said(each));
    if (others.length < this.all.peek().length) this.all.value = others;
  }

  remove(comment: Comment) {
    if (this.open.peek() === comment.id) this.open.value = null;
    this.change(all => all.filter(each => each.id !== comment.id));
  }

  putBack(comment: Comment) {
    this.change(all => [...all, comment]);
  }

  /** Those with words, in the order of the files. */
  get ready(): Comment[] {
    return this.all.value.filter(said);
  }

  taken(sent: Comment[]) {
    if (sent.some(each => each.id === this.open.peek())) this.open.value = null;
    this.change(all => all.filter(each => !sent.includes(each)));
  }

  private change(how: (all: Comment[]) => Comment[]) {
    const before = this.all.peek();
    const after = how(before);
    if (after !== before) this.all.value = after;
    this.key = pressKey();
    this.keep();
  }

  private keep() {
    const kept: Kept = {
      key: this.key,
      comments: this.all
        .peek()
        .filter(said)
        .map(each => ({ ...each, text: each.text.peek() })),
    };
    try {
      if (kept.comments.length > 0) localStorage.setItem(this.name, JSON.stringify(kept));
      else localStorage.removeItem(this.name);
    } catch {
      complain(FULL);
    }
  }

  private read() {
    const kept = parsed(localStorage.getItem(this.name));
    if (kept) this.key = kept.key;
    const open = this.all.peek().filter(each => each.id === this.open.peek());
    const others = (kept?.comments ?? []).filter(each => each.id !== this.open.peek());
    this.all.value = [...others.map(each => ({ ...each, text: signal(each.text) })), ...open];
  }
}

const said = (comment: Comment) => comment.text.value.trim() !== '';

function parsed(text: string | null): Kept | null {
  try {
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    return null;
  }
}
