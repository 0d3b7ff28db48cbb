import { createHash } from 'node:crypto';

/** What every record carries. Times are ISO 8601 in UTC. */
export interface Row {
	id: string;
	created_at: string;
	updated_at: string;
}

export interface Workspace extends Row {
	slug: string;
	name: string;
}

export interface User extends Row {
	first_name: string;
	last_name: string;
	email: string;
	display_name: string;
}

interface InWorkspace extends Row {
	/** The workspace's id. */
	workspace: string;
}

interface InProject extends InWorkspace {
	/** The project's id. */
	project: string;
}

export interface Project extends InWorkspace {
	name: string;
	identifier: string;
	description: string;
	/** Ids of the users who see it. */
	members: string[];
}

export interface State extends InProject {
	name: string;
	color: string;
	group: string;
	/** Empty for the states that come with a project. */
	slug: string;
	/** Its place among the states of the project. */
	sequence: number;
	/** Whether new work items get it. */
	default: boolean;
}

export interface Label extends InProject {
	name: string;
	color: string;
	sort_order: number;
}

export interface WorkItemType extends InProject {
	name: string;
}

export interface WorkItem extends InProject {
	name: string;
	sequence_id: number;
	priority: string;
	/** Ids of the related records, which `expand` replaces by the records. */
	type: string;
	state: string;
	module: string | null;
	cycle: string | null;
	assignees: string[];
	labels: string[];
}

export interface Link extends InProject {
	issue: string;
	/** Its one text, which the face community calls title. */
	name: string;
	url: string;
	/** The address that the server last looked at: it does so after it has answered. */
	visited: string;
}

export interface Attachment extends InProject {
	issue: string;
	attributes: { name: string; type: string; size: number };
	/** The key in the store. */
	asset: string;
	size: number;
	/** Not listed until true. */
	is_uploaded: boolean;
}

export interface Page extends InProject {
	name: string;
	description_html: string;
}

export interface Module extends InProject {
	name: string;
	description: string;
	start_date: string | null;
	target_date: string | null;
	status: string | null;
	lead: string | null;
	members: string[];
	external_source: string | null;
	external_id: string | null;
	/** Ids of the work items that it holds. */
	issues: string[];
}

export interface Cycle extends InProject {
	name: string;
	start_date: string | null;
	end_date: string | null;
	/** Ids of the work items that it holds. */
	issues: string[];
}

/** That a module or a cycle holds a work item: id and time of what its `issues` say. */
export interface Addition extends InProject {
	/** The id of the module or cycle. */
	container: string;
	issue: string;
}

export interface Customer extends InWorkspace {
	name: string;
	email: string;
}

export interface CustomerProperty extends InWorkspace {
	name: string;
	display_name: string;
	description: string;
	property_type: string | null;
	relation_type: string | null;
	is_required: boolean;
	is_multi: boolean;
	is_active: boolean;
	sort_order: number | null;
	default_value: string[];
	settings: Record<string, unknown>;
	validation_rules: Record<string, unknown>;
	logo_props: Record<string, unknown>;
	external_source: string | null;
	external_id: string | null;
}

export interface CustomerPropertyValue extends InWorkspace {
	customer: string;
	property: string;
	values: unknown[];
}

export interface CustomerRequest extends InWorkspace {
	customer: string;
	name: string;
	description: string;
}

export interface Initiative extends InWorkspace {
	name: string;
	description: string;
	description_html: string;
	description_stripped: string;
	description_binary: string;
	lead: string | null;
	start_date: string | null;
	end_date: string | null;
	logo_props: Record<string, unknown>;
	state: string | null;
}

export interface Teamspace extends InWorkspace {
	name: string;
}

export interface TeamspaceMember extends InWorkspace {
	teamspace: string;
	/** The user's id. */
	member: string;
	display_name: string;
	email: string;
}

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
