import type { FieldType, INodeProperties, ResourceMapperField } from 'n8n-workflow';

import type { Field } from '../../shared/fields/kinds';
import type { Operation } from '../../shared/operations/operation';
import { AUTOMATIC, listMappedFields, MAPPER } from '../../shared/operations/shared/mappedFields';
import { titleCase } from '../../shared/text/letterCase';

/** The name of the method that n8n calls for the fields of an operation: `mapWorkItem`. */
export const mapperMethod = ({ resource }: Operation<'upsert'>): string =>
	`map${titleCase(resource).replaceAll(' ', '')}`;

/** The editor shows no description of a mapper, and its own text about automatic mapping knows only equal names. */
export const MAPPER_NOTICE: INodeProperties = {
	displayName:
		'Map Automatically takes columns that are called like the fields, or as in Jira, Trello, Asana, ClickUp, Linear and GitHub: Summary, Status, Due Date … Empty cells change nothing.',
	name: 'mapperNotice',
	type: 'notice',
	default: '',
};

/** Builds the parameter in which columns are mapped to the fields of an operation. */
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
	description: 'Which columns of the items become which fields of the work items',
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
				...(type === 'options' && { options: toOptions(kind.look.options) }),
			};
		});

/**
 * The type of the input. n8n converts and refuses values by their type, so everything that the node reads itself
 * is text: names, keys, lists and numbers.
 */
function getFieldType({ kind: { look } }: Field): FieldType {
	return look.type === 'dateTime' || look.type === 'options' ? look.type : 'string';
}

const toOptions = (
	options: Field['kind']['look']['options'] = [],
): NonNullable<ResourceMapperField['options']> =>
	options.flatMap((option) =>
		'value' in option ? [{ name: option.name, value: option.value }] : [],
	);
