import { useEffect, useMemo } from 'preact/hooks';
import { may } from '../../boot.ts';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { Known } from './known.ts';
import { models } from './models.tsx';

export function ModelsScreen({ org }: { org: string }) {
  const known = useMemo(() => new Known(org), [org]);
  const kind = useMemo(() => models(org, known), [known]);
  useEffect(() => {
    if (may(org, kind.permission)) known.load();
  }, [known]);
  return <ShelfScreen org={org} kind={kind} />;
}
