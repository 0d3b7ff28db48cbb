import type { INodeProperties } from 'n8n-workflow';

import { withCompanions } from '../../shared/fields/field';
import type { Field } from '../../shared/fields/kinds';
import {
	type Body,
	isOutsideWorkspaces,
	type Operation,
	type OperationsByKind,
} from '../../shared/operations/operation';
import { dispatchByKind, type KindTable } from '../../shared/operations/kindTable';
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
import { toCollection, toNodeProperty } from '../../shared/fields/nodeProperty';

const bodyProperties = ({
	fields,
	collection: name,
	collectionFields,
	memberships = [],
}: Body): INodeProperties[] => [
	...fields.flatMap(withCompanions).map((field) => toNodeProperty(field)),
	...toCollection(
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
const PARTS: KindTable<OperationsByKind, INodeProperties[]> = {
	list: ({
		fields = [],
		simplifier,
		serverFilters = [],
		clientFilters = [],
		options = [],
		fileDownload,
	}) => [
		...fields.map((field) => toNodeProperty(field)),
		toNodeProperty(returnAll),
		toNodeProperty(limit, { [returnAll.parameter]: [false] }),
		...(simplifier ? [toNodeProperty(simplify)] : []),
		...toCollection('filters', [
			...serverFilters,
			...clientFilters.map(({ field }) => field),
			...createdFilters.map(({ field }) => field),
		]),
		...toCollection('options', [
			offset,
			...options,
			...(fileDownload ? [fileDownload.downloadOption, fileDownload.outputField] : []),
		]),
	],
	get: ({ simplifier, options = [], fileDownload }) => [
		...(simplifier ? [toNodeProperty(simplify)] : []),
		...toCollection('options', [...options, ...(fileDownload ? [fileDownload.outputField] : [])]),
	],
	create: ({ body, naturalKey }) => [
		...bodyProperties(body),
		...toCollection('options', [
			...(naturalKey ? [ifAlreadyExists] : []),
			...createLabelsOption(body),
		]),
	],
	update: ({ body }) => [
		...bodyProperties(body),
		...toCollection('options', createLabelsOption(body)),
	],
	action: ({ body, precondition }) => [
		...(body ? bodyProperties(body) : []),
		...toCollection('options', [...(precondition ? [precondition.overrideOption] : []), ifMissing]),
	],
	add: ({ idsField }) => [toNodeProperty(idsField)],
	remove: ({ idsField }) => [toNodeProperty(idsField), ...toCollection('options', [ifMissing])],
	attach: ({ allBinaryFields, binaryFields }) => [
		toNodeProperty(allBinaryFields),
		toNodeProperty(binaryFields, { [allBinaryFields.parameter]: [false] }),
		...toCollection('options', [unknownFileTypes]),
	],
	// The credentials in one piece or field by field, and the file.
	upload: ({ credentials, url, formFields, file, signingPrefix }) => {
		const asJson = { [credentialSource.parameter]: ['json'] };
		const asFields = { [credentialSource.parameter]: ['fields'] };

		return [
			{ ...toNodeProperty(credentialSource), noDataExpression: true },
			toNodeProperty(credentials, asJson),
			toNodeProperty(url, asFields),
			...formFields.map((field) => toNodeProperty(field, asFields)),
			toNodeProperty(file),
			...toCollection('options', [signingPrefix], asFields),
		];
	},
};

/** The parameters of an operation in the order of the panel; none says of which operation it is. */
export const buildOperationProperties = (operation: Operation): INodeProperties[] => [
	...(operation.kind === 'upload' ? [] : operation.locators.map((field) => toNodeProperty(field))),
	...dispatchByKind(PARTS, operation),
	...toCollection('requestOptions', requestOptions),
	...(operation.kind === 'upload' || isOutsideWorkspaces(operation)
		? []
		: [toNodeProperty(workspace)]),
];
