import type { Field } from '../../../shared/fields/kinds';
import { failed } from '../../../shared/errors/problemFrom';
import type { WriteTarget } from '../../../shared/model/call';
import type { Problem } from '../../../shared/result/problem';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';

/** A record that was saved without all values of its item. */
interface IncompleteRecord {
	/** Its ID, if it is known. */
	readonly id: string | undefined;
	/** The fields that a later request has set. */
	readonly set?: readonly Field[];
	/** The fields that are not set, at least one. */
	readonly missing: readonly Field[];
	/** Why. */
	readonly failure: Problem;
}

/** Explains why a record was saved, but not all values of its item. */
export function savedWithout(
	call: WriteTarget,
	{ id, set = [], missing, failure }: IncompleteRecord,
): Problem {
	const names = listFieldNames(missing);
	const done = set.length === 0 ? '' : ` with ${listFieldNames(set)}`;
	const byHand =
		call.kind === 'create' ? `Set ${names} with Update: the record is there already.` : '';

	return {
		...failure,
		message: `It was saved${showId(id)}${done}, but ${names} could not be set: ${failure.message}`,
		description: [failure.description, byHand].filter((text) => text !== '').join(' '),
	};
}

/** Why a record that was saved cannot be completed. @param record what it is called */
export const idNotReturned = (record: string): Problem =>
	failed('Plane did not return its ID', `Look for the ${record} in Plane.`);

/** ` (ID 0c7da278-…)`, or '' if the ID is unknown. */
export const showId = (id: string | undefined): string => (id === undefined ? '' : ` (ID ${id})`);

/** The display names of fields as one text. */
export const listFieldNames = (fields: readonly Field[]): string =>
	joinWithConjunction(
		fields.map(({ displayName }) => displayName),
		'and',
	);
