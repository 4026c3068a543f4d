// A form that begins with what its address says: `?prompt=&repo=&playbook=`, or with another session, `?from=`.
import { answer, api } from '../api/client.ts';
import type { Draft } from './draft.ts';

const ONE = '/v3/organizations/{org_id}/sessions/{session_id}';

export async function prefill(draft: Draft, org: string, url: string): Promise<void> {
  const query = url.split('?')[1] ?? '';
  const from = new URLSearchParams(query).get('from');
  if (from) await copy(draft, org, from);
  draft.fill(query);
}

async function copy(draft: Draft, org: string, from: string) {
  const path = { org_id: org, session_id: from };
  const [session, messages] = await Promise.all([
    answer(api.GET(ONE, { params: { path } })),
    answer(api.GET(`${ONE}/messages`, { params: { path, query: { first: 1 } } })),
  ]);
  const prompt = messages.items[0]?.message;
  if (prompt) draft.write(prompt);
  draft.texts.title.value = session.title ?? '';
  draft.texts.tags.value = session.tags.join(', ');
  draft.texts.playbook.value = session.playbook_id ?? '';
}
