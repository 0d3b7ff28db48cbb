import type { INodeProperties } from 'n8n-workflow';

import { withCompanions } from '../../shared/fields/field';
import type { Field } from '../../shared/fields/kinds';
import {
	type Body,
	forKind,
	isOutsideWorkspaces,
	type Operation,
	type PerKind,
} from '../../shared/operations/operation';
import {
	createLabels,
	credentialSource,
	ifMissing,
	ifAlreadyExists,
	unknownFileTypes,
} from '../../shared/operations/shared/choices';
import { workspace } from '../../shared/operations/shared/locators';
import {
	createdFilters,
	limit,
	offset,
	returnAll,
	simplify,
} from '../../shared/operations/shared/paging';
import { requestOptions } from '../../shared/operations/shared/requestOptions';
import { collection, parameter } from '../../shared/fields/nodeProperty';

const bodyProperties = ({
	fields,
	collection: name,
	collectionFields,
	memberships = [],
}: Body): INodeProperties[] => [
	...fields.flatMap(withCompanions).map((field) => parameter(field)),
	...collection(
		name,
		[...collectionFields, ...memberships.map(({ field }) => field)].flatMap(withCompanions),
	),
];

/** The option of a body whose labels may be made. */
const createLabelsOption = ({ fields, collectionFields }: Body): readonly Field[] =>
	[...fields, ...collectionFields].some(({ canCreateMissing }) => canCreateMissing)
		? [createLabels]
		: [];

/** The parameters that only operations of this kind have, between the path and the request options. */
const PARTS: PerKind<INodeProperties[]> = {
	list: ({
		fields = [],
		simplifier,
		serverFilters = [],
		clientFilters = [],
		options = [],
		fileDownload,
	}) => [
		...fields.map((field) => parameter(field)),
		parameter(returnAll),
		parameter(limit, { [returnAll.parameter]: [false] }),
		...(simplifier ? [parameter(simplify)] : []),
		...collection('filters', [
			...serverFilters,
			...clientFilters.map(({ field }) => field),
			...createdFilters.map(({ field }) => field),
		]),
		...collection('options', [
			offset,
			...options,
			...(fileDownload ? [fileDownload.downloadOption, fileDownload.outputField] : []),
		]),
	],
	get: ({ simplifier, options = [], fileDownload }) => [
		...(simplifier ? [parameter(simplify)] : []),
		...collection('options', [...options, ...(fileDownload ? [fileDownload.outputField] : [])]),
	],
	create: ({ body, naturalKey }) => [
		...bodyProperties(body),
		...collection('options', [
			...(naturalKey ? [ifAlreadyExists] : []),
			...createLabelsOption(body),
		]),
	],
	update: ({ body }) => [
		...bodyProperties(body),
		...collection('options', createLabelsOption(body)),
	],
	action: ({ body, precondition }) => [
		...(body ? bodyProperties(body) : []),
		...collection('options', [...(precondition ? [precondition.overrideOption] : []), ifMissing]),
	],
	add: ({ idsField }) => [parameter(idsField)],
	remove: ({ idsField }) => [parameter(idsField), ...collection('options', [ifMissing])],
	attach: ({ allBinaryFields, binaryFields }) => [
		parameter(allBinaryFields),
		parameter(binaryFields, { [allBinaryFields.parameter]: [false] }),
		...collection('options', [unknownFileTypes]),
	],
	// The credentials in one piece or field by field, and the file.
	upload: ({ credentials, url, formFields, file, signingPrefix }) => {
		const asJson = { [credentialSource.parameter]: ['json'] };
		const asFields = { [credentialSource.parameter]: ['fields'] };

		return [
			{ ...parameter(credentialSource), noDataExpression: true },
			parameter(credentials, asJson),
			parameter(url, asFields),
			...formFields.map((field) => parameter(field, asFields)),
			parameter(file),
			...collection('options', [signingPrefix], asFields),
		];
	},
};

/** The parameters of an operation in the order of the panel; none says of which operation it is. */
export const operationProperties = (operation: Operation): INodeProperties[] => [
	...(operation.kind === 'upload' ? [] : operation.locators.map((field) => parameter(field))),
	...forKind(PARTS, operation),
	...collection('requestOptions', requestOptions),
	...(operation.kind === 'upload' || isOutsideWorkspaces(operation) ? [] : [parameter(workspace)]),
];
