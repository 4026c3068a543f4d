// What belongs to the whole account, each where the reader may see it.
import { mayInAccount } from '../boot.ts';

export interface Tab {
  /** The end of its address. */
  id:
    | 'organizations'
    | 'people'
    | 'service-users'
    | 'groups'
    | 'roles'
    | 'models'
    | 'shared-limits'
    | 'consumption'
    | 'metrics'
    | 'audit'
    | 'violations'
    | 'queue';
  name: string;
  /** One of these is enough. */
  needs: string[];
}

export const TABS: Tab[] = [
  { id: 'organizations', name: 'Organizations', needs: ['ManageOrganizations'] },
  { id: 'people', name: 'People', needs: ['ViewAccountMembership'] },
  { id: 'service-users', name: 'Service users', needs: ['ViewAccountMembership'] },
  { id: 'groups', name: 'Groups', needs: ['ViewAccountMembership'] },
  { id: 'roles', name: 'Roles', needs: ['ViewAccountMembership'] },
  { id: 'models', name: 'Models', needs: ['ManageEnterpriseSettings'] },
  { id: 'shared-limits', name: 'Shared limits', needs: ['ManageOrganizations'] },
  { id: 'consumption', name: 'Consumption', needs: ['ViewAccountConsumption', 'ManageBilling'] },
  { id: 'metrics', name: 'Metrics', needs: ['ViewAccountMetrics'] },
  { id: 'audit', name: 'Audit log', needs: ['ManageEnterpriseSettings'] },
  { id: 'violations', name: 'Guardrails', needs: ['ManageEnterpriseSettings'] },
  { id: 'queue', name: 'Queue', needs: ['ViewAccountMetrics', 'ViewEnterpriseInfraDetails'] },
];

export const isOpen = (tab: Tab) => tab.needs.some(mayInAccount);

export const openTabs = (): Tab[] => TABS.filter(isOpen);
