// What the shell carries: who is signed in, and the first answer of the screen.
import type { First, Preferences } from './api/types.ts';

export interface Organization {
  org_id: string;
  name: string;
  permissions: string[];
}

export interface Boot {
  name: string;
  /** Null of a service user. */
  user_id: string | null;
  csrf: string | null;
  /** In the whole account. */
  permissions: string[];
  organizations: Organization[];
  preferences: Preferences;
}

function read<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent || 'null') as T;
}

export const boot = read<Boot>('boot');

/** Of whoever is in several: the first. */
export const home = boot.organizations[0]?.org_id ?? null;

let first: First | null = read<First | null>('first');

/** Of an organization, where the page came with what waits for people there. */
export const standing: First | null = first?.asking ? first : null;

/** The first answer, for the screen that was asked for; later ones ask themselves. */
export function takeFirst(): First | null {
  const taken = first;
  first = null;
  return taken;
}

export function may(org: string, permission: string): boolean {
  return boot.organizations.some(each => each.org_id === org && each.permissions.includes(permission));
}

export const mayInAccount = (permission: string) => boot.permissions.includes(permission);

export function organizationName(org: string): string {
  return boot.organizations.find(each => each.org_id === org)?.name ?? org;
}
