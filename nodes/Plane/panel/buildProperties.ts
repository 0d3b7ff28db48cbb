import type { INodeProperties } from 'n8n-workflow';

import { titleCase } from '../../shared/text/letterCase';
import type { Operation } from '../../shared/operations/operation';
import { buildOperationProperties } from './buildOperationProperties';
import { mergeProperties } from './mergeProperties';

/**
 * Builds the parameters that the editor shows: the menus Resource and Operation, then the parameters of
 * each operation.
 *
 * @param defaultResource the resource that is chosen in a new node
 */
export function buildProperties(
	operations: readonly Operation[],
	defaultResource: string,
): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];

	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map((resource) => ({ name: titleCase(resource), value: resource })),
			default: defaultResource,
		},
		...resources.map((resource) => buildOperationMenu(resource, operations)),
		...mergeProperties(
			operations.map((operation) => ({
				choice: { resource: operation.resource, operation: operation.value },
				properties: buildOperationProperties(operation),
			})),
		),
	];
}

/** Builds the menu Operation of one resource. Its first operation is the default. */
function buildOperationMenu(
	resource: string,
	allOperations: readonly Operation[],
): INodeProperties {
	const operations = allOperations.filter((operation) => operation.resource === resource);
	const options = operations.map(({ name, value, action, description, edition }) => ({
		name,
		value,
		action,
		description: edition === 'commercial' ? `${description} (commercial editions)` : description,
	}));
	const [defaultOperation] = operations.map(({ value }) => value);

	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: defaultOperation,
	};
}
