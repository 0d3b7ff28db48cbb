import type { Field } from '../fields/kinds';
import type { WriteCall } from '../model/call';
import {
	ifAlreadyExists,
	UPDATE_EXISTING_LABEL,
	USE_EXISTING_LABEL,
} from '../operations/shared/choices';
import { canBeRecognized } from '../operations/shared/external';
import { isUnfinished, type Problem } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { quote } from '../text/quote';
import { failed } from './problemFrom';

/** What happened to the custom properties of a record. */
interface Progress {
	/** The ID of the record, or '' if it is unknown. */
	readonly id: string;
	/** The properties that were set. */
	readonly set: readonly Field[];
	/** The properties that were not, at least one. */
	readonly missing: readonly Field[];
	/** Why. */
	readonly failure: Problem;
}

/** A work item that was saved without all of its custom properties: which ones it has, and how to continue. */
export function customValuesNotSet(
	call: WriteCall,
	{ id, set, missing, failure }: Progress,
): Problem {
	const record = id === '' ? '' : ` (ID ${id})`;
	const done = set.length === 0 ? '' : ` with ${listNames(set)}`;

	return {
		...failure,
		// If the execution only ended, another item shows why.
		tag: isUnfinished(failure) ? 'partial' : 'partlyDone',
		message: `It was saved${record}${done}, but ${listNames(missing)} could not be set: ${failure.message}`,
		description: `${failure.description} ${adviceFor(call)}`,
	};
}

/** A work item that keeps its type, so that it cannot have the properties of another one, at least one. */
export const existsWithOtherType = (id: string, fields: readonly Field[]): Problem =>
	failed(
		`The work item exists already (ID ${id}), but with another type: ${listNames(fields)} could not be set`,
		`Nothing was changed. Choose the type that it has, or set ${ifAlreadyExists.displayName} to ${quote(UPDATE_EXISTING_LABEL)}, which changes the type.`,
	);

const listNames = (fields: readonly Field[]): string =>
	joinWithConjunction(
		fields.map(({ displayName }) => displayName),
		'and',
	);

/** How to set the rest without creating a duplicate. */
function adviceFor(call: WriteCall): string {
	if (call.kind === 'update') {
		return 'Then run the item again: it sets only what is missing.';
	}

	if (!canBeRecognized(call.operation.naturalKey, call.body)) {
		return 'Do not run the item again, because that would create a duplicate: set the rest with Update.';
	}

	if (call.ifExists !== 'fail') {
		return 'Then run the item again: the work item is found, and the rest is set.';
	}

	const choices = `${quote(USE_EXISTING_LABEL)} or ${quote(UPDATE_EXISTING_LABEL)}`;

	return `Then run the item again with ${ifAlreadyExists.displayName} set to ${choices}: the work item is found, and the rest is set.`;
}
