import { isDeepStrictEqual } from 'node:util';

import type { Difference } from './findDifferences';
import type { StepRecording } from './record';

/** A difference between the builds that was asked for. */
export interface AcceptedDifference {
	/** The sentence that asks for it, from the issue; or what was wrong in the old build. */
	readonly reason: string;
	/** Whether a difference of a node, or of the state that it has left, is intended. */
	readonly matches: (difference: Difference, node: ComparedNode) => boolean;
}

/** The first request in which the builds differ. */
interface FirstDifference {
	/** Whether it is a list that the new build does not read. */
	readonly startsWithListRead: boolean;
	/** Whether it adds work items to a cycle or a module. */
	readonly startsWithAddition: boolean;
	/** Whether it is a read that only the new build sends at this point. */
	readonly startsWithRead: boolean;
	/** Whether it is a read that the new build has sent before, with the same address. */
	readonly startsWithReadAgain: boolean;
	/** Whether such additions differ, or are in another order. */
	readonly hasOtherAdditions: boolean;
	/** Whether it is a read of the members that only the new build sends at this point. */
	readonly startsWithMembers: boolean;
	/** Whether the new build writes several records with it. */
	readonly startsWithBulkWrite: boolean;
	/** Whether each build sends later what the other one sends at this point. */
	readonly startsWithReordering: boolean;
}

/** A node of a workflow that both builds have run. */
export interface ComparedNode extends FirstDifference {
	readonly operation: string;
	readonly old: StepRecording;
	readonly new: StepRecording;
	/** Whether requests of the workflow may fail, be refused because of a limit, or be canceled. */
	readonly hasFaults: boolean;
}

/** Whether a node has sent such a request. */
const hasSent = ({ requests }: StepRecording, request: RegExp): boolean =>
	Object.values(requests)
		.flat()
		.some((text) => request.test(text));

/** What hints say about the requests of a list: how long the node waited, and what the server ignored. */
const isHintAboutRequests = (hint: unknown): boolean =>
	hint === undefined ||
	(typeof hint === 'string' && /^(Waited|This server does not filter by) /.test(hint));

/** A request that was lost before it arrived is not recorded, but it is in the hint about repetitions. */
const isHintAboutRetries = ({ old, new: current }: Difference): boolean =>
	[old, current].some((hint) => typeof hint === 'string' && hint.includes(' retried after '));

/** What errors say if no response, or only a part of one, has arrived. */
const NO_RESPONSE = /Code: E[A-Z]+|did not respond within/;

/** The message of a run that a limit of the server has stopped. */
const STOPPED_BY_LIMIT = 'Not carried out, because the server asks to wait too long';

/** What errors say about an item during which another one stopped the run. */
const INTERRUPTED = 'The execution ended before this was carried out';

const PROJECT_READ = /^GET \S+\/projects\/[0-9a-f-]+\/\s*$/;

/** What errors say about an item of which only a part was saved. */
const SAVED_IN_PART = /still has those who were there before|but not the rest|Plane did not take /;

const isAboutOtherDefault = (error: unknown): boolean =>
	typeof error === 'string' &&
	error.includes('but Default could not be turned off for another one');

const isHintAboutSharedRecords = ({ place, old, new: current }: Difference): boolean =>
	/^step \d+ hints/.test(place) &&
	[old, current].every(
		(hint) =>
			hint === undefined || (typeof hint === 'string' && hint.startsWith('Items that share one ')),
	);

const isAdditionOrNothing = (request: unknown): boolean =>
	request === undefined || isAddition(request);

/** Whether a request adds work items to a cycle or a module, or reads which ones are there already. */
const isAddition = (request: unknown): boolean =>
	typeof request === 'string' && /^(POST|GET) \S+\/(cycle|module)-issues\//.test(request);

/** Whether hints differ only in how long the node waited, and how often it tried. */
const isHintAboutTime = ({ old, new: current }: Difference): boolean =>
	[old, current].every(
		(hint) => hint === undefined || (typeof hint === 'string' && /^Waited | retried /.test(hint)),
	);

/** Whether nothing differs but what was sent, and what hints say about that. */
const isAboutRequests = ({ place, old, new: current }: Difference): boolean =>
	/^step \d+ requests/.test(place) ||
	(/^step \d+ hints/.test(place) && [old, current].every(isHintAboutRequests));

/**
 * The differences between the build of before the middle was built again and the working tree. All others are
 * faults. Once both builds have them, they are removed from here.
 */
