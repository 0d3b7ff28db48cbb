/**
 * The ways in which a server may differ from the specification. Each can be switched on and off by
 * itself. The rows are those of docs/server-behaviour.md.
 */
export const differences = {
	slash301: 'Redirects each path without its trailing slash, operation 3 included (row 2).',
	usesLinkTitle: 'Names the text of a link title, and ignores name (row 3).',
	creationsAnswer200: 'Answers 200 when a state is created or work items are added (row 1).',
	pagesByCursor: 'Pages by per_page and cursor, and ignores limit and offset (rows 4 to 7).',
	ignoresFilters: 'Ignores the filters of lists (row 8).',
	newestFirst: 'Lists the newest record first, and sorts by order_by (row 28).',
	skipsUnknownItems: 'Adds only the known work items to a module (row 9).',
	skipsRecordsOfOtherProjects:
		'Ignores assignees, labels and members of other projects (rows 24 and 54).',
	hidesUnknownItem: 'Does not say which work item of an addition is unknown (row 10).',
	additionsListAll:
		'Answers an addition with everything that the container now has (rows 9 and 10).',
	endedCyclesRefuseChanges: 'Refuses to change a cycle that has ended, or to add to it (row 31).',
	refusesTakenNames: 'Refuses a name or an external ID that another record has (rows 12 and 23).',
	updatesOmitId: 'Leaves ID and times out of the answer to the update of a module (row 14).',
	recordedShapes: 'Returns records with exactly the recorded fields.',
	ownValidation: 'Validates requests by its own rules, with its own texts (rows 13 and 17).',
	forbidsUnknownProjects: 'Answers 403 for unknown workspaces and projects (row 18).',
	emptyListsOfUnknownItems: 'Returns empty lists below an unknown work item.',
	emptyListsOfUnknownContainers:
		'Lists the work items of an archived cycle or module, and none of an unknown one (rows 143 and 407).',
	requiresUuids: 'Answers 404 to a path with an identifier that is not a UUID (row 18).',
	lacksCommercialPaths: 'Lacks the paths of the commercial editions (rows 18 and 39).',
	sendsAllowHeader: 'Lists the methods of a path in the header Allow.',
	jsonWithoutCharset: 'Sends JSON without a charset in its content type.',
	sendsRateLimitHeaders:
		'Always has a rate limit, and says in headers how much of it is left (row 19).',
	reparsesHtml: 'Stores descriptions as lxml and nh3 rewrite them (row 180).',
	keepsScripts:
		'Stores new comments, intake items and stickies as sent, scripts included (row 184).',
	comparesAsSent:
		'Reports a change if the sent form differs from the stored one (rows 110 and 167).',
	ordersPeopleAndLabels: 'Returns assignees and labels in its own order (row 167).',
	mergesDescriptionChanges: 'Merges consecutive changes of a description by one person (row 84).',
	updatesNewItemsLater: 'Sets updated_at of a new work item a second time, later (row 80).',
	writesActivitiesLater:
		'Leaves activities to its workers, which write them after the answer (rows 361 to 363).',
	recordsFirstAssignees:
		'Records the first assignees of a new work item as changes, as the web app has it (row 366).',
	recordsRepeatedAdditions:
		'Records an activity when a work item is added to its cycle again (row 81).',
	assignsMembersOnly: 'Ignores assignees who are guests (row 168).',
	listsFormerMembers: 'Lists removed members, and refuses to add them again (row 62).',
	checksRoles: 'Lets guests only read, and only administrators administer (row 93).',
	changesCycleOwner: 'Makes the user who changes a cycle its owner (row 162).',
	singleDateBecomesStart:
		'Stores a cycle date that is sent alone as the start of that day (row 161).',
	showsUserTimeZone: "Shows times in the time zone of the key's user (row 85).",
	sortsFewLists: 'Sorts only work items and states by order_by (row 60).',
	ignoresSortOrder: 'Puts new work items and labels last, whatever sort_order says (row 163).',
	dropsCommentParents: 'Ignores the parent of a comment (row 169).',
	uniqueCommentIds: 'Requires external IDs of comments to be unique in a project (row 67).',
	acceptsCreationHistory: 'Accepts created_at and created_by (rows 68 and 418).',
	keepsCallerAsActor: 'Makes the caller the actor of a comment, whatever actor says (row 68).',
	acceptsSimultaneousIds:
		'Accepts one external ID in simultaneous requests, and then fails on it (row 65).',
	conflictsNameUpdatedRecord:
		'Names the updated record, not the one in its way, in a conflict (row 66).',
	manyDefaultStates: 'Keeps the old default state when another becomes the default (row 63).',
	refusesDefaultState: 'Refuses a default state of a project (row 64).',
	archivedModulesStayWritable:
		'Finds archived modules and cycles to add to, change and delete (rows 72 and 413).',
	archivedProjectsStayWritable: 'Creates records in archived projects, but lists none (row 73).',
	deletedProjectsLinger: 'Accepts requests to deleted projects for a while (row 74).',
	intakeNeedsActivation: 'Fails on intake that was enabled when the project was created (row 78).',
	adminsDecideIntake: 'Ignores intake decisions of users who are not administrators (row 165).',
	acceptingIntakeDropsFields: 'Ignores other changes in the request that accepts intake (row 164).',
	hidesExpiredSnoozes: 'Hides intake items whose snooze has expired (row 79).',
	uncheckedIntakeNames: 'Fails on intake names that it cannot store (row 77).',
	strictLinks: 'Accepts only links whose host has a dot, of at most 2,048 characters (row 69).',
	exactFileTypes: 'Accepts only file types that are exactly on its list (row 70).',
	strictFileNames: 'Removes folders from file names, and refuses names without a file (row 71).',
	exactTimeZones: 'Accepts only the exact names of time zones (row 76).',
	plainProjectNames: 'Refuses project names and identifiers with punctuation (rows 75 and 416).',
	shufflesEqualRows:
		'Orders rows that are equal by order_by differently in each request (row 341).',
	listsMemberRoles: 'Lists the members of a project with roles, removed ones included (row 220).',
	readsReplica: 'Reads work items from a replica that lags behind (row 166).',
	uploadsToRequestHost: 'Issues file URLs at the host of the request (row 86).',
	lacksPlan: 'Answers 402 to the paths of the commercial editions (row 472).',
	asksForUpgrade:
		'Answers 400 to writes of the commercial editions, with a request to upgrade (row 472).',
	turnsInitiativesOff: 'Answers 404 to the paths of initiatives, which are turned off (row 472).',
	ownsRecordsInWorkspace:
		'Refuses to change types, states and labels below a project, because the workspace owns them (row 473).',
	pagesCannotChange: 'Answers 405 to changes and deletions of pages (row 466).',
	lacksRecentPaths:
		'Lacks the paths that only newer commercial servers have (rows 461, 462 and 466).',
	lacksValueLists: 'Has no list of all values of a work item (row 470).',
	refusesLabelChanges: 'Answers 403 to changes of labels of initiatives (row 481).',
	wrapsLists: 'Puts lists of the commercial editions into another array (row 475).',
	listsBare: 'Lists the records of the commercial editions in bare arrays (row 475).',
	listsLabelsBare: 'Lists project labels in a bare array (row 475).',
	newPropertiesAreInUse: 'Takes a new customer property into use without is_active (row 454).',
	setsAnswer201: 'Answers 201 when records are added to initiatives and teamspaces (row 461).',
	customerValuesAnswer: 'Answers 200 and a record when a value of a customer is set (row 458).',
	checksExternalIds:
		'Refuses an external ID that another epic, milestone, page, type, property or option has (row 484).',
	hidesExternalIdsOfPages: 'Leaves external IDs out of the lists of pages (row 484).',
	valuesAnswer201: 'Answers 201 when a value of a work item is set (row 468).',
	valuesAnswerLists: 'Answers with a list for every value of a work item (row 468).',
	valuesAreObjects: 'Puts each value into an object in the list of a work item (row 470).',
	relationsListIds: 'Lists related work items by their IDs alone (row 33).',
	worklogsNeedDescriptions: 'Requires the description of a worklog (row 464).',
	lacksWorkItemPaths: 'Has no paths with work-items/, like version 1.0 (row 324).',
	servesOldPaths: 'Has the paths with issues/ of version 1.0 as well (row 424).',
	acceptsForms: 'Accepts bodies that are forms (row 420).',
	servesApiV2: 'Serves API v2 beside version 1 (row 501).',
	hasPreviewBulk: 'Lacks the three bulk paths of API v2, as previews do (row 512).',
	newPathsAnswer405: 'Answers 405, not 404, to the paths that a preview of API v2 lacks (row 512).',
	callsBatchesConflicts: 'Answers conflict, not batch_failed, to a batch of API v2 (row 513).',
	acceptsTakenExternalIds: 'Creates a second record with an external ID in API v2 (row 514).',
	returnsNewSecrets: 'Returns the secret of a new webhook of API v2 (row 520).',
	refusesPrivateAddresses: 'Refuses local and private addresses of webhooks of API v2 (row 519).',
	refusesTakenAddresses: 'Refuses a second webhook of API v2 with one address (row 519).',
	sendsNoneTexts: "Sends webhooks of API v2 as Plane's example shows them (rows 100 and 103).",
	hidesUserFromTokens: 'Answers 403 to a token that asks API v2 for its user (row 501).',
	deniesTransitions: 'Answers 403 to changes of the state of a work item by API v2 (row 509).',
	writesPreviewProblems: 'Writes errors of API v2 as early previews did (row 486).',
	lacksV2Features: 'Answers 402 to API v2, whose features are turned off (row 502).',
} as const;

