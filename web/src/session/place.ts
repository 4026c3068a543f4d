// Which part of the session is in view, and which file: `?tab=changes`, `?tab=files&file=src/shop.py`.
import { useMemo, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { to } from '../routes.ts';

export const TABS = {
  timeline: 'Timeline',
  changes: 'Changes',
  files: 'Files',
  terminal: 'Terminal',
  desktop: 'Desktop',
  details: 'Details',
};
export type Tab = keyof typeof TABS;

export interface Place {
  tab: Tab;
  /** Below the working directory; empty for none. */
  file: string;
  address: (tab: Tab, file?: string) => string;
  show: (tab: Tab, file?: string) => void;
}

export function placeOf(url: string): { tab: Tab; file: string } {
  const said = new URLSearchParams(url.split('?').slice(1).join('?'));
  const file = said.get('file') ?? '';
  const tab = said.get('tab') ?? (file ? 'files' : 'timeline');
  if (!Object.hasOwn(TABS, tab)) return { tab: 'timeline', file: '' };
  return { tab: tab as Tab, file: tab === 'files' ? file : '' };
}

export function addressOf(session: string, tab: Tab, file = ''): string {
  if (tab === 'timeline') return to.session(session);
  const said = new URLSearchParams({ tab, ...(file && { file }) });
  return `${to.session(session)}?${said.toString().replaceAll('%2F', '/')}`;
}

/** Going back to the files shows the one that was shown. */
export function usePlace(session: string): Place {
  const { url, route } = useLocation();
  const last = useRef('');
  const { tab, file } = placeOf(url);
  if (tab === 'files') last.current = file;
  const ways = useMemo(() => {
    const address = (name: Tab, path = name === 'files' ? last.current : '') => addressOf(session, name, path);
    const show = (name: Tab, path?: string) => {
      const address_ = address(name, path);
      if (address_ !== location.pathname + location.search) route(address_);
    };
    return { address, show };
  }, [session, url]);
  return { tab, file, ...ways };
}