export const acceptedDifferences: readonly AcceptedDifference[] = [
	{
		reason: 'The search of lists by API v2 goes',
		matches: (difference, { operation, old }) => {
			if (operation !== 'workItem.getAll') return false;

			const wasSearch = hasSent(old, /^GET \/api\/v2\/\S+\/work-items\/\?/);

			// A search found what is in a cycle or a module in any project, and these lists have only what is in their own.
			const wasSearchInContainer = hasSent(old, /^GET \/api\/v2\/\S+[?&](cycle|module)_id__in=/);
			if (wasSearchInContainer || isHintAboutRetries(difference)) return true;

			return wasSearch && isAboutRequests(difference);
		},
	},
	{
		reason:
			'readWorkspaceList.ts (row 483) stays only as one source of a plan for lists, or goes too',
		matches: (difference, { operation, old }) =>
			operation === 'workItem.getAll' &&
			hasSent(old, /^GET \/api\/v1\/workspaces\/[^/]+\/work-items\/\?/) &&
			isAboutRequests(difference),
	},
	{
		reason:
			'requests of every operation: as the old build, except … lists that are read once instead of several times',
		matches: (difference, { operation, hasFaults, startsWithListRead }) => {
			const { place, old, new: current } = difference;
			const isReadLess = /^step \d+ requests/.test(place) && current === undefined && isRead(old);
			if (isReadLess && isListRead(old)) return true;

			// The state that is created again was found in the list that was read before. Reading it again failed.
			if (operation === 'state.create' && hasFaults && isAboutOtherDefault(current)) return true;

			// A request that is not sent has no fault, which had consequences of every kind. Without it, a run stops earlier.
			return (
				startsWithListRead &&
				(hasFaults || isReadLess || isAboutRequests(difference) || isAboutProgress(difference))
			);
		},
	},
	{
		// The work item of an intake item had the key of the intake item, whose ID in the path is the same.
		reason: 'Keys of records come from the template of the path, not from the order of properties',
		matches: ({ place }, { operation }) =>
			/^intakeItem\.(update|accept)$/.test(operation) && /^step \d+ items\[\d+\] json /.test(place),
	},
	{
		// Additions, and hints about shared records, were in the order in which the writes had ended, so that an item that
		// ended late could win. Items that were saved in part only were in neither.
		reason: 'memberships and missing labels as stages of the run',
		matches: (difference, node) => {
			const { old: oldNode, hasFaults, hasOtherAdditions, startsWithAddition } = node;
			const { place, old, new: current } = difference;
			if (isHintAboutSharedRecords(difference)) return true;

			const wasSavedInPart = SAVED_IN_PART.test(JSON.stringify(oldNode));
			const isAboutTargets =
				/^state (activities|additions|cycles|modules|workItems)\//.test(place) ||
				(/^step \d+ requests/.test(place) && [old, current].every(isAdditionOrNothing));

			return (
				(startsWithAddition && hasFaults) ||
				(hasOtherAdditions && isAboutTargets) ||
				(wasSavedInPart && (isAboutTargets || SAVED_IN_PART.test(String(old))))
			);
		},
	},
	{
		// An item that finds the record of an earlier item showed its own date and author, which Plane had not taken.
		reason: 'Existing records keep their own date and author, also those of an earlier item',
		matches: ({ place, old, new: current }, { operation, hasFaults, startsWithRead }) =>
			/^step \d+ items\[\d+\] json created_(at|by)$/.test(place) ||
			/^step \d+ hints Plane did not keep /.test(place) ||
			(hasFaults && startsWithRead && /^workItem(Comment)?\.(create|upsert)$/.test(operation)) ||
			(/^(workItem|workItemComment)\.(create|upsert)$/.test(operation) &&
				/^step \d+ requests \S+\/(comments|work-items)\/[0-9a-f-]+$/.test(place) &&
				current === undefined &&
				isRead(old)),
	},
	{
		// The error of an update said that the project was not found.
		reason: 'the error about a state that could not be turned off names this state',
		matches: ({ place, old, new: current }) =>
			/^step \d+ error (message|description)$/.test(place) &&
			[old, current].every((text) => /Default (could not be turned )?off for /.test(String(text))),
	},
	{
		reason: 'requests of several items may be sent in another order',
		matches: (difference, { hasFaults, startsWithReordering, old, new: current }) => {
			// Then another one of them has the fault.
			if (hasFaults && startsWithReordering) return true;

			if (hasSameReads(old, current)) return isAboutRequests(difference);

			const isAboutLimit = [old, current].every(
				({ error }) => error?.message.startsWith(STOPPED_BY_LIMIT) === true,
			);

			const isAboutTime = /^step \d+ hints/.test(difference.place) && isHintAboutTime(difference);
			const isRounded = [difference.old, difference.new].every(
				(hint) =>
					hint === undefined ||
					(typeof hint === 'string' && /^Waited \d+ minutes to keep to /.test(hint)),
			);

			return (
				(isAboutTime && (hasFaults || isRounded)) ||
				(hasFaults && /^step \d+ error/.test(difference.place) && isAboutLimit)
			);
		},
	},
	{
		// An empty advice left two spaces.
		reason: '"Partly done" follows from what was not done, and is made once',
		matches: ({ old, new: current }) =>
			typeof old === 'string' && old.replaceAll(/ {2,}/g, ' ') === current,
	},
	{
		reason: 'a failure without a response is forgotten, so that the next item reads the list',
		matches: (_, { old, hasFaults, startsWithRead, startsWithReadAgain }) =>
			hasFaults &&
			(startsWithReadAgain || (startsWithRead && NO_RESPONSE.test(JSON.stringify(old.items)))),
	},
	{
		// An item whose record was saved before it was interrupted was taken for one that had failed.
		reason:
			'The error of a run is that of an item that has failed, and not of one that was interrupted',
		matches: ({ place }, { old }) =>
			/^step \d+ error /.test(place) && old.error?.message.includes(INTERRUPTED) === true,
	},
	{
		// Items with the same title or external ID looked for the record again if the response to its update was lost.
		reason: 'a record that was found is known, also if its update was lost',
		matches: (_, { operation, hasFaults, startsWithBulkWrite }) =>
			hasFaults && startsWithBulkWrite && /\.(create|upsert)$/.test(operation),
	},
	{
		// What is sent in another order has other faults, or is canceled elsewhere.
		reason: 'The members are read before anything is changed, if an item mentions somebody',
		matches: (_, { hasFaults, startsWithMembers }) => hasFaults && startsWithMembers,
	},
	{
		// No known server has pages of fewer rows, but the service of these workflows has.
		reason: 'A bare array of fewer than 20 rows is a whole list (row 4), whoever reads it',
		matches: (_, { operation, startsWithListRead }) =>
			/^(estimatePoint|workItemProperty)\.create$/.test(operation) && startsWithListRead,
	},
	{
		reason: 'No item begins after a name could not be resolved, so that none is interrupted',
		matches: (difference, { old: oldNode, new: newNode }) => {
			const { place, old, new: current } = difference;
			const isUnchanged = newNode.error?.description.endsWith('Nothing was changed.') === true;
			const isReadLess = /^step \d+ requests/.test(place) && current === undefined && isRead(old);
			if (isReadLess) return isUnchanged;

			if (!/^step \d+ error /.test(place)) return false;

			// An item that began later has failed because of a limit.
			const wasLimited = oldNode.error?.message.startsWith('Not carried out, ') === true;

			return (
				(isUnchanged && (wasLimited || isAboutProgress(difference))) ||
				String(old).includes('Failed or interrupted')
			);
		},
	},
	{
		// The list of projects was taken for a list of the project that a key is looked for in.
		reason: 'Before a key is said to be unknown, its project is asked whether it is archived',
		matches: (difference, { old: oldNode, new: newNode, hasFaults }) => {
			const { place, old, new: current } = difference;
			const isSent = hasSent(newNode, PROJECT_READ) && !hasSent(oldNode, PROJECT_READ);
			if (isSent && (hasFaults || isHintAboutRetries(difference))) return true;

			return (
				/^step \d+ requests projects\/[0-9a-f-]+$/.test(place) &&
				old === undefined &&
				[current].flat().every((request) => PROJECT_READ.test(String(request)))
			);
		},
	},
	{
		reason:
			'Fault of the old build: with a name in a filter that servers apply, too, a list across projects was refused where half of them have it, and empty where none has it',
		matches: (_, { operation, old, new: current }) =>
			operation === 'workItem.getAll' &&
			[old, current].some((recording) =>
				/there is no (?:state|member) /.test(JSON.stringify(recording)),
			),
	},
	{
		reason: 'No advice that harms whoever follows it: to create a label that is to be removed',
		matches: ({ old, new: current }, { operation }) =>
			operation.endsWith('.update') &&
			String(old).replace(
				/ To create (it|them), turn on Create Missing Labels under Options\./,
				'',
			) === String(current),
	},
	{
		reason:
			'A problem says what happened and what it did: one `adviseRerun` where problems become output',
		matches: ({ place, old, new: current }) =>
			/^step \d+ (error |items\[\d+\] json error)/.test(place) &&
			withoutAdvice(String(old)) === withoutAdvice(String(current)),
	},
	{
		reason: 'One type of filter: a record that is named twice is sent once',
		matches: ({ place, old, new: current }) =>
			/^step \d+ requests work-items\/advanced-search/.test(place) &&
			withoutRepetitions(String(old)) === String(current),
	},
	{
		// Items that spell a label in different ways share it. The error of each one had its own spelling.
		reason:
			'memberships and missing labels as stages of the run: an error has the label that was to be created',
		matches: ({ old, new: current }) =>
			String(current).includes(' could not be created: ') &&
			String(old).toLowerCase() === String(current).toLowerCase(),
	},
	{
		reason: 'Max Wait counts from the first failure',
		matches: (_, { hasFaults, new: current }) =>
			hasFaults && JSON.stringify(current).includes('because no request succeeded within'),
	},
	{
		reason: 'names, sentences and twins of the reviews: columns "called like no field"',
		matches: ({ place }) =>
			/^step \d+ hints Columns that (are called like|match) no field, and were left out: /.test(
				place,
			),
	},
];

