import type { Field } from '../fields/kinds';
import type { WriteCall } from '../model/call';
import { ifAlreadyExists, UPDATE_EXISTING_LABEL } from '../operations/shared/choices';
import type { Problem } from '../result/problem';
import { joinWithConjunction } from '../text/joinWithConjunction';
import { quote } from '../text/quote';
import { failed } from './problemFrom';
import { adviseCompletion } from './rerunAdvice';

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
		message: `It was saved${record}${done}, but ${listNames(missing)} could not be set: ${failure.message}`,
		rerunAdvice: adviseCompletion(call, 'set the rest with Update'),
	};
}

/** A work item that keeps its type, so that it cannot have the properties of another one, at least one. */
export const existsWithOtherType = (id: string, fields: readonly Field[]): Problem =>
	failed(
		`The work item exists already (ID ${id}), but with another type: ${listNames(fields)} could not be set`,
		`It stays as it is. Choose the type that it has, or set ${ifAlreadyExists.displayName} to ${quote(UPDATE_EXISTING_LABEL)}, which changes the type, and with it which custom properties the work item has.`,
	);

const listNames = (fields: readonly Field[]): string =>
	joinWithConjunction(
		fields.map(({ displayName }) => displayName),
		'and',
	);
