import {
	boolean,
	longText,
	name,
	newRecords,
	notClearable,
	number,
	object,
	openChoice,
	texts,
} from '../../fields/kinds';
import { external } from './external';

/** The kinds of values that all custom properties can have (row 453). */
const PROPERTY_KINDS = [
	'TEXT',
	'DATETIME',
	'DECIMAL',
	'BOOLEAN',
	'OPTION',
	'RELATION',
	'URL',
	'EMAIL',
	'FILE',
] as const;

/** The name that people see. Servers make the `name` of the property out of it (row 453). */
export const propertyName = name('display_name', 'Its name', {
	displayName: 'Name',
	identifiesRecord: true,
});

/** The kind of a new property. @param more the kinds that only properties of these records can have */
export const kindField = (more: readonly string[] = []) =>
	openChoice(
		'property_type',
		[...PROPERTY_KINDS, ...more],
		'Kind of values; cannot be changed later',
		{ displayName: 'Kind', createOnly: 'refuseOther' },
	);

/** Servers require one of them for a property of the kind Text, or Datetime (row 453). */
const TEXT_FORMATS = ['single-line', 'multi-line', 'readonly'] as const;
const DATE_FORMATS = ['MMM dd, yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy/MM/dd'] as const;

/** Only a new property takes these fields: servers ignore them in a change (row 453). */
export const definitionFields = [
	openChoice(
		'relation_type',
		['ISSUE', 'USER'],
		'What kind Relation points to; cannot be changed later',
		{
			createOnly: 'refuseOther',
			takenWith: { wire: 'property_type', choices: { RELATION: [] } },
		},
	),
	boolean('is_multi', 'Whether there can be several values; cannot be changed later', {
		displayName: 'Multiple Values',
		createOnly: 'refuseOther',
		default: true,
	}),
	openChoice(
		'settings.display_format',
		[...TEXT_FORMATS, ...DATE_FORMATS],
		'How kind Text or Datetime is shown; cannot be changed later',
		{
			displayName: 'Display Format',
			parameter: 'displayFormat',
			createOnly: 'refuseOther',
			takenWith: {
				wire: 'property_type',
				choices: { TEXT: TEXT_FORMATS, DATETIME: DATE_FORMATS },
			},
		},
	),
];

export const activeField = boolean('is_active', 'Whether it is in use', {
	default: true,
	displayName: 'Active',
	// Servers create a property that is not in use if the field is missing (row 454).
	initialValue: true,
});

/** The other fields of a new property. */
export const changeableFields = (owner: string) => [
	texts('default_value', `Values that a new ${owner} gets`, { displayName: 'Default Values' }),
	longText('description', 'What it is for'),
	boolean('is_required', `Whether each ${owner} needs a value`, {
		default: true,
		displayName: 'Required',
	}),
	object('logo_props', 'Icon of the property'),
	number('sort_order', 'Lower numbers come first', {
		placeholder: 'e.g. 65535',
	}),
	object('validation_rules', 'Rules that values follow', {
		placeholder: 'e.g. {"max_length": 80}',
	}),
	newRecords(
		'options',
		{ nameField: 'name', changesById: true },
		'Names of options, for kind Option',
		{
			takenWith: { wire: 'property_type', choices: { OPTION: [] }, isOptional: true },
			notComparedReason: 'Servers return options that were there before, too.',
		},
	),
	...external,
];

/** These fields in an update, which can add options, but remove none (row 453). */
export const updatableFields = (owner: string) =>
	changeableFields(owner).map((field) => (field.wire === 'options' ? notClearable(field) : field));