export type Difference = keyof typeof differences;

export const isDifference = (name: string): name is Difference => Object.hasOwn(differences, name);

/** Differences of servers with a special setup or another version. */
export const setupDifferences: readonly Difference[] = [
	// It needs ENABLE_READ_REPLICA.
	'readsReplica',
	// It depends on how a server's database runs the query.
	'shufflesEqualRows',
	// Other servers do, too, but usually within a second.
	'writesActivitiesLater',
	// Records that were created in the web app.
	'recordsFirstAssignees',
	// Only versions from 1.4 on have these lists.
	'listsMemberRoles',
	// It needs a storage behind the same host, which the one of the tests is not.
	'uploadsToRequestHost',
	// Version 1.0 calls them issues/.
	'lacksWorkItemPaths',
];

/**
 * What commercial servers do by their plan, their settings and their version, or according to one
 * source alone. No such server was tried.
 */
export const commercialDifferences: readonly Difference[] = [
	'lacksPlan',
	'asksForUpgrade',
	'turnsInitiativesOff',
	'ownsRecordsInWorkspace',
	'pagesCannotChange',
	'lacksRecentPaths',
	'lacksValueLists',
	'refusesLabelChanges',
	'wrapsLists',
	'listsBare',
	'listsLabelsBare',
	'newPropertiesAreInUse',
	'setsAnswer201',
	'customerValuesAnswer',
	'checksExternalIds',
	'hidesExternalIdsOfPages',
	'valuesAnswer201',
	'valuesAnswerLists',
	'valuesAreObjects',
	'relationsListIds',
	'worklogsNeedDescriptions',
];

