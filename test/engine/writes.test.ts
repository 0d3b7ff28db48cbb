import { describe, expect, it, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../service/faults';
import { expectProblem } from '../expectProblem';
import { causes, outcomes } from '../nodeTexts';
import { withLimits } from './limits';
import { byId, locateFirst } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

describe('Work Item → Delete with text that is not an ID (row 18)', () => {
	const world = useWorld({ serverKind: 'community' });

	it('fails although If Not Found is set to continue, also after a fault', async () => {
		for (const tries of [1, 2]) {
			if (tries === 2) world.service.faults.plan({ kind: 'status', status: 502 });

			const { error, outputs } = await world.run('workItem.delete', {
				projectId: locateFirst(world.service.state.projects),
				workItemId: byId('no-id'),
				options: { ifNotFound: 'continue' },
			});

			expect(error?.message).toBe(`Work Item ${causes.notAnId('"no-id"')} of Plane [item 0]`);
			expect(outputs.flat()).toEqual([]);
		}
	});
});

describe('Work Item → Delete with a key that no work item has', () => {
	const world = useWorld({ serverKind: 'community' });

	it('names If Not Found in the error', async () => {
		const { error } = await world.run('workItem.delete', { workItemId: byId('LNCH-9999') });

		expectProblem(error, {
			cause: causes.notFound('Work Item LNCH-9999'),
			item: 0,
			remedy: 'set If Not Found to Continue',
		});
	});

	it('fails in spite of it if the key is that of the work item that the record belongs to', async () => {
		const { error, outputs } = await world.run('workItemComment.delete', {
			workItemId: byId('LNCH-9999'),
			commentId: locateFirst(world.service.state.comments),
			options: { ifNotFound: 'continue' },
		});

		expectProblem(error, { cause: causes.notFound('Work Item LNCH-9999'), item: 0 });
		expect(outputs.flat()).toEqual([]);
	});

	it('carries out the other items if If Not Found is set to continue', async () => {
		const { state } = world.service;
		const [item] = state.workItems;
		const { error, outputs } = await world.run(
			'workItem.delete',
			{ workItemId: byId('={{ $json.key }}'), options: { ifNotFound: 'continue' } },
			{ items: jsonItems([{ key: 'LNCH-9999' }, { key: `LNCH-${item?.sequence_id ?? 0}` }]) },
		);

		expect(error).toBeUndefined();
		expect(outputs.flat().map(({ json }) => json)).toEqual([
			{ deleted: false, id: 'LNCH-9999' },
			{ deleted: true, id: item?.id },
		]);
		expect(state.workItems).not.toContain(item);
	});
});

describe('If the response does not say whether a write was carried out', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	const UNKNOWN = outcomes.maybeSaved;

	/** Makes the server respond to a POST with an error although it saved the record (row 88). */
	const failAfterSaving = (error: string) =>
		world.service.faults.plan(
			{
				kind: 'status',
				status: 400,
				body: JSON.stringify({ error }),
				carriedOut: true,
			},
			{ when: ({ method }) => method === 'POST' },
		);

	describe('a 400 for an exception inside the server', () => {
		test('reports an unknown outcome for a comment, and warns of a duplicate', async () => {
			const { projects, workItems, comments } = world.service.state;
			const before = comments.length;

			failAfterSaving('The required key does not exist.');

			const { error } = await world.run('workItemComment.create', {
				projectId: locateFirst(projects),
				workItemId: locateFirst(workItems),
				comment: 'Ready for review',
			});

			expect(error?.message).toContain('The required key does not exist');
			expect(error?.description).toContain(UNKNOWN);
			expect(error?.description).toContain('or you may create a duplicate');
			expect(world.service.state.comments).toHaveLength(before + 1);
		});
	});

	test('a transfer of work items that may have arrived is not sent again', async () => {
		const { projects, cycles } = world.service.state;
		const idOfCycle = (name: string) => cycles.find((cycle) => cycle.name === name)?.id;
		const isTransfer = (url = '') => url.includes('/transfer-issues/');

		world.service.faults.plan(
			{ kind: 'dropBeforeAnswering' },
			{ when: ({ url }) => isTransfer(url) },
		);

		const { error } = await world.run(
			'cycle.transferWorkItems',
			withLimits(
				{ retries: 3 },
				{
					projectId: byId(projects[1]?.id),
					cycleId: byId(idOfCycle('Week 1')),
					newCycleId: byId(idOfCycle('Now')),
				},
			),
		);

		expect(error?.description).toContain(outcomes.checkTwice);
		expect(world.service.requests.filter(({ url }) => isTransfer(url))).toHaveLength(1);
	});
});

