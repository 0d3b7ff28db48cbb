import { compareAlphabetically } from '../text/letterCase';
import * as menu from './index';
import type { Operation } from './operation';

const toSortKey = (operation: Operation) => `${operation.resource} ${operation.name}`;

/** Every operation of the menu, sorted by resource and name. */
export const operations: readonly Operation[] = Object.values(menu).sort((a, b) =>
	compareAlphabetically(toSortKey(a), toSortKey(b)),
);

/** Finds the operation with these values of Resource and Operation, or undefined if there is none. */
export function findOperation(resource: unknown, value: unknown): Operation | undefined {
	return operations.find(
		(operation) => operation.resource === resource && operation.value === value,
	);
}
