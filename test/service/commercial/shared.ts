import { badRequest, Refusal, type Answer, type Call } from '../answer';
import type { Values } from '../table';

/** A conflict with the name of another record (row 456). */
export const duplicate = (kind: string): Answer => ({
	status: 409,
	body: { error: `${kind} with the same name already exists` },
});

/** Returns the filter of a list by the text in `query`, in any case (row 450). */
export const matchesQuery =
	({ query }: Call) =>
	(row: { name: string }): boolean =>
		row.name.toLowerCase().includes((query.query ?? '').toLowerCase());

/** Copies a row without one of its fields. */
export const withoutField = (row: object, name: string): Values =>
	Object.fromEntries<unknown>(Object.entries(row).filter(([field]) => field !== name));

/** The names that values need because of the kind of a property (row 453). */
const requiredByKind: Readonly<Record<string, string>> = {
	TEXT: 'display_format',
	DATETIME: 'display_format',
};

/** @throws Refusal 400 if a new property lacks what its kind needs */
export function checkKind({ property_type: kind, relation_type: relation, settings }: Values) {
	const needed = typeof kind === 'string' ? requiredByKind[kind] : undefined;
	const isObject = typeof settings === 'object' && settings !== null;
	if (needed !== undefined && !(isObject && needed in settings)) {
		throw new Refusal(badRequest(`settings.${needed} is required for properties of this type.`));
	}

	if (kind === 'RELATION' && !relation) {
		throw new Refusal(badRequest('relation_type is required for properties of this type.'));
	}
}
