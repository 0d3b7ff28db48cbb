import { badRequest, Refusal, type Answer, type Call } from '../answer';
import { isRecord } from '../http';
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

/** The formats of which a property needs one because of its kind (row 453). */
const formatsByKind: Readonly<Record<string, readonly string[]>> = {
	TEXT: ['single-line', 'multi-line', 'readonly'],
	DATETIME: ['MMM dd, yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy/MM/dd'],
};

/** @throws Refusal 400 if a new property lacks what its kind needs */
export function checkKind({ property_type: kind, relation_type: relation, settings }: Values) {
	const formats = typeof kind === 'string' ? formatsByKind[kind] : undefined;
	const format = isRecord(settings) ? settings.display_format : undefined;
	if (formats !== undefined && !formats.some((known) => known === format)) {
		throw new Refusal(
			badRequest('settings.display_format is required for properties of this type.'),
		);
	}

	if (kind === 'RELATION' && !relation) {
		throw new Refusal(badRequest('relation_type is required for properties of this type.'));
	}
}
