// What was refused, in the words of the API.
import type { ProblemBody } from './types.ts';

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly hint: string | null,
    readonly requestId: string | null,
    /** What is wrong, by the first name of where. */
    readonly fields: Record<string, string[]> = {},
  ) {
    super(detail);
  }

  static of(body: ProblemBody): Refusal {
    const detail = Array.isArray(body.detail)
      ? body.detail.map(failure => `${failure.loc.slice(1).join('.')}: ${failure.msg}`).join('; ')
      : body.detail;
    const fields: Record<string, string[]> = {};
    if (Array.isArray(body.detail)) {
      for (const { loc, msg } of body.detail) {
        const name = String(loc[1] ?? '');
        fields[name] = [...(fields[name] ?? []), msg];
      }
    }
    return new Refusal(body.status, body.code, detail, body.hint ?? null, body.request_id ?? null, fields);
  }

  static away(): Refusal {
    return new Refusal(0, 'away', 'The server is out of reach', 'What you see is older', null);
  }
}

/** Whether people read the same in them: each request has an id of its own. */
export function same(a: Refusal | null, b: Refusal | null): boolean {
  return a?.status === b?.status && a?.code === b?.code && a?.message === b?.message && a?.hint === b?.hint;
}

/** Whatever was thrown, as a refusal. */
export function refusal(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : Refusal.away();
}