describe('Page → Update', () => {
	const world = useWorld({ serverKind: 'commercial' }, true);

	it.each<[what: string, updateFields: INodeParameters, body: object]>([
		['a new name alone', { name: 'Guide' }, { name: 'Guide' }],
		[
			'a new text alone',
			{ description: 'Read it', descriptionFormat: 'markdown' },
			{ description_html: '<p>Read it</p>' },
		],
	])(
		'sends %s, so that the rest stays as others have left it (row 466)',
		async (_, updateFields, body) => {
			const page = world.service.state.pages.find(({ project }) => project !== null);

			const { error } = await world.run('page.update', {
				projectId: byId(page?.project ?? ''),
				pageId: byId(page?.id),
				updateFields,
			});

			expect(error).toBeUndefined();
			expect(world.service.requests).toMatchObject([{ method: 'PUT', body }]);
			expect(world.service.requests[0]?.body).toEqual(body);
		},
	);
});

describe('Before anything is sent', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	/** Creates a resource locator that chooses a record by its name, or by an expression. */
	const byName = (value: string) => ({ __rl: true, mode: 'name', value });

	describe('an expression without a value inside a text that identifies a record', () => {
		test('is refused in an External ID, where it would merge several rows into one work item', async () => {
			const { projects, workItems } = world.service.state;
			const before = workItems.length;

			const { error } = await world.run(
				'workItem.create',
				{
					projectId: locateFirst(projects),
					name: '={{ $json.title }}',
					additionalFields: { externalSource: 'sheet', externalId: '=row-{{ $json.nr }}' },
					options: { ifItAlreadyExists: 'updateExisting' },
				},
				{ items: jsonItems([{ title: 'A', nr: 1 }, { title: 'B' }, { title: 'C' }]) },
			);

			expect(error?.message).toBe(
				'External ID: the expression {{ $json.nr }} in it returns no value [item 1]',
			);
			expect(error?.description).toContain('would stand for another record');
			expect(world.service.ledger).toEqual([]);
			expect(world.service.state.workItems).toHaveLength(before);
		});

		test('is refused in a name, where it would delete another cycle', async () => {
			const { projects } = world.service.state;

			const { error } = await world.run(
				'cycle.delete',
				{ projectId: locateFirst(projects), cycleId: byName('=Week 6{{ $json.suffix }}') },
				{ items: jsonItems([{ other: 1 }]) },
			);

			expect(error?.message).toContain('the expression {{ $json.suffix }} in it returns no value');
			expect(world.service.ledger).toEqual([]);
		});

		test('is accepted in a text that identifies nothing', async () => {
			const { projects, workItems } = world.service.state;

			const { error } = await world.run(
				'workItem.update',
				{
					projectId: locateFirst(projects),
					workItemId: locateFirst(workItems),
					updateFields: { name: '=Ada {{ $json.middle }} Lovelace' },
				},
				{ items: jsonItems([{ other: 1 }]) },
			);

			expect(error).toBeUndefined();
			expect(world.service.ledger).toHaveLength(1);
		});
	});
});

