// What a screen of service users knows beside the list.
import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Roles } from '../roles.ts';
import type { Fresh } from './keys.tsx';

export interface State {
  roles: Roles;
  /** Whether those without a live key are listed too. */
  inactive: Signal<boolean>;
  /** The key that was made last. */
  fresh: Signal<Fresh | null>;
}

/** Null: of the whole account. */
export function useServiceUsers(org: string | null): State {
  const state = useMemo((): State => ({ roles: new Roles(org), inactive: signal(false), fresh: signal(null) }), [org]);
  useEffect(() => {
    state.roles.load();
  }, [state]);
  return state;
}
