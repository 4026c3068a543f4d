// Whether an audit log is whole, as `agent audit verify` finds out: each record's seal has its place, and the hash of the
// record before it.
import { canonical, member, ours, plain, type Written, written } from './canonical.ts';

export interface Whole {
  whole: true;
  /** How many records are in the chain. */
  position: number;
  /** Of the last one. */
  hash: string;
  /** Records that wait for their seal: nothing is known of them. */
  unsealed: number;
}

export interface Broken {
  whole: false;
  /** What has become of the first record that is not as it was. */
  what: 'changed' | 'removed' | 'inserted';
  /** Its place; 0 of one without a seal. */
  position: number;
  /** Which one, in words. */
  says: string;
}

const BEGINNING = '0'.repeat(64);

/** Records come nearly in the order of their seals; one that stays away for longer is missing. */
const MOST_OUT_OF_TURN = 50_000;
/** Seconds; an older record without a seal was put in. */
const SEALED_WITHIN = 3600;

const idOf = (record: Written) => String(plain(record, 'audit_log_id') ?? 'a record without id');

/** Of a record as the API shows it. */
export async function hashOf(record: Written): Promise<string> {
  const seal = member(record, 'seal');
  if (!(record instanceof Map) || !(seal instanceof Map)) return '';
  const open = new Map(seal);
  open.delete('"hash"');
  const hashed = canonical(new Map(record).set('"seal"', open));
  const text = canonical(written(ours(hashed))); // names may be others by then, and so their order
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}

export class Check {
  private readonly waiting = new Map<number, Written>();
  private position = 0;
  private hash = BEGINNING;
  private id = 'the beginning';
  private sealedAt = 0;
  private unsealed = 0;
  private oldest: { id: string; at: number } | null = null;
  private broken: Broken | null = null;

  /** The next record; oldest first. */
  async take(record: Written): Promise<void> {
    if (this.broken) return;
    const seal = member(record, 'seal');
    if (!(seal instanceof Map)) {
      this.leaveOpen(record);
      return;
    }
    const position = Number(plain(seal, 'position') ?? 0);
    if (position <= this.position || this.waiting.has(position)) {
      this.breaks('inserted', position, `${idOf(record)} has the place of another record`);
      return;
    }
    this.waiting.set(position, record);
    for (let next = this.turn(); next && !this.broken; next = this.turn()) await this.look(next);
    if (!this.broken && this.waiting.size > MOST_OUT_OF_TURN) this.misses();
  }

  /** When all have been taken. */
  finish(): Whole | Broken {
    if (!this.broken && this.waiting.size > 0) this.misses();
    if (!this.broken && this.oldest && this.oldest.at + SEALED_WITHIN < this.sealedAt) {
      this.breaks('inserted', 0, `${this.oldest.id} is old and has no seal`);
    }
    const { position, hash, unsealed } = this;
    return this.broken ?? { whole: true, position, hash, unsealed };
  }

  private turn(): Written | undefined {
    const next = this.waiting.get(this.position + 1);
    if (next !== undefined) this.waiting.delete(this.position + 1);
    return next;
  }

  private leaveOpen(record: Written) {
    this.unsealed++;
    const at = Number(plain(record, 'created_at') ?? 0);
    if (!this.oldest || at < this.oldest.at) this.oldest = { id: idOf(record), at };
  }

  private async look(record: Written) {
    const seal = member(record, 'seal');
    const position = this.position + 1;
    const hash = String(plain(seal, 'hash') ?? '');
    if ((await hashOf(record)) !== hash) {
      this.breaks('changed', position, `${idOf(record)} is not what was sealed`);
    } else if (plain(seal, 'previous_hash') !== this.hash) {
      this.breaks('changed', this.position, `${this.id} was sealed anew: ${idOf(record)} was sealed after another`);
    }
    this.position = position;
    this.hash = hash;
    this.id = idOf(record);
    this.sealedAt = Number(plain(seal, 'sealed_at') ?? 0);
  }

  private misses() {
    const next = this.waiting.get(Math.min(...this.waiting.keys()));
    const before = next === undefined ? 'the next one' : idOf(next);
    this.breaks('removed', this.position + 1, `the record after ${this.id} and before ${before} is missing`);
  }

  private breaks(what: Broken['what'], position: number, says: string) {
    this.broken = { whole: false, what, position, says };
  }
}
