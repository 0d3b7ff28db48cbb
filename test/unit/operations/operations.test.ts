import { describe, expect, test } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findOperation, operations } from '../../../nodes/shared/operations/catalog';
import { listFields } from '../../../nodes/shared/operations/listFields';
import type { Operation } from '../../../nodes/shared/operations/operation';
import { buildOperationProperties } from '../../../nodes/Plane/panel/buildOperationProperties';
import { describeEdition } from '../../../nodes/shared/errors/planErrors';
import { collectMistakes } from '../../tools/mistakes';
import { namedOperations, toOperationName, panel } from '../panel/panel';

/** An upsert and a count have no request of their own: they send those of other operations. */
const hasRequest = (operation: Operation) =>
	operation.kind !== 'upsert' &&
	!(operation.kind === 'list' && operation.output?.kind === 'counted');

test.each<[title: string, of: (operation: Operation) => string]>([
	['pair of a resource and an operation', toOperationName],
	['action', ({ action }) => action],
	[
		'request',
		({ request: { method, path }, ...rest }) => {
			// Archiving a work item, or accepting an intake item, is a change that always says the same.
			const { fixedValues = [] } = ('body' in rest && rest.body) || {};

			return [method, path, ...fixedValues.map(({ value }) => JSON.stringify(value('today')))].join(
				' ',
			);
		},
	],
])('each %s is declared once', (_, of) => {
	const declared = operations.filter(hasRequest).map(of);
	const repeated = declared.filter((text, index) => declared.indexOf(text) !== index);

	expect(repeated).toEqual([]);
});

test('the menu has every file with operations', () => {
	const folder = join(__dirname, '../../../nodes/shared/operations');
	const menu = readFileSync(join(folder, 'index.ts'), 'utf8');
	const files = readdirSync(folder).filter(
		(name) =>
			name.endsWith('.ts') && readFileSync(join(folder, name), 'utf8').includes("'./builders'"),
	);

	const missing = files.filter((name) => !menu.includes(`'./${name.replace('.ts', '')}'`));

	expect(files.length).toBeGreaterThan(30);
	expect(missing).toEqual([]);
});

describe('an operation is found by its names', () => {
	test('each of them', () => {
		const found = operations.map(({ resource, value }) => findOperation(resource, value));

		expect(found).toEqual(operations);
	});

	test.each([
		['of another resource', 'state', 'addWorkItems'],
		['that does not exist', 'workItem', 'paint'],
		['without a name', undefined, undefined],
		['of a list', ['workItem'], ['getAll']],
	])('but none %s', (_, resource, value) => {
		expect(findOperation(resource, value)).toBeUndefined();
	});
});

describe('each operation', () => {
	test('has one field for each name on the wire', async () => {
		const mistakes = await collectMistakes(namedOperations, (operation) => {
			const fields = listFields(operation);
			const { length } = operation.kind === 'upload' ? [] : operation.locators;

			// A filter of the server's may have the name of a value of the path.
			for (const place of [fields.slice(0, length), fields.slice(length)]) {
				const names = place.map(({ wire }) => wire);

				expect(names).toEqual([...new Set(names)]);
			}
		});

		expect(mistakes).toEqual([]);
	});

	test('describes each of its fields by more than its name', async () => {
		const cases = operations.flatMap((operation) =>
			listFields(operation).map(
				(field) => [`${toOperationName(operation)}, ${field.wire}`, field] as const,
			),
		);

		const mistakes = await collectMistakes(cases, ({ description, displayName }) => {
			expect(description.length).toBeGreaterThan(displayName.length);
			expect(description).toMatch(/^[A-Z]/);
		});

		expect(mistakes).toEqual([]);
	});

	test('has in its path a slash at the start outside of workspaces, and one at the end but for the update of a link', () => {
		const mistakes = operations
			.filter(({ resource, request: { path } }) => path.startsWith('/') !== (resource === 'user'))
			.map((operation) => `${toOperationName(operation)} starts with ${operation.request.path}`);
		const withoutLastSlash = operations
			.filter(({ request: { path } }) => !path.endsWith('/'))
			.map(toOperationName);

		expect(mistakes).toEqual([]);
		expect(withoutLastSlash).toEqual(['workItemLink.update']);
	});

	test('shows the ID of its own record, or says what else identifies it', () => {
		const verb = /(archive|unarchive|transfer-issues)\/$/;
		const endsInRecord = ({ request }: Operation) => request.path.replace(verb, '').endsWith('}/');

		const unidentified = operations
			.filter(
				(operation) =>
					operation.kind === 'action' &&
					operation.identifiedBy === undefined &&
					!endsInRecord(operation),
			)
			.map(toOperationName);

		expect(unidentified).toEqual([]);
	});

	test('compares dates only with fields that it has', () => {
		const mistakes = operations.flatMap((operation) => {
			const fields = listFields(operation);
			const wires = fields.map(({ wire }) => wire);

			return fields
				.filter(({ notBefore }) => notBefore !== undefined && !wires.includes(notBefore))
				.map(
					({ wire, notBefore }) =>
						`${toOperationName(operation)}, ${wire}: it has no ${String(notBefore)}`,
				);
		});

		expect(mistakes).toEqual([]);
	});

	test('takes no end that comes before its start', async () => {
		const withStart = namedOperations.filter(([, operation]) =>
			listFields(operation).some(({ wire }) => wire === 'start_date'),
		);

		const mistakes = await collectMistakes(withStart, (operation) => {
			const ends = listFields(operation).filter(({ wire }) => /^(end|target)_date$/.test(wire));

			expect(ends.map(({ notBefore }) => notBefore)).toEqual(['start_date']);
		});

		expect(mistakes).toEqual([]);
	});
});

test('the menus mark the operations that need a commercial edition, and no other (row 18)', () => {
	const commercial = operations.filter(({ plan }) => plan !== undefined);
	const [resourceMenu, ...menus] = panel.filter(({ name }) => /^(resource|operation)$/.test(name));
	const markedResources = ((resourceMenu?.options ?? []) as INodePropertyOptions[])
		.filter(({ name }) => name.endsWith(' (Commercial)'))
		.map(({ value }) => value);
	const marked = menus.flatMap(({ displayOptions, options = [] }) => {
		const [resource] = displayOptions?.show?.resource ?? [];
		const isResourceMarked = markedResources.some((value) => value === resource);

		return (options as INodePropertyOptions[])
			.filter(({ name }) => isResourceMarked || name.endsWith(' (Commercial)'))
			.map(({ value }) => [resource, value]);
	});

	expect(marked).toEqual(commercial.map(({ resource, value }) => [resource, value]));
});

test('the panel of an operation that needs a commercial edition begins with the plan, and no other does', async () => {
	const mistakes = await collectMistakes(namedOperations, (operation) => {
		const [first] = buildOperationProperties(operation);
		const texts = first?.type === 'notice' ? [first.displayName] : [];

		expect(texts).toEqual(operation.plan === undefined ? [] : [describeEdition(operation)]);
	});

	expect(mistakes).toEqual([]);
});
