import { compareAlphabetically } from '../text/letterCase';
import * as menu from './index';
import type { Operation } from './operation';
import { RESOURCES } from './resources';
import { ORDER_BY } from './shared/paging';

/** Sorts by the order of the resources, and within one by name. */
const compareOperations = (a: Operation, b: Operation): number =>
	RESOURCES.indexOf(a.resource) - RESOURCES.indexOf(b.resource) ||
	compareAlphabetically(a.name, b.name);

/** Every operation of the menu, in its order. */
export const operations: readonly Operation[] = Object.values(menu).sort(compareOperations);

/** Whether records of a resource can be archived. */
export const canBeArchived = (resource: string): boolean =>
	findOperation(resource, 'archive') !== undefined;

/** Whether servers sort the list at a path, as far as its operation offers an order. */
export const isSortable = (path: string): boolean =>
	operations.some(
		(operation) =>
			operation.kind === 'list' &&
			operation.request.path === path &&
			operation.options?.some(({ wire }) => wire === ORDER_BY) === true,
	);

/** Finds the operation with these values of Resource and Operation, or undefined if there is none. */
export function findOperation(resource: unknown, value: unknown): Operation | undefined {
	return operations.find(
		(operation) => operation.resource === resource && operation.value === value,
	);
}
