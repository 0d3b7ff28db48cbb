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
	ifTaken,
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
	added,
	memberships = [],
}: Body): INodeProperties[] => [
	...fields.flatMap(withCompanions).map((field) => parameter(field)),
	...collection(name, [...added, ...memberships.map(({ field }) => field)].flatMap(withCompanions)),
];

/** The option of a body whose labels may be made. */
const makesLabels = ({ fields, added }: Body): readonly Field[] =>
	[...fields, ...added].some(({ isCreatable }) => isCreatable) ? [createLabels] : [];

/** The parameters that only operations of this kind have, between the path and the request options. */
const PARTS: PerKind<INodeProperties[]> = {
	list: ({
		list: { fields = [], simplified, filters = [], ownFilters = [], options = [], files },
	}) => [
		...fields.map((field) => parameter(field)),
		parameter(returnAll),
		parameter(limit, { [returnAll.parameter]: [false] }),
		...(simplified ? [parameter(simplify)] : []),
		...collection('filters', [
			...filters,
			...[...ownFilters, ...createdFilters].map(({ field }) => field),
		]),
		...collection('options', [offset, ...options, ...(files ? [files.wanted, files.into] : [])]),
	],
	get: ({ simplified, options = [], inList }) => [
		...(simplified ? [parameter(simplify)] : []),
		...collection('options', [...options, ...(inList ? [inList.into] : [])]),
	],
	create: ({ body, natural }) => [
		...bodyProperties(body),
		...collection('options', [...(natural ? [ifTaken] : []), ...makesLabels(body)]),
	],
	update: ({ body }) => [...bodyProperties(body), ...collection('options', makesLabels(body))],
	action: ({ body, precondition }) => [
		...(body ? bodyProperties(body) : []),
		...collection('options', [...(precondition ? [precondition.option] : []), ifMissing]),
	],
	add: ({ addition }) => [parameter(addition.field)],
	remove: ({ removal }) => [parameter(removal.field), ...collection('options', [ifMissing])],
	attach: ({ attach: { all, files } }) => [
		parameter(all),
		parameter(files, { [all.parameter]: [false] }),
		...collection('options', [unknownFileTypes]),
	],
	// The credentials in one piece or field by field, and the file.
	upload: ({ upload: { issued, url, form, file, prefix } }) => {
		const asJson = { [credentialSource.parameter]: ['json'] };
		const asFields = { [credentialSource.parameter]: ['fields'] };

		return [
			{ ...parameter(credentialSource), noDataExpression: true },
			parameter(issued, asJson),
			...[url, ...form].map((field) => parameter(field, asFields)),
			parameter(file),
			...collection('options', [prefix], asFields),
		];
	},
};

/** The parameters of an operation in the order of the panel; none says of which operation it is. */
export const operationProperties = (operation: Operation): INodeProperties[] => [
	...(operation.kind === 'upload' ? [] : operation.path.map((field) => parameter(field))),
	...forKind(PARTS, operation),
	...collection('requestOptions', requestOptions),
	...(operation.kind === 'upload' || isOutsideWorkspaces(operation) ? [] : [parameter(workspace)]),
];
