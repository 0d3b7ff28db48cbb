import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { readExportFile } from '../../../nodes/shared/imports/readExportFile';
import { isProblem } from '../../../nodes/shared/result/problem';
import { EXPORTS_FOLDER, FORGIVING } from '../../tools/expectedImports';
import { usePlanes } from '../usePlanes';
import { startImport } from './toolRows';

const startPlane = usePlanes();

const options = { ...FORGIVING, addComments: true, addLinks: true, addRelations: true };

function readRows(file: string): readonly IDataObject[] {
	const read = readExportFile(readFileSync(join(EXPORTS_FOLDER, file)));
	if (isProblem(read)) throw new Error(read.message);

	return read.records;
}

/** Starts an import, and shows what belongs to the work items of its project. */
async function start() {
	const { plane, projectId, importRows } = await startImport(startPlane);
	const { state } = plane.service;

	state.comments.splice(0);
	state.links.splice(0);

	return {
		plane,
		projectId,
		importRows,
		comments: () => state.comments.map(({ comment_html: html }) => html),
		links: () => state.links.map(({ url, name }) => [url, name]),
	};
}

describe.each([
	[
		'jira-cloud.csv',
		[
			'<div><p><em>5f00000000000000000a0002, 20/Oct/26 10:00 AM</em></p><p>Looks good</p></div>',
			expect.stringMatching(/5f00000000000000000a0001, 21\/Oct\/26 11:39 AM.*second line/s),
		],
		[
			['https://acme.example/secure/attachment/10001/plan.png', 'plan.png'],
			['https://acme.example/secure/attachment/10002/plan.png', 'plan.png'],
		],
	],
	[
		'clickup.csv',
		[
			expect.stringMatching(
				/ada@example\.com, 5\/6\/2022, 3:05:30 AM GMT\+2.*Said "no"\..*Again\./s,
			),
		],
		[['https://files.example.com/id/plan.png', 'plan.png']],
	],
	[
		'plane-export.csv',
		['<div><p><em>Mary Shelley, 2026-01-01 14:30:00</em></p><p>Started</p></div>'],
		[['https://example.com/api', 'API']],
	],
	[
		'trello-board.json',
		[expect.stringMatching(/Ada Lovelace, 2026-05-20T08:24:43\.194Z.*Ordered\./s)],
		expect.arrayContaining([[expect.stringMatching(/^https:\/\/trello\.com\/c\//), '']]),
	],
	[
		'github-rest.json',
		[],
		expect.arrayContaining([[expect.stringMatching(/^https:\/\/github\.com\//), '']]),
	],
	[
		'gitlab.csv',
		[],
		expect.arrayContaining([['https://gitlab.example.com/acme/mill/-/issues/1', '']]),
	],
])('The import of %s', (file, comments, links) => {
	it('adds the comments and the links, and nothing the second time', async () => {
		const imported = await start();
		const rows = readRows(file);
		const { importRows, plane } = imported;

		const check = await importRows(rows, { options, checkOnly: true });
		const first = await importRows(rows, { options });

		expect(first.json.map(({ error }) => error).filter(Boolean)).toEqual([]);
		expect(imported.comments()).toEqual(comments);
		expect(imported.links()).toEqual(links);
		expect(check.json).toMatchObject([{ failed: 0 }]);

		const changes = plane.service.ledger.length;
		const second = await importRows(rows, { options });

		expect(plane.service.ledger).toHaveLength(changes);
		expect(second.json.map(({ outcome }) => outcome)).not.toContain('updated');
	});
});

const row: IDataObject = {
	Summary: 'Oil',
	'Issue key': 'A-1',
	Comment: ['20/Oct/26 10:00 AM;ada;First', '20/Oct/26 10:00 AM;ada;Second'],
	Attachment: '20/Oct/26 9:30 AM;ada;plan; new.png;https://acme.example/plan.png',
};

describe('The comments and links of a record', () => {
	it('are not added if nobody wishes it, and a check says whose would be', async () => {
		const { importRows, comments, links } = await start();

		const { hints } = await importRows([row]);

		expect(comments()).toEqual([]);
		expect(links()).toEqual([]);
		expect(hints.map(({ message }) => message).join('\n')).toContain(
			'not imported: Attachment and Comment',
		);

		const check = await importRows([row], { options, checkOnly: true });
		const later = await importRows([row], { options });

		expect(check.json).toMatchObject([{ updated: 1, unchanged: 0, leftOutColumns: [] }]);
		expect(later.json).toMatchObject([{ outcome: 'updated' }]);
		expect(comments()).toHaveLength(2);
		expect(links()).toEqual([['https://acme.example/plan.png', 'plan; new.png']]);
	});

	it.each<[string, string, IDataObject, IDataObject]>([
		[
			// GET issue: a page of comments.
			'Jira',
			'A-1',
			{ summary: 'Oil', key: 'A-1', issuetype: { name: 'Task' }, status: { name: 'Todo' } },
			{ comment: { comments: [{ id: '1', body: 'First' }], maxResults: 1, total: 2, startAt: 0 } },
		],
		[
			// Its badges count all comments, and its actions are the last 1,000 of the board.
			'Trello',
			'5f1',
			{ id: '5f1', idList: '1', name: 'Oil', desc: '', 'List Name': 'Todo' },
			{ badges: { comments: 2 }, Comments: [{ id: '1', by: 'ada', text: 'First' }] },
		],
		[
			"GitHub's API",
			'7',
			{ number: 7, title: 'Oil', body: '', state: 'open', html_url: 'https://acme.example/7' },
			{ comments: 2 },
		],
	])(
		'are said to be incomplete if the export of %s does not have all',
		async (_, id, oil, more) => {
			const { importRows } = await start();
			const hasAll = { comment: { comments: [], total: 0 }, badges: { comments: 0 }, comments: 0 };
			const first = { ...oil, ...more };
			const other = { ...oil, ...hasAll, id: '8', key: 'A-8', number: 8 };
			const text = 'not have all comments';

			const check = await importRows([first, other], { options, checkOnly: true });
			const { hints } = await importRows([first, other], { options });
			const without = await importRows([first, other]);
			const messages = hints.map(({ message }) => message);

			expect(check.json).toMatchObject([{ failed: 0, incompleteComments: [id] }]);
			expect(messages).toContain(`The export does ${text} of 1 record: ${id}`);
			expect(without.hints.map(({ message }) => message).join()).not.toContain(text);
		},
	);

	it('keep their time, where Plane takes it', async () => {
		const { importRows, plane } = await start();

		await importRows([row], { options });
		await plane.wait(60_000);

		expect(plane.service.state.comments[0]).toMatchObject({
			created_at: expect.stringMatching(/^2026-10-20T/),
			external_source: 'tool',
			external_id: 'A-1 ada 20/Oct/26 10:00 AM',
		});
	});

	it('are distinguished if the record has no External ID', async () => {
		const { importRows, comments, plane } = await start();
		const unnamed = { ...row, 'Issue key': '' };

		const first = await importRows([unnamed], {
			options: { ...options, readAs: 'jira' },
			matchOn: 'name',
		});
		const changes = plane.service.ledger.length;

		expect(first.json).toMatchObject([{ outcome: 'created' }]);
		expect(comments()).toHaveLength(2);

		await importRows([unnamed], { options: { ...options, readAs: 'jira' }, matchOn: 'name' });

		expect(plane.service.ledger).toHaveLength(changes);
	});

	it('are complete after a run that could not add one of them, which says so', async () => {
		const { importRows, comments, plane } = await start();

		plane.service.faults.plan(
			{ kind: 'status', status: 403 },
			{ when: ({ method, url }) => method === 'POST' && url?.includes('comments') === true },
		);

		const { json } = await importRows([row], { options });

		expect(json[0]?.error).toContain(
			'It was saved, but not all of its comments, links and relations were added',
		);
		expect(comments()).toHaveLength(1);

		const again = await importRows([row], { options });

		expect(again.json).toMatchObject([{ outcome: 'updated' }]);
		expect(comments()).toHaveLength(2);
	});

	const said = (text: string, author = 'ada') => `20/Oct/26 10:00 AM;${author};${text}`;

	const countComments = (comments: readonly string[]) =>
		comments.map((html) => html.replaceAll(/<[^>]*>/g, '').at(-1)).toSorted();

	it('are recognized in any order, and after they were changed', async () => {
		const { importRows, comments } = await start();

		await importRows([{ ...row, Comment: [said('A'), said('B')] }], { options });
		await importRows([{ ...row, Comment: [said('C'), said('B'), said('A')] }], { options });
		expect(countComments(comments())).toEqual(['A', 'B', 'C']);

		await importRows([{ ...row, Comment: [said('C'), said('X'), said('A')] }], { options });
		expect(countComments(comments())).toEqual(['A', 'B', 'C']);
	});

	it('are those of all rows of the record', async () => {
		const { importRows, comments } = await start();
		const rows = ['one', 'two'].map((text) => ({ ...row, Comment: said(text) }));

		await importRows(rows, { options });
		await importRows(rows, { options });

		expect(comments()).toHaveLength(2);
	});

	it('are missing from all rows of the record if its list cannot be read, and each row says so', async () => {
		const { importRows, comments, plane } = await start();
		const rows = ['one', 'two'].map((text) => ({ ...row, Comment: said(text) }));

		await importRows([{ ...row, Comment: [] }], { options });
		plane.service.faults.plan(
			{ kind: 'status', status: 403 },
			{ when: ({ method, url }) => method === 'GET' && url?.includes('comments') === true },
		);
		const { json } = await importRows(rows, { options });

		expect(json.map(({ error }) => error)).toEqual(
			rows.map(() => expect.stringContaining('not all of its comments, links and relations')),
		);
		expect(comments()).toEqual([]);
	});

	it('are recognized if somebody else exports them in another language', async () => {
		const { importRows, comments } = await start();

		await importRows([{ Summary: 'Oil', 'Issue key': 'A-1', Comment: said('one') }], { options });
		await importRows(
			[
				{
					Résumé: 'Oil',
					'Clé de ticket': 'A-1',
					Commentaire: '20/oct./26 10:00 AM;ada;one',
				},
			],
			{ options },
		);

		expect(comments()).toHaveLength(1);
	});

	it('are recognized if somebody exports them in another time zone', async () => {
		const { importRows, comments } = await start();
		const berlin = ['20/Oct/26 10:00 AM;ada;Yes', '20/Oct/26 10:30 AM;ada;Yes'];
		const london = ['20/Oct/26 9:00 AM;ada;Yes', '20/Oct/26 9:30 AM;ada;Yes'];
		const later = ['20/Oct/26 9:45 AM;ada;Yes', '20/Oct/26 9:45 AM;bob;Yes'];

		await importRows([{ ...row, Comment: berlin }], { options });
		const again = await importRows([{ ...row, Comment: london }], { options });

		expect(again.json).toMatchObject([{ outcome: 'unchanged' }]);
		expect(comments()).toHaveLength(2);

		await importRows([{ ...row, Comment: [...london, ...later] }], { options });

		expect(comments()).toHaveLength(4);
	});

	it('are recognized if their author is called otherwise by now', async () => {
		const { importRows, comments } = await start();
		const card = (fullName: string): IDataObject => ({
			id: '5f0000000000000000000001',
			idList: '1',
			idBoard: '2',
			name: 'Oil',
			desc: '',
			'List Name': 'Todo',
			Comments: [{ date: '2026-05-20T08:24:43.194Z', by: { id: '3', fullName }, text: 'Ordered.' }],
		});

		await importRows([card('Ada Lovelace')], { options });
		await importRows([card('Ada King')], { options });

		expect(comments()).toHaveLength(1);
	});

	it.each([
		['K'.repeat(230), 'ada'.repeat(20)],
		['A-1', `${'a'.repeat(250)}😀b`],
	])(
		'are added and recognized, however long their author and key are (%#)',
		async (key, author) => {
			const { importRows, comments } = await start();
			const long = { ...row, 'Issue key': key, Comment: [said('A', author), said('B', author)] };

			const first = await importRows([long], { options });
			const second = await importRows([long], { options });

			expect(first.json).toMatchObject([{ outcome: 'created' }]);
			expect(second.json).toMatchObject([{ outcome: 'unchanged' }]);
			expect(comments()).toHaveLength(2);
		},
	);

	test('of which one cannot be read do not stop the record', async () => {
		const { importRows, links } = await start();

		const { json } = await importRows(
			[{ ...row, Attachment: '20/Oct/26 9:30 AM;ada;plan.png;https://acme.example/a b' }],
			{ options },
		);

		expect(json).toMatchObject([{ outcome: 'created' }]);
		expect(links()).toEqual([]);
	});
});

describe('A relation of records', () => {
	const jira = (key: string, relations: IDataObject = {}): IDataObject => ({
		Summary: `Title of ${key}`,
		'Issue key': key,
		...relations,
	});
	const BLOCKS = 'Outward issue link (Blocks)';
	const BLOCKED = 'Inward issue link (Blocks)';

	/** Imports rows twice, and shows the relations of their work items by their titles. */
	async function relate(rows: readonly IDataObject[]) {
		const { plane, importRows } = await start();
		const { state } = plane.service;
		const titleOf = (id: string) => state.workItems.find((item) => item.id === id)?.name;
		const before = state.relations.length;

		const first = await importRows(rows, { options });
		const changes = plane.service.ledger.length;
		const second = await importRows(rows, { options });

		expect(plane.service.ledger).toHaveLength(changes);
		expect(second.json.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'unchanged'));

		return {
			hints: first.hints.map(({ message }) => message).join('\n'),
			relations: state.relations
				.slice(before)
				.map(({ issue, relation_type: type, related }) => [titleOf(issue), type, titleOf(related)]),
		};
	}

	it('is added once, even if both of them name it', async () => {
		const { relations } = await relate([
			jira('A-1', { [BLOCKS]: ['A-2', 'A-3'] }),
			jira('A-2', { [BLOCKED]: 'A-1', 'Inward issue link (Relates)': 'A-3' }),
			jira('A-3', { [BLOCKED]: 'A-1', 'Outward issue link (Relates)': 'A-2' }),
		]);

		expect(relations).toEqual([
			['Title of A-1', 'blocking', 'Title of A-2'],
			['Title of A-1', 'blocking', 'Title of A-3'],
			['Title of A-2', 'relates_to', 'Title of A-3'],
		]);
	});

	it('is left out and named if the other one is no row of the import, or the record itself', async () => {
		const { relations, hints } = await relate([jira('A-1', { [BLOCKS]: ['A-1', 'A-9'] })]);

		expect(relations).toEqual([]);
		expect(hints).toContain('Add Relations: ');
		expect(hints).toContain('"A-1" (1 row) and "A-9" (1 row)');
	});

	const asana = (id: string, name: string, blockedBy = ''): IDataObject => ({
		'Task ID': id,
		Name: name,
		'Section/Column': '',
		Notes: '',
		'Blocked By (Dependencies)': blockedBy,
	});

	it('may name several with commas, which may stand in names, too', async () => {
		const { relations } = await relate([
			asana('1', 'Oil, then saw'),
			asana('2', 'Oil'),
			asana('3', 'Sell it', 'Oil, then saw'),
			asana('4', 'Ship it', 'Oil, then saw, Sell it'),
		]);

		expect(relations).toEqual([
			['Sell it', 'blocked_by', 'Oil, then saw'],
			['Ship it', 'blocked_by', 'Oil, then saw'],
			['Ship it', 'blocked_by', 'Sell it'],
		]);
	});

	it.each([
		['is that of two rows', [asana('3', 'Oil, then saw'), asana('4', 'Oil, then saw')]],
		['has a part that is no row', []],
	])('is not that of a part of a name which %s', async (_, others) => {
		const { relations, hints } = await relate([
			asana('1', 'Oil'),
			asana('2', 'Ship it', 'Oil, then saw'),
			...others,
		]);

		expect(relations).toEqual([]);
		expect(hints).toContain('"Oil, then saw" (1 row)');
	});

	it('is the only one of two records: the first one, and the other one is named', async () => {
		const { relations, hints } = await relate([
			jira('A-1', { [BLOCKED]: 'A-2', 'Outward issue link (Relates)': 'A-2' }),
			jira('A-2'),
		]);

		expect(relations).toEqual([['Title of A-1', 'blocked_by', 'Title of A-2']]);
		expect(hints).toContain('no rows of this import, or not clearly one of them: "A-2" (1 row)');
	});

	it('stays as somebody has changed it in Plane', async () => {
		const { plane, importRows } = await start();
		const rows = [jira('A-1', { [BLOCKED]: 'A-2' }), jira('A-2')];

		await importRows(rows, { options });

		const relation = plane.service.state.relations.at(-1);
		if (relation !== undefined) relation.relation_type = 'relates_to';

		const changes = plane.service.ledger.length;
		const { json } = await importRows(rows, { options });

		expect(json.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
		expect(plane.service.ledger).toHaveLength(changes);
	});

	it('is in the exports of Linear', async () => {
		const { importRows, plane } = await start();
		const before = plane.service.state.relations.length;

		const { hints } = await importRows(readRows('linear.csv'), { options });

		expect(plane.service.state.relations.slice(before)).toMatchObject([
			{ relation_type: 'duplicate' },
			{ relation_type: 'blocked_by' },
		]);
		// It is archived, so that it is not imported.
		expect(hints.map(({ message }) => message).join('\n')).toMatch(/Add Relations: .*"ENG-1"/);
	});
});
