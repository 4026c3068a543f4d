// What a person writes with openapi-typescript and openapi-fetch; that it compiles is the test.
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript';

type Session = components['schemas']['Session'];

const client = createClient<paths>({ baseUrl: '/', headers: { Authorization: 'Bearer key' } });

export async function start(org_id: string, prompt: string): Promise<Session> {
  const { data, error } = await client.POST('/v3/organizations/{org_id}/sessions', {
    params: { path: { org_id }, header: { 'Idempotency-Key': 'once' } },
    body: { prompt, tags: ['typescript'], structured_output_schema: { type: 'object' } },
  });
  if (error) {
    throw new Error(typeof error.detail === 'string' ? error.detail : error.detail[0]?.msg);
  }
  const title: string | null = data.title;
  console.log(title, data.error?.code);
  return data;
}

export async function outposts(): Promise<(string | null)[]> {
  const { data } = await client.GET('/opbeta/outposts', {});
  return data?.items.map((outpost) => outpost.metadata.owner_user_id) ?? [];
}
