import { type DescribedOption, describedChoice, texts } from '../../fields/kinds';

// What a model reads of a record. n8n's UX guidelines have it in tools, in place of Simplify.

export const RAW = 'raw';
export const SELECTED_FIELDS = 'selectedFields';

const raw: DescribedOption = {
	value: RAW,
	description: 'All fields that Plane returns, with IDs in place of names',
};

const selected: DescribedOption = {
	value: SELECTED_FIELDS,
	description: 'Only the fields that you name, to save tokens',
};

/** For records that can be simplified. */
export const simplifiedOutput = describedChoice(
	'output',
	[
		{ value: 'simplified', description: 'The most useful fields, with names in place of IDs' },
		raw,
		selected,
	],
	'What the model reads of each record. The fewer fields, the fewer tokens.',
);

/** For records with few fields. */
export const plainOutput = describedChoice(
	'output',
	[raw, selected],
	'What the model reads of each record, which has no simplified form',
);

/** The fields to return. The node selects them, because not every server does (row 30). */
export const fieldsToReturn = texts(
	'fields_to_return',
	'Names of fields, as in the output of Simplified or Raw',
	{ displayName: 'Fields to Return', placeholder: 'e.g. key, name, state' },
);
