// What belongs to the whole account, each where the reader may see it.
import { mayInAccount } from '../boot.ts';

export interface Tab {
  /** The end of its address. */
  id: 'organizations' | 'roles' | 'consumption' | 'audit' | 'violations' | 'queue';
  name: string;
  /** One of these is enough. */
  needs: string[];
}

export const TABS: Tab[] = [
  { id: 'organizations', name: 'Organizations', needs: ['ManageOrganizations'] },
  { id: 'roles', name: 'Roles', needs: ['ViewAccountMembership'] },
  { id: 'consumption', name: 'Consumption', needs: ['ViewAccountConsumption', 'ManageBilling'] },
  { id: 'audit', name: 'Audit log', needs: ['ManageEnterpriseSettings'] },
  { id: 'violations', name: 'Guardrails', needs: ['ManageEnterpriseSettings'] },
  { id: 'queue', name: 'Queue', needs: ['ViewAccountMetrics', 'ViewEnterpriseInfraDetails'] },
];

export const isOpen = (tab: Tab) => tab.needs.some(mayInAccount);

export const openTabs = (): Tab[] => TABS.filter(isOpen);
