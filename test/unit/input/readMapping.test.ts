import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { readDraft } from '../../../nodes/Plane/input/readDraft';
import { buildCall } from '../../../nodes/shared/model/buildCall';
import { upsertWorkItem } from '../../../nodes/shared/operations';
import { isProblem } from '../../../nodes/shared/result/problem';
import { executeContext } from '../contexts';
import { runs } from '../random';
import { causes } from '../../nodeTexts';
import { uuid } from './inputFixtures';

const HEADINGS = [
	...upsertWorkItem.headings.map(({ heading }) => heading),
	'External Source',
	'description_html',
	'Cycle',
	'Modules',
	'Labels_1',
	'Anything else',
];

/** Reads one item. @returns its call, with names in it, and its slots */
async function read(item: IDataObject, columns: unknown, options: INodeParameters = {}) {
	const parameters = {
		resource: 'workItem',
		operation: 'upsert',
		projectId: { __rl: true, mode: 'id', value: uuid(1) },
		externalSource: 'sheet',
		columns: columns as INodeParameters,
		options,
	};
	const context = await executeContext(parameters, { items: [{ json: item }] });

	const draft = await readDraft(context, upsertWorkItem, { itemIndex: 0, workspaceSlug: 'acme' });

	return isProblem(draft) ? draft : { ...buildCall(draft), slots: draft.slots };
}

const automatic = { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['externalId'] };

