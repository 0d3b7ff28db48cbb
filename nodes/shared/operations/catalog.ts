import { compareAlphabetically } from '../fields/names';
import * as menu from './index';
import type { Operation } from './operation';

const sortKey = (operation: Operation) => `${operation.resource} ${operation.name}`;

/** Every operation of the menu, by resource and name. */
export const operations: readonly Operation[] = Object.values(menu).sort((a, b) =>
	compareAlphabetically(sortKey(a), sortKey(b)),
);

/** The operation that the two choices at the top of the panel name, if there is one. */
export function findOperation(resource: unknown, value: unknown): Operation | undefined {
	return operations.find(
		(operation) => operation.resource === resource && operation.value === value,
	);
}
