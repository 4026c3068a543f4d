import { useEffect, useMemo } from 'preact/hooks';
import { may } from '../boot.ts';
import { ShelfScreen } from '../parts/shelf/screen.tsx';
import { Folders } from './folders.ts';
import { notes } from './notes.tsx';

export function KnowledgeScreen({ org }: { org: string }) {
  const folders = useMemo(() => new Folders(org), [org]);
  const kind = useMemo(() => notes(org, folders), [folders]);
  useEffect(() => {
    if (may(org, kind.permission)) folders.load();
  }, [folders]);
  return <ShelfScreen org={org} kind={kind} />;
}