describe('the mapping of an item', () => {
	test('is a call or a problem with a message, whatever the cells are', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.dictionary(
					fc.oneof(fc.constantFrom(...HEADINGS), fc.string()),
					fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
				),
				fc.boolean(),
				async (item, clearEmptyFields) => {
					const call = await read(item, automatic, { clearEmptyFields });

					if (isProblem(call)) expect(call.message).toMatch(/^[A-Z][\w ]+: ./);
					else expect(call).toMatchObject({ kind: 'upsert', matchField: 'external_id' });
				},
			),
			{ numRuns: runs(300), endOnFailure: true },
		);
	});

	test.each([
		['a text', 'Summary'],
		['a list', []],
		['nothing', {}],
		['no mode', { value: {} }],
		['a mode that is no text', { mappingMode: 5, value: {} }],
	])('is refused if the parameter has %s', async (_, columns) => {
		expect(await read({ ID: '1', Title: 'Oil' }, columns)).toMatchObject({
			message: 'Fields: the value is not a mapping',
			description: expect.stringContaining('Map Automatically'),
		});
	});

	test.each([
		['name', 'name'],
		['externalId', 'external_id'],
		['priority', 'external_id'],
		['', 'external_id'],
		[undefined, 'external_id'],
	])('matches on a field that can be matched on (%s: %s)', async (column, matchField) => {
		const columns = { ...automatic, matchingColumns: column === undefined ? null : [column] };

		expect(await read({ ID: '1', Title: 'Oil' }, columns)).toMatchObject({ matchField });
	});

	// Azure DevOps writes such HTML for an empty text, editors of HTML the others; the last is a template of GitHub.
	test.each([
		['', 'markdown', 'description'],
		['<div><br> </div>', 'html', 'description'],
		['<p>&nbsp;</p>', 'html', 'description'],
		['<p></p>', 'html', 'description_html'],
		['<!-- Describe -->', 'markdown', 'description'],
	])('leaves a text alone if nothing of it can be read (%j)', async (text, format, column) => {
		const item = { ID: '1', Title: 'Oil', [column]: text };
		const options = { descriptionFormat: format };

		const left = await read(item, automatic, options);
		const cleared = await read(item, automatic, { ...options, clearEmptyFields: true });

		expect(left).toMatchObject({ kind: 'upsert', body: { name: 'Oil' } });
		expect(left).not.toHaveProperty('body.description_html');
		expect(cleared).toHaveProperty('body.description_html');
	});

	test('lists all problems of an item at once', async () => {
		const call = await read({ Title: '', Priority: 'P9', Due: '1.2.3' }, automatic);

		expect(call).toMatchObject({ cause: 'invalid' });
		const { message, description } = isProblem(call) ? call : { message: '', description: '' };

		expect(`${message} ${description}`).toMatch(
			/Title: the value is empty.*External ID: the value is empty/s,
		);
		expect(`${message} ${description}`).toContain(causes.notOneOfItsValues('"P9"'));
		expect(`${message} ${description}`).toContain(causes.notADate('"1.2.3"'));
	});

	const id = uuid(7);

	// Linear: what the query getIssues of n8n's node selects (packages/nodes-base/nodes/Linear/Queries.ts), without its
	// priority and its state. Notion: a page of a database as its node simplifies it (simplifyObjects in
	// Notion/shared/GenericFunctions.ts). The nodes of Postgres and Supabase return the columns of a table as they are
	// called there, a time as a Date (pg) or as PostgREST writes it; which columns a table has is up to its owner.
	test.each<[tool: string, item: IDataObject]>([
		[
			'Linear',
			{
				id,
				identifier: 'ENG-12',
				title: 'Oil',
				archivedAt: null,
				createdAt: '2026-03-01T10:00:00.000Z',
				creator: { id: uuid(8), displayName: 'ada', email: 'ada@example.com' },
				team: { id: uuid(9), name: 'Engineering' },
				description: 'Fill it up.',
				dueDate: '2026-03-31',
				cycle: null,
			},
		],
		[
			'Notion',
			{
				id,
				name: 'Oil',
				url: 'https://www.notion.so/Oil-1429989fe8ac4effbc8f57f56486db54',
				property_name: 'Oil',
				property_status: 'In progress',
				property_due: { start: '2026-03-31', end: null, time_zone: null },
				property_tags: ['bug'],
				property_assign: ['ada@example.com'],
			},
		],
		['Postgres', { id, name: 'Oil', created_at: new Date('2026-03-01T10:00:00.000Z') }],
		[
			'Supabase',
			{
				id,
				created_at: '2026-03-01T10:00:00.952051+00:00',
				title: 'Oil',
				project: 'Launch',
				key: 'oil',
				workspace: 'acme',
			},
		],
	])('takes the UUID of a row of %s as its External ID', async (_, item) => {
		for (const matchingColumns of [['externalId'], ['name']]) {
			expect(await read(item, { ...automatic, matchingColumns })).toMatchObject({
				body: { external_id: id, external_source: 'sheet', name: 'Oil' },
			});
		}
	});

	// What Get Many returns with Fields to Return set to id,name looks like a row of a table.
	test.each<[mayBeIt: boolean, what: string, item: IDataObject]>([
		[true, 'a UUID in the column ID', { id, name: 'Oil' }],
		[true, 'a UUID in the column ID, in another case', { ID: id.toUpperCase(), name: 'Oil' }],
		[false, 'an ID that is no UUID', { id: '10001', name: 'Oil' }],
		[false, 'a UUID in a column that says whose it is', { 'External ID': id, name: 'Oil' }],
	])(
		'says whether its External ID may be the ID of a work item: %s for %s',
		async (mayBeIt, _, item) => {
			expect(await read(item, automatic)).toMatchObject({ mayHaveOwnId: mayBeIt });
		},
	);

	// What n8n's Linear node returns for a state (Queries.ts), a label as Linear's API has it, and a project of Plane.
	test('keeps the names of records whose IDs may be those of another tool', async () => {
		const state = { id: uuid(8), name: 'In Progress' };
		const labels = [{ id: uuid(9).toUpperCase(), name: 'bug', color: '#eb5757' }];
		const row = { id: 'ENG-12', title: 'Oil', state, labels: JSON.stringify(labels) };

		expect(await read(row, automatic)).toMatchObject({
			body: { state: uuid(8), labels: [uuid(9)] },
			slots: expect.arrayContaining([
				expect.objectContaining({ namesByUncertainId: { [uuid(8)]: 'In Progress' } }),
				expect.objectContaining({ namesByUncertainId: { [uuid(9)]: 'bug' } }),
			]),
		});
	});

	// Exchange "13 list work items", expanded and not.
	test.each<[what: string, wire: string, record: IDataObject]>([
		['a whole state', 'state', { project: uuid(1), workspace: uuid(2) }],
		['an expanded state', 'state', { color: '#f59e0b', group: 'started' }],
		['a record without a name', 'state', { name: '' }],
		['a work item', 'parent', {}],
	])('keeps no name of %s: its ID is what counts', async (_, wire, properties) => {
		const record = { id: uuid(8), name: 'A', ...properties };
		const call = await read({ title: 'Oil', 'External ID': '1', [wire]: record }, automatic);

		expect(call).toMatchObject({ kind: 'upsert' });
		expect(JSON.stringify(call)).not.toContain('namesByUncertainId');
	});

	// Jira's API has both: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues
	test.each<[what: string, item: IDataObject, externalId: string]>([
		['the key of an issue of Jira', { Key: 'ENG-12', Summary: 'Oil' }, 'ENG-12'],
		['the ID rather than the key beside it', { id: '10001', key: 'ENG-12', name: 'Oil' }, '10001'],
		['the key if the ID is empty', { id: '', key: 'ENG-12', name: 'Oil' }, 'ENG-12'],
		['the key of Jira', { 'Issue key': 'ENG-12', Summary: 'Oil', Key: 'x' }, 'ENG-12'],
	])('takes %s as its External ID', async (_, item, externalId) => {
		expect(await read(item, automatic)).toMatchObject({ body: { external_id: externalId } });
	});

	test('does not take the key of a work item of Plane without its ID for an External ID', async () => {
		const simplified = { state: 'Todo', assignees: [], labels: [], priority: 'none' };
		const addresses = { url: 'https://plane.test/acme/browse/LNCH-12/' };

		for (const properties of [simplified, addresses]) {
			expect(await read({ key: 'LNCH-12', name: 'Oil', ...properties }, automatic)).toMatchObject({
				message: `External ID: ${causes.empty}`,
			});
		}
	});

	// Whole rows as exchanges "13 list work items" and "search work items" have them, those of version 2, and
	// what Simplify makes of them.
	test.each<[what: string, item: IDataObject]>([
		['a whole work item', { sequence_id: 12, workspace: uuid(1), project: uuid(2) }],
		['a work item of version 2', { sequence_id: 12, project_id: uuid(2) }],
		['a work item with some of its fields', { sequence_id: 12, project: uuid(2) }],
		['what Search finds', { sequence_id: 12, project__identifier: 'LNCH' }],
		[
			'a simplified work item without an address',
			{ key: 'LNCH-12', state: 'Todo', assignees: [], labels: [], priority: 'none' },
		],
		[
			'a simplified result of Search',
			{ key: 'LNCH-12', url: 'https://plane.test/acme/browse/LNCH-12/' },
		],
		['a work item without a key', { url: `https://plane.test/acme/projects/p/issues/${id}/` }],
	])('does not take the ID of %s for that in another tool', async (_, item) => {
		expect(await read({ id, name: 'Oil', ...item }, automatic)).toMatchObject({
			message: `External ID: ${causes.empty}`,
			description: expect.stringContaining('To change work items of Plane, use Update.'),
		});
	});
});
