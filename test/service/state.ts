import { createHash } from 'node:crypto';

/** The common fields of all records. Times are ISO 8601 in UTC. */
export interface Row {
	id: string;
	created_at: string;
	updated_at: string;
	/** IDs of users. Default: the first user created it, and nobody updated it. */
	created_by?: string;
	updated_by?: string;
}

/** Fields with these names: texts, texts or null, and objects. */
type Texts<Names extends string> = Record<Names, string>;
type MaybeTexts<Names extends string> = Record<Names, string | null>;
type Objects<Names extends string> = Record<Names, Record<string, unknown>>;
type External = MaybeTexts<'external_source' | 'external_id'>;

/** Here and below, `workspace`, `project`, `issue` (a work item) and `customer` are IDs. */
type InWorkspace = Row & Texts<'workspace'>;
type InProject = InWorkspace & Texts<'project'>;

export type Workspace = Row & Texts<'slug' | 'name'>;
export type User = Row & Texts<'first_name' | 'last_name' | 'email' | 'display_name'>;

/** `members` are the IDs of the users who can see it. `archive_in` and `close_in` are months. */
export type Project = InWorkspace &
	External &
	Texts<'name' | 'identifier' | 'description' | 'timezone'> &
	MaybeTexts<'project_lead' | 'default_assignee' | 'default_state' | 'archived_at'> &
	Record<`${'module' | 'cycle' | 'issue_views' | 'page' | 'intake'}_view`, boolean> &
	Record<'archive_in' | 'close_in', number> & {
		members: string[];
		icon_prop?: object | null;
		/** False if intake was enabled on creation and not since (row 78). */
		has_intake?: boolean;
	};

/**
 * The membership of a user (`member`) in a project: 20 for an administrator, 15 for a member, 5 for
 * a guest.
 */
export type ProjectMember = InProject &
	Texts<'member'> & {
		role: number;
		/** False for a removed membership (row 62). */
		is_active?: boolean;
	};

export type Invitation = InWorkspace &
	Texts<'email'> & { role: number; accepted: boolean; responded_at: string | null };

export interface State extends InProject, External, Texts<'name' | 'color' | 'group'> {
	description: string;
	/** Empty for the states that come with a project. */
	slug: string;
	/** Its position among the states of the project. */
	sequence: number;
	/** Whether new work items get this state. */
	default: boolean;
}

export type Label = InProject &
	External &
	Texts<'name' | 'color' | 'description'> &
	MaybeTexts<'parent'> & { sort_order: number };
export type WorkItemType = InProject &
	External &
	Texts<'name' | 'description'> &
	Objects<'logo_props'> &
	Record<'is_epic' | 'is_default' | 'is_active', boolean> & { level: number };
/** A custom property of work items; `issue_type` is the ID of its type. */
export type WorkItemProperty = InProject &
	External &
	Texts<'name' | 'display_name' | 'description' | 'property_type' | 'issue_type'> &
	MaybeTexts<'relation_type' | 'formula_config'> &
	Record<'is_required' | 'is_multi' | 'is_active', boolean> &
	Objects<'settings' | 'validation_rules' | 'logo_props'> & {
		sort_order: number;
		default_value: string[];
	};
/** An option of a custom property of work items. */
export type WorkItemPropertyOption = InProject &
	External &
	Texts<'name' | 'description' | 'property'> &
	MaybeTexts<'parent'> &
	Record<'is_active' | 'is_default', boolean> & { sort_order: number };
/** The value that a work item has for a custom property: one, or a list if there can be several. */
export type WorkItemPropertyValue = InProject & Texts<'issue' | 'property'> & { value: unknown };

export interface WorkItem
	extends
		InProject,
		External,
		Texts<'name' | 'priority' | 'description_html'>,
		MaybeTexts<'start_date' | 'target_date' | 'completed_at' | 'archived_at' | 'estimate_point'> {
	sequence_id: number;
	sort_order: number;
	/** IDs of the related records, which `expand` replaces with the records. */
	type: string;
	state: string;
	parent: string | null;
	module: string | null;
	cycle: string | null;
	assignees: string[];
	labels: string[];
}

