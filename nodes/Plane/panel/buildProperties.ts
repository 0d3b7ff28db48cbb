import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { titleCase } from '../../shared/text/letterCase';
import type { MenuOperation } from '../../shared/operations/operation';
import { RESOURCE_DESCRIPTIONS } from '../../shared/operations/resources';
import { buildOperationProperties } from './buildOperationProperties';
import { mergeProperties } from './mergeProperties';

/**
 * Builds the parameters that the editor shows: the menus Resource and Operation, then the parameters of
 * each operation.
 *
 * @param defaultResource the resource that is chosen in a new node
 */
export function buildProperties(
	operations: readonly MenuOperation[],
	defaultResource: string,
): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];

	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map((resource) => ({
				name: buildResourceName(resource, operations),
				value: resource,
				...describeResource(resource),
			})),
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

const isCommercial = ({ plan }: MenuOperation): boolean => plan !== undefined;

/** The name of a resource in the menu: `Customer (Commercial)` if the Community Edition has nothing of it. */
function buildResourceName(resource: string, operations: readonly MenuOperation[]): string {
	const name = titleCase(resource);
	const isCommercialOnly = findOperations(resource, operations).every(isCommercial);

	return isCommercialOnly ? markCommercial(name) : name;
}

/** Marks what the Community Edition does not have. */
const markCommercial = (name: string): string => `${name} (Commercial)`;

/** What a resource is. */
const describeResource = (resource: string): Pick<INodePropertyOptions, 'description'> => {
	const description = RESOURCE_DESCRIPTIONS[resource];

	return description === undefined ? {} : { description };
};

const findOperations = (resource: string, operations: readonly MenuOperation[]) =>
	operations.filter((operation) => operation.resource === resource);

/** Builds the menu Operation of one resource. */
function buildOperationMenu(
	resource: string,
	allOperations: readonly MenuOperation[],
): INodeProperties {
	const operations = findOperations(resource, allOperations);
	// The name of the resource says it of all of its operations.
	const namesEdition = !operations.every(isCommercial);

	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: operations.map((operation) =>
			toMenuOption(operation, namesEdition && isCommercial(operation)),
		),
		default: findDefaultOperation(operations),
		displayOptions: { show: { resource: [resource] } },
	};
}

/** @param namesEdition whether the texts say that the Community Edition does not have the operation */
const toMenuOption = (
	{ name, value, action, description }: MenuOperation,
	namesEdition: boolean,
): INodePropertyOptions => ({
	name: namesEdition ? markCommercial(name) : name,
	value,
	// Without parentheses: n8n's lint wants plain sentences here.
	action: namesEdition ? `${action} in commercial editions` : action,
	description,
});

/** The kinds of operation that a menu may start with, the most useful first. None of them takes anything away. */
const DEFAULT_KINDS: readonly MenuOperation['kind'][] = [
	'create',
	'list',
	'get',
	'attach',
	'add',
	'update',
];

/** The operation of a new node, and of a new tool for an agent, which starts with whatever is the default. */
function findDefaultOperation(operations: readonly MenuOperation[]): string | undefined {
	const preferred = DEFAULT_KINDS.flatMap((kind) =>
		operations.filter((operation) => operation.kind === kind),
	);
	const [first] = [...preferred, ...operations];

	return first?.value;
}
