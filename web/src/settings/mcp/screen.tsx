import { useMemo } from 'preact/hooks';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { servers } from './servers.tsx';

export function McpScreen({ org }: { org: string }) {
  const kind = useMemo(() => servers(org), [org]);
  return <ShelfScreen org={org} kind={kind} />;
}
