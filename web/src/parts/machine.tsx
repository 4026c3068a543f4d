// A machine of a worker in a list.
import type { Machine } from '../api/types.ts';
import { marked } from '../text/marks.ts';
import { Age } from '../text/time.tsx';

const TONES: Record<string, string> = { available: 'good', disconnected: 'bad', restarting: 'busy', draining: 'rest' };

export function MachineLine({ machine }: { machine: Machine }) {
  return (
    <li>
      <span>{marked(machine.acceptor_id ?? machine.hypervisor_id)}</span>
      <span class={`badge ${TONES[machine.status] ?? 'rest'}`}>{machine.status}</span>
      <span class="figure">{Math.round(machine.utilization_percentage)} % of its slots</span>
      {machine.last_heartbeat !== null && (
        <span class="hint">
          heard of <Age at={machine.last_heartbeat} /> ago
        </span>
      )}
    </li>
  );
}