export interface Link extends InProject, Texts<'issue' | 'url'> {
	/** Its text, which some servers name `title`. */
	name: string;
	/** The URL that the server last visited, which it does after the answer. */
	visited: string;
}

export type Comment = InProject &
	External &
	Texts<'issue' | 'comment_html' | 'access' | 'actor'> &
	MaybeTexts<'parent' | 'edited_at'>;

/** A change of a work item: the field, its old and new values, and their IDs (row 47). */
export type Activity = InProject &
	Texts<'issue' | 'verb' | 'comment' | 'actor'> &
	MaybeTexts<'field' | `${'old' | 'new'}_${'value' | 'identifier'}`> & { epoch: number };

/** A relation of `issue` to `related`, such as `blocking`. */
export type Relation = InProject & Texts<'issue' | 'related' | 'relation_type'>;

/** A report. Its work item (`issue`) is in no list until `status` is 1, accepted. */
/** A relation of `issue` to `related` of a kind that the workspace defines, seen from its outward side (row 478). */
export type CustomRelation = InProject & Texts<'issue' | 'related' | 'definition'>;

export type RelationDefinition = InWorkspace &
	Texts<'name' | 'outward' | 'inward' | 'color'> & {
		is_default: boolean;
		is_active: boolean;
		sort_order: number;
	};

export type ProjectTemplate = InWorkspace &
	Texts<'name'> &
	Objects<'description' | 'logo_props' | 'template_data'>;

export type IntakeItem = InProject &
	Texts<'issue' | 'source'> &
	MaybeTexts<'snoozed_till' | 'source_email' | 'duplicate_to'> & { status: number };

export type Sticky = InWorkspace &
	Texts<'description_html' | 'owner'> &
	MaybeTexts<'name' | 'color' | 'background_color'> &
	Objects<'logo_props'> & { sort_order: number };

export interface Attachment extends InProject, Texts<'issue'> {
	attributes: { name: string; type: string; size: number };
	/** The key in the store. */
	asset: string;
	size: number;
	/** Not listed until true. */
	is_uploaded: boolean;
}

/** A page of a project, or of the wiki if `project` is null. */
export type Page = InWorkspace &
	External &
	Texts<'name' | 'description_html' | 'color' | 'owned_by'> &
	MaybeTexts<'parent_id' | 'collection_id' | 'archived_at' | 'project'> &
	Objects<'logo_props'> & { access: number; is_locked: boolean };
/** The link of a work item to a page. */
export type WorkItemPage = InProject & Texts<'issue' | 'page'>;

/** `duration` is in minutes. */
export type Worklog = InProject &
	Texts<'issue' | 'description' | 'logged_by'> & { duration: number };
export type Estimate = InProject &
	External &
	Texts<'name' | 'description' | 'type'> & { last_used: boolean };
export type EstimatePoint = InProject &
	External &
	Texts<'estimate' | 'value' | 'description'> & { key: number };
/** A switch of a project or of the workspace (`owner`), the newest last. */
export interface Feature {
	owner: string;
	feature: string;
	isOn: boolean;
}

/** `issues` are the IDs of its work items. */
export type Module = InProject &
	Texts<'name' | 'description'> &
	MaybeTexts<'start_date' | 'target_date' | 'status' | 'lead' | 'archived_at'> &
	External & { members: string[]; issues: string[]; sort_order: number };
/** Its dates may have times. Dates without a time are in the project's time zone. */
export type Cycle = InProject &
	Texts<'name' | 'description' | 'timezone'> &
	MaybeTexts<'start_date' | 'end_date' | 'owned_by' | 'archived_at'> &
	External & { issues: string[]; sort_order: number };

/** The addition of a work item to a module or cycle (`container`), whose `issues` has the work item. */
export type Addition = InProject & Texts<'container' | 'issue'>;

export type Customer = InWorkspace &
	External &
	Texts<'name' | 'description_html'> &
	MaybeTexts<'email' | 'website_url' | 'domain' | 'stage' | 'contract_status' | 'revenue'> &
	Objects<'logo_props'> & { employees: number | null };
