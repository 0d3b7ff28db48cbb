/**
 * A plan of the commercial editions that has an operation or a list, by the vendor's product pages; `any`
 * if these name none.
 */
export type Plan = 'Free' | 'Pro' | 'Business' | 'any';

/** A switch of the commercial editions, without which a server refuses some operations and lists (row 472). */
export interface Feature {
	/** As the panel shows it, e.g. `Customers`. */
	readonly name: string;
	/** The operation that turns it on, as the panel shows it. */
	readonly operation: string;
}

const inWorkspace = (name: string): Feature => ({
	name,
	operation: `Workspace → Update Features: ${name}`,
});

const inProject = (name: string): Feature => ({
	name,
	operation: `Project → Update Features: ${name}`,
});

export const features = {
	customers: inWorkspace('Customers'),
	epics: inProject('Epics'),
	initiatives: inWorkspace('Initiatives'),
	pages: inProject('Pages'),
	teams: inWorkspace('Teams'),
	timeTracking: { name: 'Time Tracking', operation: 'Project → Update: Time Tracking' },
	wiki: inWorkspace('Wiki'),
	workItemTypes: inProject('Work Item Types'),
};
