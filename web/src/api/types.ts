// The records of the API, by the names that screens use.
import type { components } from '#description';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type Message = Schemas['Message'];
export type Approval = Schemas['Approval'];
export type Uploaded = Schemas['Attachment'];
export type Playbook = Schemas['Playbook'];
export type Repository = Schemas['Repository'];
export type Secret = Schemas['Secret'];
export type Note = Schemas['Note'];
export type Model = Schemas['Model'];
export type Platform = Schemas['Platform'];
export type SessionsChange = Schemas['SessionsChangeWrite'];
export type SessionCreate = Schemas['SessionCreate'];
export type Attachment = Schemas['SessionAttachment'];
export type Preferences = Schemas['Preferences'];
export type PushSubscription = Schemas['PushSubscription'];
export type SavedView = Schemas['SavedView'];

export interface Page<T> {
  items: T[];
  end_cursor: string | null;
  has_next_page: boolean;
  total: number;
}

export interface ProblemBody {
  status: number;
  code: string;
  detail: string | { msg: string; loc: (string | number)[] }[];
  hint?: string | null;
  request_id?: string;
}

/** What the shell carries for its screen. */
export interface First {
  org_id?: string;
  sessions?: Page<Session>;
  /** Those of the organization that wait for a person, beside the session. */
  asking?: Session[];
  /** How far the feed was when they were read. */
  position?: string;
  session?: Session;
  timeline?: Timeline;
  problem?: ProblemBody;
}

export type Step = Schemas['Step'];
export type StepKind = Step['kind'];
export type Timeline = Schemas['Timeline'];
export type Piece = Schemas['TimelinePiece'];
export type Queued = Schemas['QueuedMessage'];
export type QueuedMessages = Schemas['QueuedMessages'];
export type Attention = Schemas['LiveAttention'];
export type Terminal = Schemas['Terminal'];
export type FileEntry = Schemas['FileEntry'];
export type ChangeList = Schemas['ChangeList'];
export type Checkpoint = Schemas['Checkpoint'];
export type Usage = Schemas['SessionUsage'];
export type Folder = Schemas['Folder'];
export type Machine = Schemas['Hypervisor'];
export type Schedule = Schemas['Schedule'];
export type ScheduleRun = Schemas['ScheduleRun'];
export type ScheduleTimes = Schemas['ScheduleTimes'];
/** A human who may do something in an organization. */
export type Person = Schemas['UserDetails'];
/** A human with the roles that were given to him. */
export type User = Schemas['User'];
/** A human with the roles of the groups that he is in. */
export type IdpUser = Schemas['IdpUser'];
/** A group of the identity provider, with its roles. */
export type Group = Schemas['IdpGroup'];
export type ServiceUser = Schemas['ServiceUser'];
export type Role = Schemas['Role'];
export type ApiKey = Schemas['ApiKey'];
export type RegisteredModel = Schemas['RegisteredModel'];
export type OrgGroupLimits = Schemas['OrgGroupLimits'];
/** One of all organizations. */
export type AccountModel = Schemas['AccountModel'];
export type Organization = Schemas['Organization'];
export type NetworkPolicy = Schemas['OrganizationNetworkPolicy'];
export type AllowedTarget = Schemas['AllowedTarget'];
export type MachineAccess = Schemas['MachineAccess'];
export type GitConnection = Schemas['GitConnection'];
export type GitPermission = Schemas['GitPermission'];
export type McpServer = Schemas['McpServer'];
export type McpHeader = Schemas['McpHeader'];
export type Consumption = Schemas['Daily'];
export type ConsumptionOfDay = Schemas['ConsumptionOfDay'];
export type BillingCycle = Schemas['BillingCycle'];
export type AcuLimit = Schemas['AcuLimit'];
export type ActiveUsers = Schemas['ActiveUsers'];
export type SessionCounts = Schemas['SessionCounts'];
export type PullRequestCounts = Schemas['PullRequestCounts'];
export type CategoryCounts = Schemas['CategoryCounts'];
export type UsageCounts = Schemas['Usage'];
export type AuditRecord = Schemas['AuditRecord'];
export type Violation = Schemas['GuardrailViolation'];
export type QueueHealth = Schemas['QueueHealth'];
export type Retention = Schemas['Retention'];
export type ApprovalPolicy = Schemas['ApprovalPolicy'];
export type DefaultPlatform = Schemas['DefaultPlatform'];
export type IpAccessList = Schemas['IpAccessList'];
