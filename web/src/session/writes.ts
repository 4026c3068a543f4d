// What a person does to a session.
import { answer, api, pressKey } from '../api/client.ts';
import type { Approval, Attachment, Queued, Session } from '../api/types.ts';
import { complain } from '../parts/status.tsx';
import { learn } from '../store/sessions.ts';
import type { SessionState } from './store.ts';

const ONE = '/v3/organizations/{org_id}/sessions/{session_id}';

const params = (state: SessionState, key = pressKey()) => ({ path: state.path, header: { 'Idempotency-Key': key } });

async function told(call: Promise<Session>) {
  learn(await call);
}

/** `files`: addresses of attachments that come along. */
export const send = (state: SessionState, message: string, key: string, files: string[] = []) => {
  const body = { message, ...(files.length > 0 && { attachment_urls: files }) };
  return told(answer(api.POST(`${ONE}/messages`, { params: params(state, key), body })));
};

/** With a message the agent goes on with that at once. */
export const interrupt = (state: SessionState, message?: string, key?: string) =>
  told(answer(api.POST(`${ONE}/interrupt`, { params: params(state, key), body: message ? { message } : {} })));

export const sleep = (state: SessionState) => told(answer(api.POST(`${ONE}/sleep`, { params: { path: state.path } })));

export const resume = (state: SessionState) =>
  told(answer(api.POST(`${ONE}/resume`, { params: { path: state.path } })));

/** The new session; `message` may be empty. */
/** From an event of the log, or from its end. */
export async function fork(state: SessionState, message: string, seq: number | null): Promise<Session> {
  const body = { ...(message && { message }), ...(seq && { at_seq: seq }) };
  const made = await answer(api.POST(`${ONE}/fork`, { params: params(state), body }));
  learn(made);
  return made;
}

export const terminate = (state: SessionState) => told(answer(api.DELETE(ONE, { params: { path: state.path } })));

export const rename = (state: SessionState, title: string) =>
  told(answer(api.PATCH(ONE, { params: { path: state.path }, body: { title: title || null } })));

export const raiseLimit = (state: SessionState, acus: number | null) =>
  told(answer(api.PATCH(ONE, { params: { path: state.path }, body: { max_acu_limit: acus } })));

export async function decide(state: SessionState, approval: Approval, approved: boolean, more: object = {}) {
  const path = { ...state.path, event_id: approval.event_id };
  const header = { 'Idempotency-Key': pressKey() };
  await told(
    answer(api.POST(`${ONE}/approvals/{event_id}`, { params: { path, header }, body: { approved, ...more } })),
  );
  state.approval.value = null;
}

/** The message is not read any more; its text and its files go back to who wrote it. */
export async function withdraw(
  state: SessionState,
  message: Queued,
): Promise<{ message: string; files: Attachment[] }> {
  const path = { ...state.path, event_id: message.event_id };
  const taken = await answer(api.DELETE(`${ONE}/messages/{event_id}`, { params: { path } }));
  state.queued.value = state.queued.peek().filter(each => each.event_id !== message.event_id);
  const ids = taken.attachment_ids;
  if (ids.length > 0) await state.given.read().catch(complain);
  return { message: taken.message, files: ids.flatMap(id => state.given.of(id) ?? []) };
}
