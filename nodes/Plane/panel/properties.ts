import type { INodeProperties } from 'n8n-workflow';

import { titleCase } from '../../shared/text/letterCase';
import type { Operation } from '../../shared/operations/operation';
import { operationProperties } from './operationProperties';
import { shareProperties } from './shareProperties';

/**
 * The parameters that the editor shows for these operations: the two menus, and below them what each
 * operation has.
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
		...resources.map((resource) => operationMenu(resource, operations)),
		...shareProperties(
			operations.map((operation) => ({
				pair: [operation.resource, operation.value],
				properties: operationProperties(operation),
			})),
		),
	];
}

function operationMenu(resource: string, operations: readonly Operation[]): INodeProperties {
	const own = operations.filter((operation) => operation.resource === resource);
	const options = own.map(({ name, value, action, description, edition }) => ({
		name,
		value,
		action,
		description: edition === 'commercial' ? `${description} (commercial editions)` : description,
	}));
	const [first] = own.map(({ value }) => value);

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
