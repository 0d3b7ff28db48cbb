import { createHash } from 'node:crypto';

/** What every record carries. Times are ISO 8601 in UTC. */
export interface Row {
	id: string;
	created_at: string;
	updated_at: string;
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

/** `members` are the ids of the users who see it. */
export type Project = InWorkspace &
	Texts<'name' | 'identifier' | 'description'> & { members: string[] };

export interface State extends InProject, Texts<'name' | 'color' | 'group'> {
	/** Empty for the states that come with a project. */
	slug: string;
	/** Its place among the states of the project. */
	sequence: number;
	/** Whether new work items get it. */
	default: boolean;
}

export type Label = InProject & Texts<'name' | 'color'> & { sort_order: number };
export type WorkItemType = InProject & Texts<'name'>;

export interface WorkItem extends InProject, Texts<'name' | 'priority'> {
	sequence_id: number;
	/** Ids of the related records, which `expand` replaces by the records. */
	type: string;
	state: string;
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
	MaybeTexts<'start_date' | 'target_date' | 'status' | 'lead'> &
	External & { members: string[]; issues: string[] };
export type Cycle = InProject &
	Texts<'name'> &
	MaybeTexts<'start_date' | 'end_date'> & { issues: string[] };

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
	states: State[];
	labels: Label[];
	types: WorkItemType[];
	workItems: WorkItem[];
	links: Link[];
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
export function idOf(kind: string, number: number): string {
	const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
	const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
	return [...groups, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
