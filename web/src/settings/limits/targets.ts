// Where sessions may go by the network, as it is typed: one a line.
import type { AllowedTarget } from '../../api/types.ts';

/** A host or a glob of hosts, an address or a range, by its looks. */
export function target(line: string): AllowedTarget {
  if (line.includes(':')) return { ipv6: line };
  return /^[\d./]+$/.test(line) ? { ipv4: line } : { hostname: line };
}

export const written = (allowed: AllowedTarget): string => Object.values(allowed).join('');
