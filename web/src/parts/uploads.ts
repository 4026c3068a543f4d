// Files on their way to the service, each with how far it is. One that is there can be named by a session or a message.
import { type Signal, signal } from '@preact/signals';
import { pressKey } from '../api/client.ts';
import { Refusal } from '../api/problem.ts';
import type { ProblemBody, Uploaded } from '../api/types.ts';
import { boot } from '../boot.ts';

/** What a session or a message may bring along. */
export const MOST = 50;

export interface Upload {
  id: string;
  name: string;
  size: number;
  /** Null of one that was there before. */
  file: File | null;
  /** 0 to 1. */
  part: Signal<number>;
  done: Signal<Uploaded | null>;
  problem: Signal<Refusal | null>;
  request: XMLHttpRequest | null;
}

export class Uploads {
  readonly all = signal<Upload[]>([]);

  constructor(private readonly org: string) {}

  add(files: Iterable<File>) {
    const fresh = [...files].slice(0, MOST - this.all.peek().length).map(file => this.begin(file));
    this.all.value = [...this.all.peek(), ...fresh];
  }

  /** Ends one that is under way, too. */
  drop(upload: Upload) {
    upload.request?.abort();
    this.all.value = this.all.peek().filter(each => each !== upload);
  }

  /** Files that the server has from before. */
  restore(files: (Uploaded & { size_bytes: number | null })[]) {
    const back = files.map(
      (file): Upload => ({
        ...fresh(file.name, file.size_bytes ?? 0, null),
        part: signal(1),
        done: signal(file),
      }),
    );
    this.all.value = [...this.all.peek(), ...back];
  }

  clear() {
    for (const each of this.all.peek()) this.drop(each);
  }

  retry(upload: Upload) {
    upload.problem.value = null;
    upload.part.value = 0;
    this.send(upload);
  }

  /** Some are still under way, or did not arrive. */
  get pending(): boolean {
    return this.all.value.some(each => each.done.value === null);
  }

  get urls(): string[] {
    return this.all.peek().flatMap(each => each.done.peek()?.url ?? []);
  }

  private begin(file: File): Upload {
    const upload = fresh(file.name, file.size, file);
    this.send(upload);
    return upload;
  }

  /** `fetch` does not say how far it is. */
  private send(upload: Upload) {
    if (!upload.file) return;
    const request = new XMLHttpRequest();
    upload.request = request;
    request.open('POST', `/v3/organizations/${this.org}/attachments`);
    request.setRequestHeader('Idempotency-Key', upload.id);
    if (boot.csrf) request.setRequestHeader('X-CSRF-Token', boot.csrf);
    request.upload.onprogress = event => {
      if (event.lengthComputable) upload.part.value = event.loaded / event.total;
    };
    request.onload = () => {
      if (request.status === 200) upload.done.value = JSON.parse(request.responseText) as Uploaded;
      else upload.problem.value = refused(request);
    };
    request.onerror = () => {
      upload.problem.value = Refusal.away();
    };
    const form = new FormData();
    form.append('file', upload.file, upload.name);
    request.send(form);
  }
}

function fresh(name: string, size: number, file: File | null): Upload {
  return {
    id: pressKey(),
    name,
    size,
    file,
    part: signal(0),
    done: signal(null),
    problem: signal(null),
    request: null,
  };
}

function refused(request: XMLHttpRequest): Refusal {
  try {
    return Refusal.of({ ...(JSON.parse(request.responseText) as ProblemBody), status: request.status });
  } catch {
    return new Refusal(request.status, 'unknown', `The server answered ${request.status}`, null, null);
  }
}
