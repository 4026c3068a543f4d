// The files of the session's machine: the tree, and the one that is chosen.
import { useEffect, useMemo } from 'preact/hooks';
import { Busy } from '../../parts/busy.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { complain } from '../../parts/status.tsx';
import { useFollow } from '../follow.ts';
import type { Place } from '../place.ts';
import type { SessionState } from '../store.ts';
import { Away } from './away.tsx';
import { Shown } from './shown.tsx';
import { FileTree } from './store.ts';
import { Tree } from './tree.tsx';

interface Properties {
  state: SessionState;
  place: Place;
}

export function Files({ state, place }: Properties) {
  const tree = useMemo(() => new FileTree(state), [state]);
  const { file } = place;
  const follow = useFollow(state, tree.look);
  useEffect(() => {
    if (file) tree.reveal(file);
  }, [tree, file]);
  const root = tree.directories.value.get('');
  if (!root) return <Loading />;
  const { problem } = root;
  const away = problem?.code === 'machine_away';
  return (
    <div class="files">
      {problem && away && <Away state={state} place={place} problem={problem} look={follow.want} retry={tree.again} />}
      {problem && !away && <Failed problem={problem} retry={() => tree.again().catch(complain)} />}
      {root.entries && (
        <>
          <p class="legend hint">
            <span>
              <span class="dot">●</span> changed since the session began, <i>ignored by git</i>
            </span>
            <Busy kind="second" act={tree.again}>
              Refresh
            </Busy>
          </p>
          <div class="both">
            <Tree tree={tree} chosen={file} choose={path => place.show('files', path)} />
            {file ? (
              <Shown key={file} state={state} tree={tree} path={file} />
            ) : (
              <p class="hint">Choose a file to see what is in it.</p>
            )}
          </div>
        </>
      )}
    </div>
  );
}
