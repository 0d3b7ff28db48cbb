import type { FieldType, INodeProperties, ResourceMapperField } from 'n8n-workflow';

import { type FieldKind, listOptions } from '../../shared/fields/field';
import type { Field } from '../../shared/fields/kinds';
import type { Operation } from '../../shared/operations/operation';
import type { Body } from '../../shared/operations/operation';
import {
	AUTOMATIC,
	listMappedFields,
	MAPPER,
	PROPERTY_MAPPERS,
	setCustomProperties,
} from '../../shared/operations/shared/mappedFields';
import { isRequiredOfNew, type CustomProperty } from '../../shared/resolve/customProperty';
import { toNodeProperty } from '../../shared/fields/nodeProperty';
import { titleCase } from '../../shared/text/letterCase';
import { CUSTOMER_MAPPER_METHOD, PROPERTY_MAPPER_METHOD } from './mapperMethods';

/** The name of the method that n8n calls for the fields of an operation: `mapWorkItem`. */
export const mapperMethod = ({ resource }: Operation<'upsert'>): string =>
	`map${titleCase(resource).replaceAll(' ', '')}`;

/** The editor shows no description of a mapper, and its own text about automatic mapping knows only equal names. */
export const MAPPER_NOTICE: INodeProperties = {
	displayName:
		'Map Automatically takes columns with the same names as the fields, or as in Jira, Trello, Asana, ClickUp, Linear and GitHub: Summary, Status, Due Date … Empty cells change nothing. The note of n8n below knows only the names of the fields.',
	name: 'mapperNotice',
	type: 'notice',
	default: '',
};

/** Builds the parameter that maps columns to the fields of an operation. */
export const buildMapper = (operation: Operation<'upsert'>): INodeProperties => ({
	displayName: MAPPER.displayName,
	name: MAPPER.name,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: AUTOMATIC, value: null },
	typeOptions: {
		// Without `loadOptionsDependsOn`: the editor would drop the whole mapping as soon as the project changes.
		resourceMapper: {
			resourceMapperMethod: mapperMethod(operation),
			mode: 'upsert',
			fieldWords: { singular: 'field', plural: 'fields' },
			supportAutoMap: true,
			multiKeyMatch: false,
			matchingFieldsLabels: {
				title: 'Field to Match On',
				description: `The ${titleCase(operation.resource).toLowerCase()} with the same value is updated; if there is none, it is created`,
				hint: 'External ID is safest. By title, a renamed one is created again.',
			},
		},
	},
	description: 'Which columns become which fields',
	builderHint: {
		propertyHint:
			"With columns named like the fields, or an export: mappingMode 'autoMapInputData'. matchingColumns: ['externalId'] is safest.",
	},
});

/** Lists the fields of the mapper. They are the same for every project, so that no server has to be reached. */
export const listMapperFields = ({
	body,
	matchFields,
	constantFields,
}: Operation<'upsert'>): ResourceMapperField[] =>
	listMappedFields(body)
		.filter(({ wire }) => !constantFields.includes(wire))
		.map((field) => {
			const { parameter, displayName, required, wire, kind } = field;
			const type = getFieldType(field);

			return {
				id: parameter,
				displayName,
				required,
				display: true,
				defaultMatch: wire === matchFields[0],
				canBeUsedToMatch: matchFields.includes(wire),
				type,
				...(type === 'options' && { options: toMapperOptions(kind) }),
			};
		});

/**
 * The type of the input. n8n converts and refuses values by their type, so everything that the node reads itself
 * is text: names, keys, lists and numbers.
 */
function getFieldType({ kind: { panel } }: Field): FieldType {
	return panel.type === 'dateTime' || panel.type === 'options' ? panel.type : 'string';
}

const toMapperOptions = (kind: FieldKind): NonNullable<ResourceMapperField['options']> =>
	listOptions(kind).map(({ name, value }) => ({ name, value }));

/**
 * Builds the parameters for the values of custom properties. The mapper is shown only if the user wants it, so that a
 * server without types is never asked for them.
 *
 * @param collection the collection with the type
 */
export const buildPropertyMapper = (collection: Body['collection']): INodeProperties[] => [
	{ ...toNodeProperty(setCustomProperties), noDataExpression: true },
	{
		...PROPERTY_MAPPERS.ofType,
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		displayOptions: { show: { [setCustomProperties.parameter]: [true] } },
		typeOptions: {
			// Other types have other properties.
			loadOptionsDependsOn: [`${collection}.typeId.value`],
			resourceMapper: {
				resourceMapperMethod: PROPERTY_MAPPER_METHOD,
				mode: 'add',
				fieldWords: { singular: 'property', plural: 'properties' },
				supportAutoMap: false,
			},
		},
		description: 'Values of the custom properties, one request each',
	},
];

/** The parameter for the values of the properties of a customer. */
export const CUSTOMER_MAPPER: INodeProperties = {
	...PROPERTY_MAPPERS.ofCustomers,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: CUSTOMER_MAPPER_METHOD,
			mode: 'add',
			fieldWords: { singular: 'property', plural: 'properties' },
			supportAutoMap: false,
		},
	},
	description: 'Empty ones stay as they are; null from an expression removes the values',
};

/** The inputs for the kinds of properties. n8n converts and refuses values by these types; any other one is text. */
const PROPERTY_INPUTS: Readonly<Record<string, FieldType>> = {
	DATETIME: 'dateTime',
	DECIMAL: 'number',
	OPTION: 'options',
	// The editor would save `false` for a switch that nobody has touched.
	BOOLEAN: 'options',
};

const TRUTH_VALUES = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

/** Declares a field of a mapper for each custom property. */
export const listPropertyFields = (properties: readonly CustomProperty[]): ResourceMapperField[] =>
	properties.map((property) => {
		const { id, name, kind, isMulti, options = [] } = property;
		// Several values are a list, or text with separators.
		const type = isMulti ? 'string' : (PROPERTY_INPUTS[kind] ?? 'string');
		const choices = options
			.filter((option) => option.isActive)
			.map((option) => ({ name: option.name, value: option.id }));

		return {
			id,
			displayName: name,
			required: isRequiredOfNew(property),
			display: true,
			defaultMatch: false,
			canBeUsedToMatch: false,
			type,
			...(type === 'options' && { options: kind === 'BOOLEAN' ? TRUTH_VALUES : choices }),
		};
	});
