import type { Call } from '../../../shared/model/call';

/**
 * Texts about fields that no new record got, because their expressions found nothing in any item. An
 * empty cell is left out of a new record; if a field is left out of all, its expression most likely names
 * a property that the items do not have.
 */
export function leftOutFieldHints(calls: readonly Call[]): string[] {
	const [first, ...others] = calls.map(fieldsLeftOut);
	if (first === undefined || others.length === 0) return [];

	return first
		.filter((name) => others.every((names) => names.includes(name)))
		.map(
			(name) =>
				`${name} was left out of all ${calls.length} records: its expression found nothing in any item. Check the name of the property in it.`,
		);
}

const fieldsLeftOut = (call: Call): readonly string[] =>
	call.kind === 'create' ? (call.leftOut ?? []) : [];
