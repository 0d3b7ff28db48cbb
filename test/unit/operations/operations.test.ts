import { describe, expect, test } from '@jest/globals';

import { findOperation, operations } from '../../../nodes/shared/operations/catalog';
import { allFields } from '../../../nodes/shared/operations/operation';
import { named, nameOf } from '../panel/panel';

test('each pair of a resource and an operation is declared once', () => {
	const names = operations.map(nameOf);
	expect(new Set(names).size).toBe(names.length);
});

test('each action is told in other words', () => {
	const actions = operations.map(({ action }) => action);
	expect(new Set(actions).size).toBe(actions.length);
});

test('each request is declared once', () => {
	const requests = operations.map(({ request }) => `${request.method} ${request.path}`);
	expect(new Set(requests).size).toBe(requests.length);
});

describe('an operation is found by its names', () => {
	test.each(named)('%s', (_, operation) => {
		expect(findOperation(operation.resource, operation.value)).toBe(operation);
	});

	test.each([
		['of another resource', 'state', 'getAll'],
		['that does not exist', 'workItem', 'delete'],
		['without a name', undefined, undefined],
		['of a list', ['workItem'], ['getAll']],
	])('but none %s', (_, resource, value) => {
		expect(findOperation(resource, value)).toBeUndefined();
	});
});

describe.each(named)('%s', (_, operation) => {
	const fields = allFields(operation);

	test('has one field for each name on the wire', () => {
		const { length } = operation.kind === 'upload' ? [] : operation.path;
		// A filter of the server's may have the name of a value of the path.
		for (const place of [fields.slice(0, length), fields.slice(length)]) {
			const names = place.map(({ wire }) => wire);
			expect(new Set(names).size).toBe(names.length);
		}
	});

	test('says in its description what it does, beginning with a capital, without a full stop', () => {
		expect(operation.description).toMatch(/^[A-Z][^.]*$/);
	});

	test('describes each of its fields by more than its name', () => {
		for (const { description, displayName } of fields) {
			expect(description.length).toBeGreaterThan(displayName.length);
			expect(description).toMatch(/^[A-Z]/);
		}
	});

	test('has in its path no slash at the start and one at the end, but for a link', () => {
		const { path } = operation.request;
		expect(path).not.toMatch(/^\//);
		expect(path.endsWith('/')).toBe(operation.resource !== 'workItemLink');
	});

	test('compares dates only with fields that it has', () => {
		const wires = fields.map(({ wire }) => wire);
		for (const { notBefore } of fields) {
			if (notBefore !== undefined) expect(wires).toContain(notBefore);
		}
	});
});

const withStart = operations.filter((operation) =>
	allFields(operation).some(({ wire }) => wire === 'start_date'),
);

test.each(withStart.map((operation) => [nameOf(operation), operation] as const))(
	'%s takes no end that comes before its start',
	(_, operation) => {
		const ends = allFields(operation).filter(({ wire }) => /^(end|target)_date$/.test(wire));
		expect(ends.map(({ notBefore }) => notBefore)).toEqual(['start_date']);
	},
);
