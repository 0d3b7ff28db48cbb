import type { Field } from '../../shared/fields/kinds';
import { innermostParameter } from '../../shared/errors/pathParameters';
import type { Call, CallsByKind } from '../../shared/model/call';
import { listRules } from '../../shared/operations/bodyRules';
import { dispatchByKind, type KindTable } from '../../shared/operations/kindTable';
import {
	ifAlreadyExists,
	UPDATE_EXISTING_LABEL,
	USE_EXISTING_LABEL,
} from '../../shared/operations/shared/choices';
import { canBeRecognized } from '../../shared/operations/shared/external';
import { isStopped, type Problem } from '../../shared/result/problem';
import { listUpTo } from '../../shared/text/listUpTo';
import { quote } from '../../shared/text/quote';

/** What a second run of an item would do, after a first one that has done all or a part of it. */
interface SecondRun {
	/** What to do if the first run may have done it all. */
	readonly ifMaybeDone: string;
	/** What to do if the first run has done a part of it for certain, where that differs. */
	readonly ifPartlyDone?: string;
}

/**
 * Says whether and how to run an item again: a second run must neither lose nor double anything.
 *
 * @param call of the item, or undefined if it has none, because its names could not be resolved
 * @returns whole sentences, or '' if there is nothing to consider
 */
export function adviseRerun(call: Call | undefined, problem: Problem): string {
	const { effect = 'notDone', tryAgain = '' } = problem;
	if (effect === 'notDone' || call === undefined) {
		return isStopped(problem) ? 'This was not carried out: run the item again.' : tryAgain;
	}

	const { ifMaybeDone, ifPartlyDone = ifMaybeDone } = dispatchByKind(SECOND_RUNS, call);

	return effect === 'partlyDone' ? ifPartlyDone : `${describeDoubt(call)} ${ifMaybeDone}`;
}

/** Says that it is unknown whether a call was carried out. */
function describeDoubt(call: Call): string {
	if (call.kind === 'upload') return 'The storage may or may not have the file.';

	return `Plane may or may not have ${call.kind === 'action' ? call.operation.resultKey : 'saved'} this.`;
}

const CHANGES_NOTHING: SecondRun = {
	ifMaybeDone: 'Running the item again is safe: it changes nothing twice.',
};

const SECOND_RUNS: KindTable<CallsByKind, SecondRun> = {
	list: () => CHANGES_NOTHING,
	get: () => CHANGES_NOTHING,
	create: judgeCreate,
	update: () => CHANGES_NOTHING,
	upsert: () => CHANGES_NOTHING,
	action: judgeAction,
	add: () => CHANGES_NOTHING,
	remove: (call) =>
		judgeRemoval(
			call.ids,
			call.ids.some((id) => isGivenByName(call, call.operation.idsField, id)),
		),
	// Its error names the files.
	attach: () => ({
		ifMaybeDone:
			'Look in Plane for each file that may be attached before you run the item again, and leave out what is attached.',
		ifPartlyDone: 'Leave out what is attached when you run the item again.',
	}),
	upload: () => ({
		ifMaybeDone:
			'Uploading it again is safe: with the same upload credentials it replaces the first one.',
	}),
};

function judgeCreate({ operation, body, matchField, ifExists }: Call<'create'>): SecondRun {
	const { repetition, naturalKey } = operation;
	const isFound = matchField !== undefined || canBeRecognized(naturalKey, body);
	const createsOnlyMissing =
		repetition === 'changesNothing' || listRules(operation.body, 'onlyMissing').length > 0;
	if (createsOnlyMissing || (isFound && ifExists !== 'fail')) return CHANGES_NOTHING;

	if (isFound) {
		const choices = `${quote(USE_EXISTING_LABEL)} or ${quote(UPDATE_EXISTING_LABEL)}`;

		return {
			ifMaybeDone: `To run the item again, set ${ifAlreadyExists.displayName} to ${choices}: then the record is found, and nothing is created twice.`,
		};
	}

	return {
		// Without a unique value, a second run would not find the record.
		ifMaybeDone: checkFirst(typeof body.name === 'string' ? quote(body.name) : 'it'),
		ifPartlyDone: 'Do not run the item again, because that would create a duplicate.',
	};
}

const checkFirst = (record: string): string =>
	`Check Plane for ${record} before you run the item again, or you may create a duplicate.`;

function judgeAction(call: Call<'action'>): SecondRun {
	const { resultKey, repetition, locators } = call.operation;
	if (repetition === 'changesAgain') {
		return {
			ifMaybeDone:
				'Check in Plane before you run the item again: doing it twice is not the same as doing it once.',
		};
	}

	if (resultKey !== 'deleted' && resultKey !== 'removed') return CHANGES_NOTHING;

	const { value } = innermostParameter(call);

	return judgeRemoval([value], isGivenByName(call, locators.at(-1), value));
}

/** How many IDs an advice lists: an ID has 36 characters. */
const MAX_IDS_LISTED = 5;

const judgeRemoval = (ids: readonly string[], isByName: boolean): SecondRun => ({
	ifMaybeDone: isByName
		? `Running the item again is safe by ID (${listUpTo(ids, MAX_IDS_LISTED)}): what is not found is gone. By name, it could find another record.`
		: 'Running the item again is safe: what is not found is gone.',
});

/**
 * A second run that goes by a name could find another record, once the first one is gone: one whose name is only
 * spelled otherwise, or a person with the same display name.
 */
const isGivenByName = (
	{ displayNames = {} }: Call<'action' | 'remove'>,
	field: Field | undefined,
	id: string,
): boolean => field?.source?.names !== undefined && Object.hasOwn(displayNames, id);
