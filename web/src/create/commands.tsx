// The same session by the API and by the command line.
import type { Uploads } from '../parts/uploads.ts';
import { marked } from '../text/marks.ts';
import { bodyOf, commandLine, type Draft, shownOf } from './draft.ts';

export function Commands({ org, draft, uploads }: { org: string; draft: Draft; uploads: Uploads }) {
  return (
    <details class="commands">
      <summary>As a command</summary>
      <Both org={org} draft={draft} uploads={uploads} />
    </details>
  );
}

function Both({ org, draft, uploads }: { org: string; draft: Draft; uploads: Uploads }) {
  let text: string;
  try {
    const body = bodyOf(draft, uploads.urls);
    text = `${commandLine(body)}\n\nPOST ${location.origin}/v3/organizations/${org}/sessions\n${JSON.stringify(shownOf(body), null, 2)}`;
  } catch {
    text = 'The schema is no JSON yet.';
  }
  return (
    <pre class="code" tabIndex={0}>
      {marked(text)}
    </pre>
  );
}