/** What an error says of a second run, and of what was saved, in a sentence of its own. */
const ADVICE =
	/\bagain\b|\bwith Update: the record is there already|\bwith Add Work Items\b|\bmay or may not have\b|^Max Wait under /;

/** An error without what it says of a second run. How many items were done in part follows from the same. */
function withoutAdvice(error: string): string {
	const text = withoutProgress(error)
		.replaceAll('<br>', ' ')
		.replace(/\bDone: \d.*$/, '')
		.replace(
			/(.*) (?:was|were) saved( \(ID [^)]*\))?, but not the rest/,
			'It was saved$2 with $1, but not the rest',
		)
		.replace(/the request that sets (.*?) failed/, '$1 could not be set');

	return text
		.split(/(?<=[.\]]) (?=[A-Z])/)
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== '' && !ADVICE.test(sentence))
		.join(' ');
}

/** Whether an error says the same, but for how many items have failed until the run stopped. */
const isAboutProgress = ({ place, old, new: current }: Difference): boolean =>
	/^step \d+ error description/.test(place) &&
	withoutProgress(String(old)) === withoutProgress(String(current));

const withoutProgress = (description: string): string =>
	description.replace(/Done: .* items.*?(?=Nothing was changed\.|$)/, '');

/** A search without the conditions that stand in the same list before; a list of one condition is this condition. */
const withoutRepetitions = (request: string): string =>
	request.replaceAll(/\{"or":\[([^\]]*)\]\}/g, (_, list: string) => {
		const conditions = [...new Set(list.split(/(?<=\}),/))];

		return conditions.length === 1 ? conditions.join() : `{"or":[${conditions.join()}]}`;
	});

