// What a person writes with @hey-api/openapi-ts; that it compiles is the test.
import { createSession, getSelf, listOutposts } from './generated/hey-api';
import type { Session } from './generated/hey-api';

export async function start(org_id: string, prompt: string): Promise<Session> {
  const { data, error } = await createSession({
    path: { org_id },
    headers: { 'Idempotency-Key': 'once' },
    body: { prompt, tags: ['typescript'], structured_output_schema: { type: 'object' } },
  });
  if (!data) {
    throw new Error(JSON.stringify(error));
  }
  const title: string | null = data.title;
  console.log(title, data.error?.code);
  return data;
}

export async function outposts(): Promise<(string | null)[]> {
  const { data } = await listOutposts();
  return data?.items.map((outpost) => outpost.metadata.owner_user_id) ?? [];
}

export async function who(): Promise<string | undefined> {
  const { data } = await getSelf();
  return data?.principal_type;
}
