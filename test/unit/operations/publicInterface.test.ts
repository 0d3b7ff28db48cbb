import { describe, expect, test } from '@jest/globals';

import { operations } from '../../../nodes/shared/operations/catalog';
import { Plane } from '../../../nodes/Plane/Plane.node';
import { inside, panel, valuesOf } from '../panel/panel';
import { collections, optionsOfAll, publicInterface } from './publicInterface';

const chosen = (resource: string, operation: string) =>
	panel.filter(
		({ name, displayOptions }) =>
			name !== 'operation' &&
			displayOptions?.show?.resource?.includes(resource) === true &&
			displayOptions.show.operation?.includes(operation) === true,
	);

test('the node is called plane and asks for the credential planeApi', () => {
	const { name, displayName, credentials } = new Plane().description;
	expect([name, displayName]).toEqual(['plane', 'Plane']);
	expect(credentials?.map((credential) => credential.name)).toEqual(['planeApi']);
});

test('the operations are those of the table, no more and no less', () => {
	const named = publicInterface.map(({ resource, operation }) => `${resource}.${operation}`);
	const declared = operations.map(({ resource, value }) => `${resource}.${value}`);
	expect([...declared].sort()).toEqual([...named].sort());
});

test('the menus offer the operations of the table, no more and no less', () => {
	const [resources] = panel.filter(({ name }) => name === 'resource').map(valuesOf);
	expect([...(resources ?? [])].sort()).toEqual(
		[...new Set(publicInterface.map(({ resource }) => resource))].sort(),
	);
	for (const resource of resources ?? []) {
		const offered = panel
			.filter(({ name, displayOptions }) =>
				name === 'operation' ? displayOptions?.show?.resource?.includes(resource) : false,
			)
			.flatMap(valuesOf);
		const named = publicInterface.filter((entry) => entry.resource === resource);
		expect([...offered].sort()).toEqual(named.map(({ operation }) => operation).sort());
	}
});

describe.each(publicInterface)('$number. $resource $operation', (entry) => {
	const parameters = chosen(entry.resource, entry.operation);

	test('has the parameters of the table', () => {
		const names = parameters.map(({ name }) => name).filter((name) => name !== 'workspaceSlug');
		expect(new Set(names)).toEqual(new Set(entry.parameters));
	});

	test('requires what the specification requires, and nothing else', () => {
		const required = parameters.filter((parameter) => parameter.required === true);
		expect(required.map(({ name }) => name).sort()).toEqual([...entry.required].sort());
	});

	test('has in its collections the fields that workflows were saved with', () => {
		const found = new Map<string, Set<string>>();
		for (const parameter of parameters.filter(({ type }) => type === 'collection')) {
			const names = inside(parameter).map(({ name }) => name);
			found.set(parameter.name, new Set([...(found.get(parameter.name) ?? []), ...names]));
		}
		const { options = [], ...others } = collections[`${entry.resource}.${entry.operation}`] ?? {};
		const named = Object.entries({ ...others, options: [...options, ...optionsOfAll] });
		expect(found).toEqual(new Map(named.map(([name, fields]) => [name, new Set(fields)])));
	});
});

// An upload goes to the storage, which knows no workspace.
test.each(publicInterface.filter(({ operation }) => operation !== 'upload'))(
	'$resource.$operation can name its workspace',
	({ resource, operation }) => {
		const named = chosen(resource, operation).filter(({ name }) => name === 'workspaceSlug');
		expect(named).toHaveLength(1);
	},
);

test.each([
	[
		'propertyType',
		['TEXT', 'DATETIME', 'DECIMAL', 'BOOLEAN', 'OPTION', 'RELATION', 'URL', 'EMAIL', 'FILE'],
	],
	['relationType', ['ISSUE', 'USER']],
])('the choices of %s, which the specification leaves open, are these', (name, values) => {
	const offered = chosen('customerProperty', 'update')
		.flatMap(inside)
		.filter((field) => field.name === name)
		.flatMap(valuesOf);
	expect(offered.sort()).toEqual([...values].sort());
});
