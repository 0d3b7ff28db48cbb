import { compareAlphabetically } from '../text/letterCase';
import * as declared from './index';
import type { MenuOperation, Operation } from './operation';
import { readExport } from './readExport';
import { RESOURCES } from './resources';
import { sendAndWait } from './sendAndWait';
import { ORDER_BY } from './shared/paging';

/** The operations that people use every day, in that order. */
const FIRST = ['create', 'upsert', 'update', 'get', 'getAll', 'count', 'search'];

/** The operations that take something away. */
const LAST = ['archive', 'unarchive', 'delete'];

/** The place of an operation among the operations of its resource. What only the commercial editions have comes last. */
function rankOperation({ value, kind, plan }: MenuOperation): number {
	const edition = plan === undefined ? 0 : FIRST.length + LAST.length + 2;
	const isFirst = FIRST.includes(value);
	if (isFirst) return edition + FIRST.indexOf(value);

	const takesAway = kind === 'remove' || LAST.includes(value);

	return edition + FIRST.length + (takesAway ? LAST.indexOf(value) + 2 : 0);
}

/** Sorts by the order of the resources, and within one as people use the operations. */
const compareOperations = (a: MenuOperation, b: MenuOperation): number =>
	RESOURCES.indexOf(a.resource) - RESOURCES.indexOf(b.resource) ||
	rankOperation(a) - rankOperation(b) ||
	compareAlphabetically(a.name, b.name);

/** Every operation that is carried out as its kind says, in the order of the menu. */
export const operations: readonly Operation[] = Object.values(declared).sort(compareOperations);

/** Every operation of the menu, in its order: these, the one that only reads a file, and the one that waits. */
export const menu: readonly MenuOperation[] = [...operations, readExport, sendAndWait].sort(
	compareOperations,
);

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

/** Finds the operation with these values of Resource and Operation among `operations`, or undefined if there is none. */
export function findOperation(resource: unknown, value: unknown): Operation | undefined {
	return operations.find(
		(operation) => operation.resource === resource && operation.value === value,
	);
}

/** Finds the operation of the menu with these values, as `findOperation` does. */
export const findMenuOperation = (resource: unknown, value: unknown): MenuOperation | undefined =>
	menu.find((operation) => operation.resource === resource && operation.value === value);
