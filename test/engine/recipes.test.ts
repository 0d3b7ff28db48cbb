import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TIMEZONE } from './additionalData';
import { STOPPING_TOOL } from './engine';
import { byId, locateFirst, parametersFor } from './samples';
import { useWorld } from './useWorld';

const PAGE = readFileSync(join(__dirname, '../../docs/examples.md'), 'utf8');

/** Finds the section of the page with this heading. */
function findSection(heading: string): string {
	const section = PAGE.split(/^### /m).find((text) => text.startsWith(`${heading}\n`));
	if (section === undefined) throw new Error(`The page has no section "${heading}"`);

	return section;
}

/** Reads the expression of a recipe from the page, as it is saved in a node. */
function readRecipe(heading: string): string {
	const code = /^```\n(.*?)\n```$/ms.exec(findSection(heading))?.[1];
	if (code === undefined) throw new Error(`"${heading}" has no expression`);

	return `=${code}`;
}

/** Lists the expressions within the text of a recipe. */
const listInlineExpressions = (heading: string): string[] =>
	[...findSection(heading).matchAll(/`(\{\{[^`]*\}\})`/g)].map(([, code = '']) => `=${code}`);

/** Reads a text of an output item. */
function readText(item: IDataObject | undefined, field: string): string {
	const value = item?.[field];
	if (typeof value !== 'string') throw new Error(`The output has no ${field}`);

	return value;
}

/** Lists the rows of the table of dates. */
const listDates = () =>
	[...findSection('Convert dates').matchAll(/^\| `(.*?)`.*? \| `(.*?)` \| `(.*?)` \|$/gm)].map(
		([, text = '', code = '', day = '']) => [text, `=${code}`, day] as const,
	);

describe('The recipe', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const project = () => locateFirst(world.service.state.projects);

	const firstItem = () => {
		const [item] = world.service.state.workItems;
		if (item === undefined) throw new Error('The service has no work item');

		return item;
	};

	const update = async (updateFields: INodeParameters, json: IDataObject) =>
		await world.run(
			'workItem.update',
			{
				projectId: project(),
				workItemId: byId(firstItem().id),
				updateFields,
			},
			{ items: [{ json }] },
		);
	const comment = async (text: string, json: IDataObject) =>
		await world.run(
			'workItemComment.create',
			{ projectId: project(), workItemId: byId(firstItem().id), comment: text },
			{ items: [{ json }] },
		);

	it('for what is overdue lists it in all projects, the earliest due date first', async () => {
		const { state } = world.service;
		const open = state.states.filter(({ group }) =>
			['backlog', 'unstarted', 'started'].includes(group),
		);
		const today = DateTime.now().setZone(TIMEZONE).toISODate() ?? '';
		const items = state.workItems.filter((item) => open.some(({ id }) => id === item.state));

		for (const item of state.workItems) item.target_date = null;

		for (const [index, item] of items.entries()) {
			item.target_date = new Date(Date.now() + (index - 5) * 86_400_000).toISOString().slice(0, 10);
		}

		const expected = items.filter(({ target_date: day }) => day !== null && day < today);
		const { json, error } = await world.run('workItem.getAll', {
			projectScope: 'all',
			returnAll: true,
			simple: true,
			options: { orderBy: 'target_date' },
			filters: {
				stateGroup: ['backlog', 'unstarted', 'started'],
				targetTo: readRecipe('List what is overdue in all projects'),
			},
		});

		expect(error).toBeUndefined();
		expect(expected.length).toBeGreaterThan(3);
		expect(json.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));

		const [several = ''] = listInlineExpressions('List what is overdue in all projects');
		const both = await world.run('workItem.getAll', {
			projectScope: 'several',
			projects: several,
			returnAll: true,
		});

		expect(both.json).toHaveLength(state.workItems.length);
	});

	it('for the link of what was created gives its key, title and address', async () => {
		const created = await world.run('workItem.create', {
			projectId: project(),
			name: 'Fix the door',
			simple: true,
		});
		const [output = {}] = created.json;
		const key = readText(output, 'key');
		const url = readText(output, 'url');

		const { json } = await comment(readRecipe('Post the link of what I created'), output);

		const html = readText(json[0], 'comment_html');

		expect(key).toMatch(/^[A-Z]+-\d+$/);
		expect(url).toContain(`/browse/${key}/`);
		expect(html).toContain(`New: ${key} Fix the door`);
		expect(html).toContain(`href="${url}"`);
	});

	it('for the link takes the address from an earlier node', async () => {
		const [expression = ''] = listInlineExpressions('Post the link of what I created');

		// The test's workflow has the values in its start node.
		const { json } = await comment(expression.replace("'Create'", "'Start'"), {
			url: 'https://plane.example.com/acme/browse/LNCH-12/',
		});

		expect(json[0]?.comment_html).toContain(
			'href="https://plane.example.com/acme/browse/LNCH-12/"',
		);
	});

	it('for a choice lets a model fill in the priority', async () => {
		const parameters = parametersFor('workItem.update', {
			projectId: project(),
			workItemId: byId(firstItem().id),
			updateFields: { priority: readRecipe('Let a model fill in a choice') },
		});

		firstItem().priority = 'low';

		const run = async (priority: string) =>
			await world.engine.run(
				{ parameters, ...STOPPING_TOOL },
				[{ json: { priority } }],
				world.credential,
			);
		const { error } = await run('urgent');

		expect(error).toBeUndefined();
		expect(firstItem().priority).toBe('urgent');

		await run('');

		expect(firstItem().priority).toBe('urgent');
	});

	it('for dates has rows in its table', () => {
		expect(listDates().length).toBeGreaterThan(3);
	});

	it.each(listDates())('converts the date %s', async (due, targetDate, day) => {
		const { error } = await update({ targetDate }, { due });

		expect(error).toBeUndefined();
		expect(firstItem().target_date).toBe(day);
	});

	it('for dates clears the field if the cell is empty', async () => {
		const targetDate = listInlineExpressions('Convert dates').at(-1) ?? '';

		await update({ targetDate }, { due: '31.12.2026' });

		expect(firstItem().target_date).toBe('2026-12-31');

		await update({ targetDate }, { due: '' });

		expect(firstItem().target_date).toBeNull();
	});

	it('for a comment has bold text, a mention, a check list and a link', async () => {
		const ada = world.service.state.users.find(({ display_name }) => display_name === 'ada');

		const { json, hints } = await comment(
			readRecipe('Write a comment with Markdown and a mention'),
			{ version: '1.2', email: ada?.email ?? '', report: 'https://example.com/report' },
		);

		const html = readText(json[0], 'comment_html');

		expect(html).toMatch(/<strong[^>]*>Deployed<\/strong> version 1\.2\. /);
		expect(html).toContain(`entity_identifier="${ada?.id ?? ''}"`);
		expect(html).toContain('data-type="taskList"');
		expect(html).toContain('href="https://example.com/report"');
		expect(hints).toEqual([]);
	});

	it('for a form that waits in intake is accepted by the ID that its creation returns', async () => {
		const [intakeProject] = world.service.state.projects;
		const [kind = '', id = ''] = [
			...findSection('Turn a form into a sorted work item').matchAll(/^```\n(.*?)\n```$/gm),
		].map(([, code = '']) => `=${code}`);

		Object.assign(intakeProject ?? {}, { intake_view: true, has_intake: true });

		const created = await world.run(
			'intakeItem.create',
			{
				projectId: project(),
				name: 'The printer is jammed',
				additionalFields: { labels: kind },
				options: { createMissingLabels: true },
				simple: true,
			},
			{ items: [{ json: { Kind: 'Problem' } }] },
		);
		const accepted = await world.run(
			'intakeItem.accept',
			{
				projectId: project(),
				workItemId: byId(id),
				updateFields: { state: { __rl: true, mode: 'name', value: 'Done' } },
				simple: true,
			},
			{ items: [{ json: created.json[0] ?? {} }] },
		);

		expect(accepted.error).toBeUndefined();
		expect(accepted.json).toMatchObject([
			{ name: 'The printer is jammed', status: 'Accepted', state: 'Done', labels: ['Problem'] },
		]);
	});

	it('for a description keeps the old text before the new one', async () => {
		firstItem().description_html = '<p>Old</p>';
		const item = await world.run('workItem.get', {
			projectId: project(),
			workItemId: byId(firstItem().id),
		});

		await update(
			{ description: readRecipe('Append to a description'), descriptionFormat: 'html' },
			{ ...item.json[0], version: '1.2' },
		);

		expect(firstItem().description_html).toContain('<p>Old</p><p>Deployed in 1.2</p>');
	});

	it('for an empty column clears the field', async () => {
		firstItem().target_date = '2026-12-31';

		const { error } = await update(
			{ targetDate: readRecipe('Clear a field if the column is empty') },
			{},
		);

		expect(error).toBeUndefined();
		expect(firstItem().target_date).toBeNull();
	});
});