/** Whether a node has sent the same requests with both builds, in any order, and all of them read. */
function hasSameReads(old: StepRecording, current: StepRecording): boolean {
	const [before, after] = [old, current].map(({ requests }) =>
		Object.values(requests).flat().map(withoutRepetitions).toSorted(),
	);

	return isRead(before) && isDeepStrictEqual(before, after);
}

/** Whether requests change nothing. */
const isRead = (requests: unknown): boolean =>
	[requests].flat().every((request) => /^GET |\/advanced-search\/ /.test(String(request)));

/** Whether a request reads a list, or a further page of it. The list of members has no pages. */
const isListRead = (request: unknown): boolean =>
	typeof request === 'string' && /^GET \S+(\/members\/|\?(\S+&)?offset=\d+\S*)\s*$/.test(request);

/** The first request in which two builds differ, given all requests of both: what it is with the old build. */
export function findFirstDifference(
	old: readonly string[],
	current: readonly string[],
): FirstDifference {
	const differing = old.findIndex((request, position) => request !== current[position]);
	const index = differing === -1 ? old.length : differing;

	return {
		startsWithListRead: isListRead(old[index]),
		startsWithAddition: isAddition(old[index]) || isAddition(current[index]),
		startsWithRead: isRead(current[index]),
		startsWithReadAgain:
			isRead(current[index]) && current.slice(0, index).includes(current[index] ?? ''),
		startsWithMembers: /^GET \S+\/members\/\s*$/.test(current[index] ?? ''),
		startsWithBulkWrite: /^POST \S+\/bulk-\w+\/ /.test(current[index] ?? ''),
		startsWithReordering:
			current.slice(index).includes(old[index] ?? '') &&
			old.slice(index).includes(current[index] ?? ''),
		hasOtherAdditions: !isDeepStrictEqual(old.filter(isAddition), current.filter(isAddition)),
	};
}
