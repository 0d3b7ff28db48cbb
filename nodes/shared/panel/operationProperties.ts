import type { INodeProperties } from 'n8n-workflow';

import { type Body, forKind, type Operation, type PerKind } from '../operations/operation';
import { credentialSource, ifTaken } from '../operations/shared/choices';
import { workspace } from '../operations/shared/locators';
import { limit, listFilters, offset, returnAll, simplify } from '../operations/shared/paging';
import { requestOptions } from '../operations/shared/requestOptions';
import { collection, parameter } from './parameter';

const bodyProperties = ({ fields, changes }: Body): INodeProperties[] => [
	...fields.map((field) => parameter(field)),
	...collection('updateFields', changes),
];

/** The parameters that only operations of this kind have, between the path and the request options. */
const PARTS: PerKind<INodeProperties[]> = {
	list: ({ list: { simplified, filters = [], options = [], files } }) => [
		parameter(returnAll),
		parameter(limit, { [returnAll.parameter]: [false] }),
		...(simplified ? [parameter(simplify)] : []),
		...collection('filters', [...filters, ...listFilters]),
		...collection('options', [offset, ...options, ...(files ? [files.wanted, files.into] : [])]),
	],
	get: () => [],
	create: ({ body, unique }) => [
		...bodyProperties(body),
		...collection('options', unique === undefined ? [] : [ifTaken]),
	],
	update: ({ body }) => bodyProperties(body),
	delete: () => [],
	add: ({ addition }) => [parameter(addition.field)],
	attach: ({ attach: { all, files } }) => [
		parameter(all),
		parameter(files, { [all.parameter]: [false] }),
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
	...(operation.kind === 'upload' ? [] : [parameter(workspace)]),
];
