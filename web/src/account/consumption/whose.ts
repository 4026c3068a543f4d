// Whose use is shown, as the address says it; nobody's: that of the whole account.
const KINDS = ['org', 'user', 'service_user', 'session'] as const;

export interface Whose {
  kind: (typeof KINDS)[number];
  id: string;
}

/** By what stands behind the `?` of an address. */
export function whoseOf(search: string): Whose | null {
  const said = new URLSearchParams(search);
  for (const kind of KINDS) {
    const id = said.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

/** What is behind the `?` of its address, and the `?`; empty for the whole account. */
export const searchOf = (whose: Whose | null) => (whose ? `?${new URLSearchParams({ [whose.kind]: whose.id })}` : '');

/** By the looks of an id: those of people may be of any form, as their identity provider says. */
export function guessed(text: string): Whose | null {
  const id = text.trim();
  if (!id) return null;
  if (/^service-user-/.test(id)) return { kind: 'service_user', id };
  if (/^org-[0-9a-f]{32}$/.test(id)) return { kind: 'org', id };
  const session = /^(?!user-)([a-z]+-)?[0-9a-f]{32}$/.test(id);
  return { kind: session ? 'session' : 'user', id };
}
