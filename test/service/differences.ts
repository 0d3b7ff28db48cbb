/**
 * What a server may do otherwise than the specification says; each can be switched by itself. The
 * rows are those of the observations.
 */
export const differences = {
	slash301: 'Redirects each path without its slash to the one with it, operation 3 too (row 2).',
	titleNotName: 'Calls the text of a link title, and ignores name (row 3).',
	createdStatus200: 'Answers 200 to the creation of a state, and to additions (row 1).',
	pagesByCursor: 'Pages by per_page and cursor, and ignores limit and offset (rows 4 to 7).',
	ignoresFilters: 'Ignores the filters of lists (row 8).',
	newestFirst: 'Begins lists with the newest record, and sorts by order_by (row 28).',
	leavesUnknownOut: 'Leaves unknown work items out of an addition to a module (row 9).',
	leavesOthersOut: 'Leaves out assignees, labels and members of other projects (rows 24 and 54).',
	hidesUnknown: 'Does not say which work item of an addition is unknown (row 10).',
	additionsListAll: 'Answers an addition with all that is now there (rows 9 and 10).',
	endedCyclesRefuse: 'Refuses additions to a cycle that has ended, and changes of it (row 31).',
	namesAreTaken: 'Refuses the name of another record, and its external ID (rows 12 and 23).',
	updateWithoutId: 'Answers the update of a module without its id and times (row 14).',
	recordedShapes: 'Gives records the fields that were recorded.',
	ownChecks: 'Checks requests by rules of its own, and explains in its own words (rows 13 and 17).',
	forbidsUnknown: 'Forbids workspaces and projects that are not there (row 18).',
	emptyBelowUnknown: 'Gives empty lists for a work item that is not there.',
	uuidsOnly: 'Has no page for a path with an identifier that is no UUID (row 18).',
	lacksCommercial: 'Lacks what only the commercial editions have (rows 18 and 39).',
	tellsMethods: 'Says in the header Allow what a path takes.',
	jsonWithoutCharset: 'Names no charset behind the type of its JSON.',
	tellsLimit: 'Always has a limit, and tells in headers how much of it is left (row 19).',
} as const;

export type Difference = keyof typeof differences;

export const isDifference = (name: string): name is Difference => Object.hasOwn(differences, name);

/** The two kinds of server that are known: the one that was specified, and the one observed. */
export const faces = {
	specification: [],
	community: Object.keys(differences).filter(isDifference),
} satisfies Record<string, Difference[]>;

export type FaceName = keyof typeof faces;

/** Differences that a server has beyond its face (true), or lacks although its face has them. */
export type Deviations = Partial<Record<Difference, boolean>>;

/** Whether a server has a difference. */
export type Differs = (name: Difference) => boolean;

export function differing(face: FaceName, deviations: Deviations = {}): Differs {
	const usual = new Set<Difference>(faces[face]);
	return (name) => deviations[name] ?? usual.has(name);
}
