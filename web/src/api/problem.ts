// What was refused, in the words of the API.
import type { ProblemBody } from './types.ts';

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly hint: string | null,
    readonly requestId: string | null,
  ) {
    super(detail);
  }

  static of(body: ProblemBody): Refusal {
    const detail = Array.isArray(body.detail)
      ? body.detail.map(failure => `${failure.loc.slice(1).join('.')}: ${failure.msg}`).join('; ')
      : body.detail;
    return new Refusal(body.status, body.code, detail, body.hint ?? null, body.request_id ?? null);
  }

  static away(): Refusal {
    return new Refusal(0, 'away', 'The server is out of reach', 'What you see is older', null);
  }
}

/** Whatever was thrown, as a refusal. */
export function refusal(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : Refusal.away();
}
