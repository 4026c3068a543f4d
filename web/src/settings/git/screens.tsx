import { useEffect, useMemo } from 'preact/hooks';
import { mayInAccount } from '../../boot.ts';
import { ShelfScreen } from '../../parts/shelf/screen.tsx';
import { access } from './access.tsx';
import { GIT, Hosts } from './calls.ts';
import { hosts } from './hosts.tsx';

export function GitScreen({ org }: { org: string }) {
  const known = useMemo(() => new Hosts(), [org]);
  const kind = useMemo(() => access(org, known), [known]);
  useEffect(() => {
    if (mayInAccount(GIT)) known.load();
  }, [known]);
  return <ShelfScreen org={org} kind={kind} />;
}

export function GitHostsScreen({ org }: { org: string }) {
  const kind = useMemo(() => hosts(org), [org]);
  return <ShelfScreen org={org} kind={kind} />;
}