/** An option of a custom property. */
export type PropertyOption = Row & Texts<'name'>;
export type CustomerProperty = InWorkspace &
	Texts<'name' | 'display_name' | 'description'> &
	MaybeTexts<'property_type' | 'relation_type'> &
	Record<'is_required' | 'is_multi' | 'is_active', boolean> &
	Objects<'settings' | 'validation_rules' | 'logo_props'> &
	External & { sort_order: number | null; default_value: string[]; options: PropertyOption[] };
export type CustomerPropertyValue = InWorkspace &
	Texts<'customer' | 'property'> & { values: string[] };
/** The link of a work item with a customer. */
/** `request` is the request of the customer that the work item belongs to, if there is one. */
export type CustomerLink = InWorkspace & Texts<'customer' | 'issue'> & { request?: string };
export type CustomerRequest = InWorkspace &
	Texts<'customer' | 'name' | 'description_html'> &
	MaybeTexts<'link'>;

export type Initiative = InWorkspace &
	Texts<'name' | 'description' | 'description_html'> &
	MaybeTexts<'lead' | 'start_date' | 'end_date' | 'state'> &
	Objects<'logo_props'>;

/** A label of initiatives, or of projects. */
export type WorkspaceLabel = InWorkspace &
	Texts<'name' | 'color' | 'description'> & { sort_order: number | null };
/** A record (`member`) in the set `set` of another record (`owner`). */
export type SetMember = InWorkspace & Texts<'set' | 'owner' | 'member'>;
export type Milestone = InProject & External & Texts<'title'> & MaybeTexts<'target_date'>;
export type Teamspace = InWorkspace &
	Texts<'name' | 'description_html'> &
	MaybeTexts<'lead'> &
	Objects<'logo_props'>;
/** A webhook that was created with API v2. `scopes` are the events that it gets. */
export type RegisteredWebhook = InWorkspace &
	Texts<'url' | 'content_type' | 'version' | 'secret_key'> &
	MaybeTexts<'name'> & { is_active: boolean; scopes: string[] };
/** The data of the service. Tests read and change the live records. */
export interface ServiceState {
	workspace: Workspace;
	/** The API key of tests belongs to the first. */
	users: User[];
	projects: Project[];
	projectMembers: ProjectMember[];
	invitations: Invitation[];
	stickies: Sticky[];
	states: State[];
	labels: Label[];
	types: WorkItemType[];
	workItems: WorkItem[];
	links: Link[];
	comments: Comment[];
	activities: Activity[];
	relations: Relation[];
	customRelations: CustomRelation[];
	relationDefinitions: RelationDefinition[];
	projectTemplates: ProjectTemplate[];
	intakeItems: IntakeItem[];
	attachments: Attachment[];
	workItemProperties: WorkItemProperty[];
	workItemPropertyOptions: WorkItemPropertyOption[];
	workItemPropertyValues: WorkItemPropertyValue[];
	worklogs: Worklog[];
	estimates: Estimate[];
	estimatePoints: EstimatePoint[];
	features: Feature[];
	workItemPages: WorkItemPage[];
	pages: Page[];
	modules: Module[];
	cycles: Cycle[];
	additions: Addition[];
	customers: Customer[];
	customerProperties: CustomerProperty[];
	customerPropertyValues: CustomerPropertyValue[];
	customerRequests: CustomerRequest[];
	customerLinks: CustomerLink[];
	initiatives: Initiative[];
	initiativeLabels: WorkspaceLabel[];
	projectLabels: WorkspaceLabel[];
	setMembers: SetMember[];
	milestones: Milestone[];
	/** Work items of the type for epics, which the lists of work items leave out. */
	epics: WorkItem[];
	teamspaces: Teamspace[];
	webhooks: RegisteredWebhook[];
}

/** IDs by what they are made of: every service of a process begins with the same ones. */
const knownIds = new Map<string, string>();

/** Returns a UUID that is the same in every run, so that runs can be compared. */
export function stableId(kind: string, number: number): string {
	const source = `${kind} ${number}`;
	const id = knownIds.get(source) ?? toUuid(createHash('sha256').update(source).digest('hex'));

	knownIds.set(source, id);

	return id;
}

function toUuid(hex: string): string {
	const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];

	return [...groups, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
