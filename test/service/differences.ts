/**
 * What a server may do otherwise than the specification says; each can be switched by itself. The
 * rows are those of the observations.
 */
export const differences = {
	slash301: 'Redirects each path without its slash to the one with it, operation 3 too (row 2).',
	usesLinkTitle: 'Calls the text of a link title, and ignores name (row 3).',
	creationsAnswer200: 'Answers 200 to the creation of a state, and to additions (row 1).',
	pagesByCursor: 'Pages by per_page and cursor, and ignores limit and offset (rows 4 to 7).',
	ignoresFilters: 'Ignores the filters of lists (row 8).',
	newestFirst: 'Begins lists with the newest record, and sorts by order_by (row 28).',
	skipsUnknownItems: 'Leaves unknown work items out of an addition to a module (row 9).',
	skipsRecordsOfOtherProjects:
		'Leaves out assignees, labels and members of other projects (rows 24 and 54).',
	hidesUnknownItem: 'Does not say which work item of an addition is unknown (row 10).',
	additionsListAll: 'Answers an addition with all that is now there (rows 9 and 10).',
	endedCyclesRefuseChanges:
		'Refuses additions to a cycle that has ended, and changes of it (row 31).',
	refusesTakenNames: 'Refuses the name of another record, and its external ID (rows 12 and 23).',
	updatesOmitId: 'Answers the update of a module without its id and times (row 14).',
	recordedShapes: 'Gives records the fields that were recorded.',
	ownValidation:
		'Checks requests by rules of its own, and explains in its own words (rows 13 and 17).',
	forbidsUnknownProjects: 'Forbids workspaces and projects that are not there (row 18).',
	emptyListsOfUnknownItems: 'Gives empty lists for a work item that is not there.',
	requiresUuids: 'Has no page for a path with an identifier that is no UUID (row 18).',
	lacksCommercialPaths: 'Lacks what only the commercial editions have (rows 18 and 39).',
	sendsAllowHeader: 'Says in the header Allow what a path takes.',
	jsonWithoutCharset: 'Names no charset behind the type of its JSON.',
	sendsRateLimitHeaders:
		'Always has a limit, and tells in headers how much of it is left (row 19).',
	reparsesHtml: 'Stores descriptions as lxml and nh3 write them (row 180; case P04).',
	keepsScripts: 'Stores new comments, intake items and stickies as given, scripts too (row 184).',
	comparesAsSent: 'Tells of what was sent in another form than is stored (rows 110 and 167).',
	ordersPeopleAndLabels: 'Shows assignees and labels in an order of its own (row 167; case P50).',
	mergesDescriptionChanges: 'Merges changes of a description by one person (row 84; case P10).',
	updatesNewItemsLater: 'Sets updated_at of a new work item again later (row 80; finding 1).',
	recordsRepeatedAdditions:
		'Notes an addition to a cycle that holds it already (row 81; finding 16).',
	assignsMembersOnly: 'Leaves out assignees who are guests (row 168; case P05).',
	listsFormerMembers: 'Lists removed members, and does not add them again (row 62; case P39).',
	checksRoles: 'Forbids guests to write, and members to administer (row 93; case X8).',
	changesCycleOwner: "Makes the key's user the owner of a cycle that changes (row 162; case X3).",
	singleDateBecomesStart:
		'Stores one day of a cycle that comes alone as its start (row 161; case P07).',
	showsUserTimeZone: "Shows times in the time zone of the key's user (row 85).",
	sortsFewLists: 'Ignores order_by but for work items and states (row 60).',
	ignoresSortOrder: 'Puts new work items and labels last (row 163; case P52).',
	dropsCommentParents: 'Ignores the parent of a comment (row 169).',
	uniqueCommentIds: 'Has an external ID of a comment once in a project (row 67).',
	acceptsCreationHistory: 'Takes the time and the person of creation (row 68; case P32).',
	acceptsSimultaneousIds:
		'Takes an external ID twice at once, and then breaks on it (row 65; finding 31).',
	conflictsNameUpdatedRecord:
		'Names the updated record where another has its ID (row 66; case X4).',
	manyDefaultStates: 'Keeps the old default state beside a new one (row 63).',
	refusesDefaultState: 'Refuses a default state of a project (row 64).',
	archivedModulesStayWritable: 'Adds to archived modules, and deletes them (row 72).',
	archivedProjectsStayWritable: 'Creates in archived projects, and lists nothing there (row 73).',
	deletedProjectsLinger: 'Takes records of deleted projects for a while (row 74).',
	intakeNeedsActivation: 'Breaks on intake that was on from the start (row 78; case X1).',
	adminsDecideIntake: 'Ignores decisions on intake by others than administrators (row 165).',
	acceptingIntakeDropsFields: 'Drops what else is changed when intake is accepted (row 164).',
	hidesExpiredSnoozes:
		'Hides intake that was snoozed until a time that is past (row 79; case P40).',
	uncheckedIntakeNames: 'Breaks on names of intake that it cannot store (row 77; case P15).',
	strictLinks: 'Wants links with a host that has a dot (row 69; case P56).',
	exactFileTypes: 'Compares types of files with exact texts (row 70; cases P21 and P22).',
	strictFileNames: 'Refuses names that name no file, and drops folders (row 71; case X7).',
	exactTimeZones: 'Compares time zones with exact names (row 76; case X9).',
	plainProjectNames: 'Refuses names of projects with punctuation (row 75; case P56).',
	shufflesEqualRows:
		'Sorts what is equal by order_by differently for each request (row 341; case P57).',
	listsMemberRoles: 'Lists the people of a project with roles, and who was removed (row 220).',
	readsReplica: 'Reads work items from a replica that lags behind (row 166; finding 4).',
	uploadsToRequestHost: 'Issues addresses of files at the host of the request (row 86; case P28).',
	lacksWorkItemPaths: 'Has no paths with work-items/, as version 1.0 (row 324; case P31).',
} as const;

export type Difference = keyof typeof differences;

export const isDifference = (name: string): name is Difference => Object.hasOwn(differences, name);

/** Differences of servers that are set up in a way of their own. */
export const setupDifferences: readonly Difference[] = [
	// ENABLE_READ_REPLICA has to be set.
	'readsReplica',
	// It depends on how the database of a server carries out a query.
	'shufflesEqualRows',
	// Versions from 1.4 on have these lists.
	'listsMemberRoles',
	// The storage has to be behind the same host, which the one of the tests is not.
	'uploadsToRequestHost',
	// Version 1.0 calls them issues/.
	'lacksWorkItemPaths',
];

/** Differences that the package cannot live with yet, with the case that says how it should. */
export const unsupportedDifferences: readonly Difference[] = [];

/** The two kinds of server that are known: the one that was specified, and the one observed. */
export const differencesByKind = {
	specification: [],
	community: Object.keys(differences)
		.filter(isDifference)
		.filter((name) => ![...setupDifferences, ...unsupportedDifferences].includes(name)),
} satisfies Record<string, Difference[]>;

export type ServerKind = keyof typeof differencesByKind;

/** Differences that a server has beyond those of its kind (true), or lacks although its kind has them. */
export type Deviations = Partial<Record<Difference, boolean>>;

/** Whether a server has a difference. */
export type HasDifference = (name: Difference) => boolean;

export function differenceLookup(
	serverKind: ServerKind,
	deviations: Deviations = {},
): HasDifference {
	const kindDifferences = new Set<Difference>(differencesByKind[serverKind]);

	return (name) => deviations[name] ?? kindDifferences.has(name);
}
