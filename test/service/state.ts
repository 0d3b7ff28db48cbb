import { createHash } from 'node:crypto';

/** What every record carries. Times are ISO 8601 in UTC. */
export interface Row {
	id: string;
	created_at: string;
	updated_at: string;
	/** Ids of users. Without them: the owner of the first key, and nobody. */
	created_by?: string;
	updated_by?: string;
}

/** Texts of these names, and such that may be null. */
type Texts<Names extends string> = Record<Names, string>;
type MaybeTexts<Names extends string> = Record<Names, string | null>;
type Objects<Names extends string> = Record<Names, Record<string, unknown>>;
type External = MaybeTexts<'external_source' | 'external_id'>;

/** Here and below, `workspace`, `project`, `issue` (a work item) and `customer` are ids. */
type InWorkspace = Row & Texts<'workspace'>;
type InProject = InWorkspace & Texts<'project'>;

export type Workspace = Row & Texts<'slug' | 'name'>;
export type User = Row & Texts<'first_name' | 'last_name' | 'email' | 'display_name'>;

/** `members` are the ids of the users who see it. `archive_in` and `close_in` are months. */
export type Project = InWorkspace &
	External &
	Texts<'name' | 'identifier' | 'description' | 'timezone'> &
	MaybeTexts<'project_lead' | 'default_assignee' | 'default_state' | 'archived_at'> &
	Record<`${'module' | 'cycle' | 'issue_views' | 'page' | 'intake'}_view`, boolean> &
	Record<'archive_in' | 'close_in', number> & {
		members: string[];
		/** False where intake is on, but was never turned on (row 78). */
		has_intake?: boolean;
	};

/** The membership of a user (`member`) in a project: 20 administers it, 15 is a member, 5 a guest. */
export type ProjectMember = InProject &
	Texts<'member'> & {
		role: number;
		/** False for one that was removed (row 62). */
		is_active?: boolean;
	};

export type Invitation = InWorkspace &
	Texts<'email'> & { role: number; accepted: boolean; responded_at: string | null };

export interface State extends InProject, External, Texts<'name' | 'color' | 'group'> {
	description: string;
	/** Empty for the states that come with a project. */
	slug: string;
	/** Its place among the states of the project. */
	sequence: number;
	/** Whether new work items get it. */
	default: boolean;
}

export type Label = InProject &
	External &
	Texts<'name' | 'color' | 'description'> &
	MaybeTexts<'parent'> & { sort_order: number };
export type WorkItemType = InProject & Texts<'name'>;

export interface WorkItem
	extends
		InProject,
		External,
		Texts<'name' | 'priority' | 'description_html'>,
		MaybeTexts<'start_date' | 'target_date' | 'completed_at' | 'archived_at' | 'estimate_point'> {
	sequence_id: number;
	sort_order: number;
	/** Ids of the related records, which `expand` replaces by the records. */
	type: string;
	state: string;
	parent: string | null;
	module: string | null;
	cycle: string | null;
	assignees: string[];
	labels: string[];
}

export interface Link extends InProject, Texts<'issue' | 'url'> {
	/** Its one text, which servers may call title. */
	name: string;
	/** The address that the server last looked at: it does so after it has answered. */
	visited: string;
}

export type Comment = InProject &
	External &
	Texts<'issue' | 'comment_html' | 'access' | 'actor'> &
	MaybeTexts<'parent' | 'edited_at'>;

/** What happened to a work item: which field, from what to what, in words and by id (row 47). */
export type Activity = InProject &
	Texts<'issue' | 'verb' | 'comment' | 'actor'> &
	MaybeTexts<'field' | `${'old' | 'new'}_${'value' | 'identifier'}`> & { epoch: number };

/** That `issue` stands in this relation to `related`, such as `blocking`. */
export type Relation = InProject & Texts<'issue' | 'related' | 'relation_type'>;

/** What was reported: its work item (`issue`) is in no list until `status` is 1, accepted. */
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

export type Page = InProject & Texts<'name' | 'description_html'>;

/** `issues` are the ids of the work items that it holds. */
export type Module = InProject &
	Texts<'name' | 'description'> &
	MaybeTexts<'start_date' | 'target_date' | 'status' | 'lead' | 'archived_at'> &
	External & { members: string[]; issues: string[]; sort_order: number };
/** Its days may be times; a day is one of the project's time zone. */
export type Cycle = InProject &
	Texts<'name' | 'description' | 'timezone'> &
	MaybeTexts<'start_date' | 'end_date' | 'owned_by' | 'archived_at'> &
	External & { issues: string[]; sort_order: number };

/** That a module or a cycle (`container`) holds a work item: id and time of what `issues` say. */
export type Addition = InProject & Texts<'container' | 'issue'>;

export type Customer = InWorkspace & Texts<'name' | 'email'>;
export type CustomerProperty = InWorkspace &
	Texts<'name' | 'display_name' | 'description'> &
	MaybeTexts<'property_type' | 'relation_type'> &
	Record<'is_required' | 'is_multi' | 'is_active', boolean> &
	Objects<'settings' | 'validation_rules' | 'logo_props'> &
	External & { sort_order: number | null; default_value: string[] };
export type CustomerPropertyValue = InWorkspace &
	Texts<'customer' | 'property'> & { values: unknown[] };
export type CustomerRequest = InWorkspace & Texts<'customer' | 'name' | 'description'>;

export type Initiative = InWorkspace &
	Texts<'name' | 'description' | `description_${'html' | 'stripped' | 'binary'}`> &
	MaybeTexts<'lead' | 'start_date' | 'end_date' | 'state'> &
	Objects<'logo_props'>;

export type Teamspace = InWorkspace & Texts<'name'>;
/** `member` is the id of a user. */
export type TeamspaceMember = InWorkspace &
	Texts<'teamspace' | 'member' | 'display_name' | 'email'>;

/** All that the service remembers. The records are live: what a test reads is what is there. */
export interface ServiceState {
	workspace: Workspace;
	/** The key belongs to the first. */
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
	intakeItems: IntakeItem[];
	attachments: Attachment[];
	pages: Page[];
	modules: Module[];
	cycles: Cycle[];
	additions: Addition[];
	customers: Customer[];
	customerProperties: CustomerProperty[];
	customerPropertyValues: CustomerPropertyValue[];
	customerRequests: CustomerRequest[];
	initiatives: Initiative[];
	teamspaces: Teamspace[];
	teamspaceMembers: TeamspaceMember[];
}

/** The same UUID each time for the same words, so that tests can be repeated and compared. */
export function stableId(kind: string, number: number): string {
	const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
	const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];

	return [...groups, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
