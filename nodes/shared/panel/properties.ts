import type { INodeProperties } from 'n8n-workflow';

import { titleCase } from '../fields/names';
import { ifTaken } from '../operations/shared/ifTaken';
import { workspace } from '../operations/shared/locators';
import type { Attach, Operation } from '../operations/operation';
import { limit, listFilters, offset, returnAll, simplify } from '../operations/shared/paging';
import { scheduleOptions } from '../operations/shared/requestOptions';
import { collection, parameter, shownFor } from './parameter';
import { uploadProperties } from './uploadProperties';

/**
 * The parameters that the editor shows for these operations: the two menus, and below them for
 * each operation its path, its fields, its collections and, last, its workspace.
 *
 * @param first value of the resource that is chosen in a new node
 */
export function properties(operations: readonly Operation[], first: string): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map((resource) => ({ name: titleCase(resource), value: resource })),
			default: first,
		},
		...resources.map((resource) =>
			operationMenu(
				resource,
				operations.filter((operation) => operation.resource === resource),
			),
		),
		...operations.flatMap(operationProperties),
	];
}

function operationMenu(resource: string, operations: readonly Operation[]): INodeProperties {
	const options = operations.map(({ name, value, action, description, edition }) => ({
		name,
		value,
		action,
		description: edition === 'commercial' ? `${description} (commercial editions)` : description,
	}));
	const [first] = options.map(({ value }) => value);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: first,
	};
}

function operationProperties(operation: Operation): INodeProperties[] {
	if (operation.upload !== undefined) return uploadProperties(operation);
	const { path, body, unique, list, attach } = operation;
	const shown = shownFor(operation);
	return [
		...[...path, ...(body?.fields ?? [])].map((field) => parameter(field, shown)),
		...(list === undefined ? [] : pagingProperties(shown)),
		...(list?.simplified === undefined ? [] : [parameter(simplify, shown)]),
		...(attach === undefined ? [] : fileProperties(attach, shown)),
		...collection('updateFields', body?.changes, shown),
		...collection('filters', list && [...list.filters, ...listFilters], shown),
		...collection(
			'options',
			[
				...(list === undefined ? [] : [offset, ...list.options]),
				...(list?.files === undefined ? [] : [list.files.wanted, list.files.into]),
				...(unique === undefined ? [] : [ifTaken]),
				...scheduleOptions,
			],
			shown,
		),
		parameter(workspace, shown),
	];
}

const fileProperties = (
	{ all, files }: Attach,
	shown: ReturnType<typeof shownFor>,
): INodeProperties[] => [
	parameter(all, shown),
	parameter(files, { ...shown, [all.parameter]: [false] }),
];

const pagingProperties = (shown: ReturnType<typeof shownFor>): INodeProperties[] => [
	parameter(returnAll, shown),
	parameter(limit, { ...shown, returnAll: [false] }),
];
