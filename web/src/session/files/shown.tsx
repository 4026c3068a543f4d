// The chosen file: text, an image, or how large it is.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Failed, Loading } from '../../parts/states.tsx';
import { say } from '../../parts/status.tsx';
import { bytes } from '../../text/time.tsx';
import type { SessionState } from '../store.ts';
import { type Content, contentAddress, contentOf, MOST } from './content.ts';
import { baseName, copied, shownName } from './names.ts';
import { SourceText } from './source.tsx';
import { type FileTree, nothing } from './store.ts';
import { View } from './view.ts';

interface Properties {
  state: SessionState;
  tree: FileTree;
  path: string;
}

export function Shown({ state, tree, path }: Properties) {
  const { content, problem, load } = useMemo(
    () => new View(etag => contentOf(state, path, etag, tree.entry(path)?.size === 0)),
    [],
  );
  useEffect(() => {
    load();
    tree.shows = load;
    return () => {
      tree.shows = nothing;
    };
  }, []);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight / 2) place.current?.scrollIntoView();
  }, []);
  const known = content.value;
  const away = known !== null && problem.value?.code === 'machine_away'; // that is said above
  const failed = away ? null : problem.value;
  const address = contentAddress(state, path);
  return (
    <section ref={place} class="shown" aria-labelledby="shown-name">
      <Head path={path} content={known} address={address} />
      {failed && <Failed problem={failed} retry={load} />}
      {!known && !failed && <Loading />}
      {known && failed?.status !== 404 && <Body path={path} content={known} address={address} />}
    </section>
  );
}

function Head({ path, content, address }: { path: string; content: Content | null; address: string }) {
  const name = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied(path));
      say('Copied');
    } catch {
      if (name.current) getSelection()?.selectAllChildren(name.current);
      say('The browser lets no page copy: it is selected, copy it by its keys');
    }
  };
  return (
    <header>
      <h2 id="shown-name">
        <code ref={name}>{shownName(path)}</code>
      </h2>
      {content && <span class="figure">{bytes(content.size)}</span>}
      <button type="button" class="quiet" onClick={copy}>
        Copy path
      </button>
      {content && (
        <a href={address} download={baseName(path)}>
          Download
        </a>
      )}
    </header>
  );
}

function Body({ path, content, address }: { path: string; content: Content; address: string }) {
  if (content.size === 0) return <p class="hint">The file is empty.</p>;
  if (content.kind === 'image') {
    // the service ignores the version: it makes the browser ask again
    const version = encodeURIComponent(content.etag ?? '');
    return (
      <p class="picture">
        <img src={`${address}&version=${version}`} alt={`What ${shownName(path)} shows`} />
      </p>
    );
  }
  if (content.kind === 'other') return <p class="hint">It is neither text nor an image that can be shown.</p>;
  return (
    <>
      <SourceText path={path} text={content.text} />
      {content.size > MOST && (
        <p class="hint">
          This is the beginning.{' '}
          <a href={address} target="_blank" rel="noopener">
            All {bytes(content.size)}
          </a>
        </p>
      )}
    </>
  );
}
