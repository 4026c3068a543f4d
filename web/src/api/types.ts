// The records of the API, by the names that screens use.
import type { components } from '#description';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];

export interface Page<T> {
  items: T[];
  end_cursor: string | null;
  has_next_page: boolean;
  total: number;
}

export interface ProblemBody {
  status: number;
  code: string;
  detail: string | { msg: string; loc: (string | number)[] }[];
  hint?: string | null;
  request_id?: string;
}

/** What the shell carries for its screen. */
export interface First {
  org_id?: string;
  sessions?: Page<Session>;
  problem?: ProblemBody;
}
