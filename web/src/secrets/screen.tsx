import { useMemo } from 'preact/hooks';
import { ShelfScreen } from '../parts/shelf/screen.tsx';
import { secrets } from './secrets.tsx';

export function SecretsScreen({ org }: { org: string }) {
  const kind = useMemo(() => secrets(org), [org]);
  return <ShelfScreen org={org} kind={kind} />;
}
