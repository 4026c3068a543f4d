// The addresses of the app.
const hex = (session: string) => session.replace(/^[a-z]+-/, '');

export const to = {
  sessions: (org: string) => `/o/${org}/sessions`,
  session: (session: string) => `/sessions/${hex(session)}`,
  create: (org: string) => `/o/${org}/new`,
  knowledge: (org: string) => `/o/${org}/knowledge`,
  playbooks: (org: string) => `/o/${org}/playbooks`,
  secrets: (org: string) => `/o/${org}/secrets`,
  schedules: (org: string) => `/o/${org}/schedules`,
  fleet: (org: string) => `/o/${org}/fleet`,
  settings: (org: string, tab?: string) => `/o/${org}/settings${tab ? `/${tab}` : ''}`,
  account: (tab?: string) => `/account${tab ? `/${tab}` : ''}`,
  plain: (session: string) => `/plain/sessions/${hex(session)}`,
};

/** Links elsewhere, such as /login and /docs, leave the app. */
export const OURS = /^\/(o\/|sessions\/|account(\/|$)|me$|$)/;
