// Where the files are that people and the agent gave to each other.

/** At this address of the server, whichever it calls its own. */
export const addressOf = (file: { url: string }) => new URL(file.url).pathname;

const OWN = /\/v3\/organizations\/org-[0-9a-f]{32}\/attachments\/[0-9a-f-]{32,36}\/[^/\s]+$/;

/** The file that a text of the agent or the service ends with the address of. */
export function sharedBy(text: string | null | undefined): { href: string; name: string } | null {
  const href = OWN.exec((text ?? '').trimEnd())?.[0];
  if (!href) return null;
  return { href, name: decoded(href.slice(href.lastIndexOf('/') + 1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
