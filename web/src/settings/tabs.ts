// What can be set up in an organization, each where the reader may see it.
import { may, mayInAccount } from '../boot.ts';

export interface Tab {
  /** The end of its address. */
  id: 'people' | 'service-users' | 'models' | 'mcp' | 'git' | 'git-hosts' | 'limits';
  name: string;
  allows: (org: string) => boolean;
}

/** Whoever may see a section of it. */
export const seesLimits = (org: string) =>
  may(org, 'ManageOrgSettings') || mayInAccount('ManageOrganizations') || mayInAccount('ManageEnterpriseSettings');

export const TABS: Tab[] = [
  { id: 'people', name: 'People', allows: org => may(org, 'ViewOrgMembership') },
  {
    id: 'service-users',
    name: 'Service users',
    allows: org => mayInAccount('ViewAccountMembership') || may(org, 'ManageOrgServiceUsers'),
  },
  {
    id: 'models',
    name: 'Models',
    allows: org => may(org, 'UseAgentSessions') || may(org, 'ManageOrgSettings'),
  },
  {
    id: 'mcp',
    name: 'MCP servers',
    allows: org => may(org, 'UseAgentSessions') || may(org, 'ManageOrgSettings'),
  },
  { id: 'git', name: 'Git', allows: () => mayInAccount('ManageGitIntegrations') },
  { id: 'git-hosts', name: 'Git hosts', allows: () => mayInAccount('ManageGitIntegrations') },
  { id: 'limits', name: 'Limits and rules', allows: seesLimits },
];

export const tabsOf = (org: string): Tab[] => TABS.filter(tab => tab.allows(org));