describe('HTML that is written', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	const projectId = () => byId(world.service.state.projects[0]?.id);

	/** The bodies of later requests, as text. */
	const sentSince = (before: number): string =>
		JSON.stringify(world.service.requests.slice(before).map(({ body }) => body));

	const writesSince = (before: number): string[] =>
		world.service.requests
			.slice(before)
			.map(({ method }) => method)
			.filter((method) => method !== 'GET');

	const UNSAFE =
		'<p onclick="steal()">Hi <a href="javascript:steal()">you</a></p><script>steal()</script>' +
		'<img src="x" onerror="steal()"><svg onload="steal()"></svg><iframe src="https://x.example"></iframe>';

	describe('with scripts', () => {
		const additionalFields = { description: UNSAFE, descriptionFormat: 'html' };

		it.each<[operation: string, parameters: () => INodeParameters]>([
			['workItem.create', () => ({ projectId: projectId(), name: 'x', additionalFields })],
			['intakeItem.create', () => ({ projectId: projectId(), name: 'x', additionalFields })],
			[
				'workItemComment.create',
				() => ({
					projectId: projectId(),
					workItemId: byId(world.service.state.workItems[0]?.id),
					comment: UNSAFE,
					commentFormat: 'html',
				}),
			],
		])('is sent without them by %s', async (operation, parameters) => {
			const before = world.service.requests.length;

			await world.run(operation, parameters());

			const sent = sentSince(before);

			expect(sent).toContain('<p>Hi <a rel');
			expect(sent).not.toMatch(/steal|<script|onerror|onclick|svg|iframe/);
		});
	});

	const MARKDOWN = `## Steps

1. Open
2. **Click** _twice_ or ~~never~~

- [ ] check
- [x] done

| a | b |
|---|--:|
| 1 | 2 |

> See https://example.com and ![shot](https://example.com/1.png)

\`\`\`js
if (a < b) {}
\`\`\`

---
Last\nline`;

	describe('a second time as the same description', () => {
		it.each([
			['Markdown of every kind', MARKDOWN, 'markdown'],
			['Markdown with HTML', 'a <b onclick="x()">b</b>\n\n<div>c</div>', 'markdown'],
			['two paragraphs', 'First.\n\nSecond.', 'text'],
			['a no-break space', '5\u00A0kg', 'text'],
			['HTML of two elements', '<p>a</p><p>b</p>', 'html'],
			['a link', '<p><a href="https://example.com/?a=1&b=2">x</a></p>', 'html'],
			['text alone as HTML', 'text', 'html'],
			['a whole page', '<!DOCTYPE html><html><body><p>a</p>\n</body></html>', 'html'],
		])('changes nothing: %s', async (_, description, descriptionFormat) => {
			const parameters = {
				projectId: projectId(),
				name: 'Printer',
				additionalFields: {
					externalSource: 'sheet',
					externalId: 'row-1',
					description,
					descriptionFormat,
				},
				options: { ifItAlreadyExists: 'updateExisting' },
			};

			await world.run('workItem.create', parameters);
			const before = world.service.requests.length;

			const { error } = await world.run('workItem.create', parameters);

			expect(error).toBeUndefined();
			expect(writesSince(before).filter((method) => method === 'PATCH')).toEqual([]);
		});
	});

	// What agents write, and what they read.
	test('is Markdown unless another format is chosen, and is read as Markdown', async () => {
		const workItemId = byId(world.service.state.workItems[0]?.id);
		const parameters = { projectId: projectId(), workItemId };
		const comment = '**Look** at `a < b`:\n\n- [ ] one\n- [x] two';

		await world.run('workItemComment.create', { ...parameters, comment });
		const { json } = await world.run('workItemComment.getAll', { ...parameters, simple: true });

		expect(json.map((record) => record.comment)).toContain(comment);
	});
});

describe('The key of a work item whose project cannot be read', () => {
	const world = useWorld({ serverKind: 'community', workItems: 2 }, true);

	const project = () => world.service.state.projects[0];

	const locate = () => ({
		projectId: byId(project()?.id),
		workItemId: byId(world.service.state.workItems[0]?.id),
	});

	/** Lets every request for the project itself fail. */
	const hideProject = (fault: Fault) => {
		const path = `/projects/${project()?.id ?? ''}/`;

		world.service.faults.plan(fault, {
			when: ({ method, url = '' }) =>
				method === 'GET' && new URL(url, 'http://x').pathname.endsWith(path),
			times: Infinity,
		});
	};

	const LACKS_RIGHTS: Fault = {
		kind: 'status',
		status: 403,
		body: '{"detail": "You do not have permission to perform this action."}',
	};

	test.each<[string, INodeParameters]>([
		['workItem.create', { name: 'Oil the bearings' }],
		['workItem.update', { updateFields: { priority: 'high' } }],
		['workItem.get', {}],
		['workItem.getAll', { limit: 1 }],
	])('is missing from the output of %s, and a hint says why', async (operation, parameters) => {
		hideProject(LACKS_RIGHTS);

		const { error, json, hints } = await world.run(operation, { ...locate(), ...parameters });

		expect(error).toBeUndefined();
		expect(json[0]).not.toHaveProperty('key');
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				new RegExp(`^The output has no key, .* could not be read: ${causes.noAccess} this project`),
			),
		]);
	});

	test('is missing if the server does not respond, which the hint says once for all items', async () => {
		hideProject({ kind: 'dropBeforeReading' });

		const { error, json, hints } = await world.run(
			'workItem.update',
			{
				...locate(),
				updateFields: { priority: '={{ $json.priority }}' },
				limits: { retries: 0 },
			},
			{ items: jsonItems([{ priority: 'high' }, { priority: 'low' }]) },
		);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(hints.filter(({ message }) => message.startsWith('The output has no key'))).toHaveLength(
			1,
		);
	});
});
