import type { INodeProperties } from 'n8n-workflow';

import { titleCase } from '../../shared/text/letterCase';
import type { Operation } from '../../shared/operations/operation';
import { operationProperties } from './operationProperties';
import { shareProperties } from './shareProperties';

/**
 * The parameters that the editor shows for these operations: the menus of resources and operations, and
 * below them the parameters of each operation.
 *
 * @param initialResource the value of the resource that is chosen in a new node
 */
export function properties(
	operations: readonly Operation[],
	initialResource: string,
): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];

	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map((resource) => ({ name: titleCase(resource), value: resource })),
			default: initialResource,
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
	const ownOperations = operations.filter((operation) => operation.resource === resource);
	const options = ownOperations.map(({ name, value, action, description, edition }) => ({
		name,
		value,
		action,
		description: edition === 'commercial' ? `${description} (commercial editions)` : description,
	}));
	const [first] = ownOperations.map(({ value }) => value);

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
