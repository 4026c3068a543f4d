// The folders of an organization's notes.
import { signal } from '@preact/signals';
import { answer, api, pressKey } from '../api/client.ts';
import type { Folder } from '../api/types.ts';
import { complain } from '../parts/status.tsx';

const ALL = '/v3/organizations/{org_id}/knowledge/folders';
const ONE = '/v3/organizations/{org_id}/knowledge/folders/{folder_id}';

export class Folders {
  readonly all = signal<Folder[]>([]);
  /** The path that the list is filtered by; empty: any. */
  readonly chosen = signal('');

  constructor(private readonly org: string) {}

  load = async () => {
    try {
      this.all.value = (await answer(api.GET(ALL, { params: { path: { org_id: this.org } } }))).folders;
    } catch (thrown) {
      complain(thrown);
    }
  };

  async create(name: string, parent: string | null) {
    const header = { 'Idempotency-Key': pressKey() };
    const body = { name, parent_folder_id: parent };
    await answer(api.POST(ALL, { params: { path: { org_id: this.org }, header }, body }));
    await this.load();
  }

  /** Renames it, or moves it elsewhere, with all below it. */
  async change(folder: Folder, name: string, parent: string | null) {
    const body = { name, parent_folder_id: parent };
    await answer(api.PATCH(ONE, { ...this.one(folder), body }));
    await this.load();
  }

  async remove(folder: Folder) {
    await answer(api.DELETE(ONE, this.one(folder)));
    await this.load();
  }

  private one({ folder_id }: Folder) {
    return { params: { path: { org_id: this.org, folder_id } } };
  }
}
