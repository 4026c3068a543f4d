// The addresses of the app.
import { boot } from './boot.ts';

const hex = (session: string) => session.replace(/^[a-z]+-/, '');

export const to = {
  sessions: (org: string) => `${boot.base}/o/${org}/sessions`,
  session: (session: string) => `${boot.base}/sessions/${hex(session)}`,
  plain: (session: string) => `/sessions/${hex(session)}`,
};

/** Links elsewhere, such as /login and /docs, leave the app. */
export const OURS = new RegExp(`^${boot.base}(/o/|/sessions/|/?$)`);
