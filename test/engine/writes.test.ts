import { describe, expect, it, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../service/faults';
import { stableId } from '../service/state';
import { expectProblem } from '../expectProblem';
import { causes, outcomes } from '../nodeTexts';
import { withLimits } from './limits';
import { byId, locateFirst } from './samples';
import { serverKinds } from './serverKinds';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

describe.each(serverKinds)('Label → Delete on a %s server', (serverKind) => {
	const world = useWorld({ serverKind });

	const remove = async (id: string) =>
		await world.run('label.delete', {
			projectId: locateFirst(world.service.state.projects),
			labelId: byId(id),
		});

	it('outputs the ID of the deleted record', async () => {
		const { labels } = world.service.state;
		const [{ id } = { id: '' }] = labels;

		expect((await remove(id)).outputs).toEqual([
			[{ json: { deleted: true, id }, pairedItem: { item: 0 } }],
		]);
		expect(labels.map((label) => label.id)).not.toContain(id);
	});

	it('accepts an ID in capitals and outputs it as Plane writes it', async () => {
		const { labels } = world.service.state;
		const [{ id } = { id: '' }] = labels;

		expect((await remove(id.toUpperCase())).json).toEqual([{ deleted: true, id }]);
		expect(labels.map((label) => label.id)).not.toContain(id);
	});

	it('fails for a record that does not exist, also if the rate limit refused the first attempt', async () => {
		const id = stableId('label', 999);

		for (const tries of [1, 2]) {
			if (tries === 2) world.service.faults.plan({ kind: 'status', status: 429, retryAfter: '0' });

			const { error, outputs } = await remove(id);

			expectProblem(error, { cause: `${causes.notFound(`Label ${id}`)}: ` });
			expect(outputs.flat()).toEqual([]);
		}
	});
});

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

describe('Replacing the assignees of a work item', () => {
	// The server does not assign guests, and does not report an error.

	const GUEST = 5;
	const MEMBER = 15;

	const world = useWorld({ serverKind: 'community' }, true);

	/** Assigns the first work item to the first member of its project, and creates functions for another member. */
	function start() {
		const { state } = world.service;
		const [project] = state.projects;
		const workItem = state.workItems.find((row) => row.project === project?.id);
		if (project === undefined || workItem === undefined) throw new Error('There is no work item');

		const [assigned = '', other = ''] = project.members;

		workItem.assignees = [assigned];

		const membership = state.projectMembers.find(
			(row) => row.project === project.id && row.member === other,
		);
		if (membership === undefined) throw new Error('The other user is not a member');

		/** Sets the role of the other member in the project, which no list of this server shows. @returns the user's ID */
		const giveRole = (role: number): string => {
			membership.role = role;

			return other;
		};

		/** Replaces the assignees by each of these people, one after the other. */
		const replace = async (...people: readonly string[]) =>
			await world.run(
				'workItem.update',
				{
					projectId: byId(project.id),
					workItemId: byId(workItem.id),
					updateFields: { assignees: '={{ [$json.person] }}', assigneesAction: 'replace' },
				},
				{ items: jsonItems(people.map((person) => ({ person }))) },
			);

		return { workItem, assigned, giveRole, replace };
	}

	test('fails for a guest, and removes nobody', async () => {
		const { workItem, assigned, giveRole, replace } = start();
		const guest = giveRole(GUEST);

		const { error } = await replace(guest);

		expectProblem(error, {
			cause: causes.notTaken('Assignee Names or IDs '),
			remedy: 'Nobody was taken off.',
		});
		expect(workItem.assignees).toEqual([assigned]);
	});

	test('leaves the new member as the only assignee', async () => {
		const { workItem, giveRole, replace } = start();
		const member = giveRole(MEMBER);

		const { error } = await replace(member);

		expect(error).toBeUndefined();
		expect(workItem.assignees).toEqual([member]);
	});

	test('takes one request for a person who was assigned before in the same run', async () => {
		const { assigned, giveRole, replace } = start();
		const member = giveRole(MEMBER);

		const { error } = await replace(member, assigned, member, assigned);

		const { requests } = world.service;
		const writes = requests.filter(({ method }) => method === 'PATCH');

		expect(error).toBeUndefined();
		expect(writes).toHaveLength(2 + 2 + 1 + 1);
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

		test('is resolved by finding the work item by its External ID', async () => {
			const { projects } = world.service.state;

			failAfterSaving('The payload is not valid');

			const { json, error } = await world.run('workItem.create', {
				projectId: locateFirst(projects),
				name: 'Print the badges',
				additionalFields: { externalSource: 'sheet', externalId: 'row-12' },
			});

			const saved = world.service.state.workItems.filter(({ name }) => name === 'Print the badges');

			expect(error).toBeUndefined();
			expect(saved).toHaveLength(1);
			expect(json).toMatchObject([{ id: saved[0]?.id }]);
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

	describe('a value that Plane does not accept is refused', () => {
		test('if a title has more than 255 characters', async () => {
			const { projects } = world.service.state;

			const { error } = await world.run(
				'intakeItem.create',
				{ projectId: byId(projects[0]?.id), name: '={{ $json.title }}' },
				{ items: jsonItems([{ title: 'Short' }, { title: 'a'.repeat(300) }]) },
			);

			expect(error?.message).toContain('is 300 characters long, and Plane takes 255 at most');
			expect(error?.description).toContain('Shorten it by 45 characters.');
			expect(world.service.ledger).toEqual([]);
		});

		test('if the name of a project has characters that Plane refuses', async () => {
			const { error } = await world.run('project.create', { name: 'R&D', identifier: 'RD' });

			expect(error?.message).toContain('has &, which Plane does not take in it');
			expect(error?.description).toContain('"R and D"');
			expect(world.service.ledger).toEqual([]);
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

	test('with a picture of an email has its address as text, and a hint lists it', async () => {
		const { json, hints } = await world.run('workItem.create', {
			projectId: projectId(),
			name: 'x',
			additionalFields: {
				description: '<p>Regards <img src="cid:logo@mail" alt="Logo"></p>',
				descriptionFormat: 'html',
			},
		});

		expect(json[0]).toMatchObject({
			description_html: '<p>Regards Logo (cid:logo@mail)</p>',
		});
		expect(hints.map(({ message }) => message).join()).toContain('<img src="cid:logo@mail">');
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