/**
 * Whether a server has API v2, and how its builds and sources differ. No such server was tried. Each except the
 * first needs the first.
 */
export const v2Differences: readonly Difference[] = [
	'servesApiV2',
	'hasPreviewBulk',
	'newPathsAnswer405',
	'callsBatchesConflicts',
	'acceptsTakenExternalIds',
	'returnsNewSecrets',
	'refusesPrivateAddresses',
	'refusesTakenAddresses',
	'sendsNoneTexts',
	'hidesUserFromTokens',
	'deniesTransitions',
	'writesPreviewProblems',
	'lacksV2Features',
];

/** Differences that the package does not handle yet, each with the case that says how it should. */
export const unsupportedDifferences: readonly Difference[] = [];

const communityDifferences = Object.keys(differences)
	.filter(isDifference)
	.filter(
		(name) =>
			![
				...setupDifferences,
				...commercialDifferences,
				...v2Differences,
				...unsupportedDifferences,
			].includes(name),
	);

/**
 * The kinds of server: as specified, as observed, and as the tests of the vendor's Python SDK need a
 * commercial one. It shares the code of the Community Edition.
 */
export const differencesByKind = {
	specification: [],
	community: communityDifferences,
	commercial: [
		...communityDifferences.filter((name) => name !== 'lacksCommercialPaths'),
		'listsLabelsBare',
		'newPropertiesAreInUse',
		'relationsListIds',
	],
} satisfies Record<string, Difference[]>;

export type ServerKind = keyof typeof differencesByKind;

/** Switches single differences on (true) or off (false), whatever the server kind says. */
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
