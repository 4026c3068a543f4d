// The files of a session, read when the first one is to be shown.
import { signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import type { Attachment } from '../api/types.ts';
import type { Path } from '../store/sessions.ts';

export class Given {
  readonly all = signal<Attachment[]>([]);
  private readonly asked = new Set<string>();
  private reading: Promise<unknown> = Promise.resolve();
  private isDue = false;

  constructor(private readonly path: Path) {}

  /** Throws what the server refuses. */
  async read() {
    const params = { path: this.path };
    this.all.value = (
      await answer(api.GET('/v3/organizations/{org_id}/sessions/{session_id}/attachments', { params }))
    ).items;
  }

  /** Has a file known in a moment, if it is still there; asks once for each. */
  want(id: string) {
    if (this.asked.has(id) || this.of(id)) return;
    this.asked.add(id);
    if (this.isDue) return; // steps that are drawn at once ask together
    this.isDue = true;
    // One that comes while files are read may not be among them.
    this.reading = this.reading
      .then(() => {
        this.isDue = false;
        return this.read();
      })
      .catch(() => this.asked.clear()); // it is a name without a link until it is drawn again
  }

  of(id: string): Attachment | undefined {
    return this.all.value.find(each => each.attachment_id === id);
  }
}
