import { describe, expect, test } from '@jest/globals';
import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';

import { causes } from '../nodeTexts';
import type { PlaneNode } from './engine';
import { locateFirst, parametersFor } from './samples';
import { useWorld } from './useWorld';

const world = useWorld();

const projectPath = () => ({ projectId: locateFirst(world.service.state.projects) });

/** The versions of n8n's agents, which call tools in different ways. */
const versions = [2, 3] as const;

/** A call of a tool by a model. */
interface ToolCall {
	/** What the model enters, by the keys of `$fromAI`. */
	readonly input?: IDataObject;
	readonly version?: (typeof versions)[number];
	readonly node?: Omit<PlaneNode, 'parameters'>;
}

/** Lets a model call a tool with this operation. */
const call = async (
	operation: string,
	parameters: INodeParameters,
	{ input = {}, version = 3, node = {} }: ToolCall = {},
) =>
	await world.engine.runTool(
		{ ...node, parameters: parametersFor(operation, parameters) },
		input,
		world.credential,
		{ version },
	);

/** Lets a model call a tool. @returns the records that it reads */
async function readRecords(
	operation: string,
	parameters: INodeParameters,
	toolCall?: ToolCall,
): Promise<readonly IDataObject[]> {
	const { text } = await call(operation, parameters, toolCall);

	return jsonParse<IDataObject[]>(text);
}

const CARD = ['key', 'name', 'state', 'assignees', 'labels', 'priority'];

/** Fields to Return, with these fields. */
const selecting = (fieldsToReturn: string) => ({ options: { fieldsToReturn } });

describe.each(versions)('A tool of an agent of version %s', (version) => {
	test('returns simplified records, without any setting', async () => {
		const records = await readRecords('workItem.getAll', projectPath(), { version });

		expect(records).toHaveLength(50);
		expect(Object.keys(records[0] ?? {}).slice(0, CARD.length)).toEqual(CARD);
		expect(records[0]).toMatchObject({ key: 'LNCH-1', state: 'Backlog' });
	});

	test('is described to the model by its action, with the name of its node', async () => {
		const parameters = { search: 'press', limit: 1 };
		const { name, description } = await call('workItem.search', parameters, { version });

		expect(name).toBe('Plane');
		expect(description).toBe('Search work items by title or key in Plane');
	});

	test('returns whole records without Simplify', async () => {
		const [record = {}] = await readRecords(
			'workItem.getAll',
			{ ...projectPath(), simple: false },
			{ version },
		);
		const { projects, states } = world.service.state;

		expect(Object.keys(record).length).toBeGreaterThan(20);
		expect(record).toMatchObject({ sequence_id: 1, project: projects[0]?.id });
		expect(states.map(({ id }) => id)).toContain(record.state);
	});

	test('returns the fields that the model selects, in its order, with names as in the simplified record', async () => {
		const [record] = await readRecords(
			'workItem.getAll',
			{ ...projectPath(), ...selecting("={{ $fromAI('fields') }}") },
			{ version, input: { fields: 'state, sequence_id, Key, description, project' } },
		);

		expect(Object.entries(record ?? {})).toEqual([
			['state', 'Backlog'],
			['sequence_id', 1],
			['key', 'LNCH-1'],
			['description', ''],
			['project', world.service.state.projects[0]?.id],
		]);
	});
});

describe('Fields to Return', () => {
	test('reads whole records: a server that does not select fields, or selects others, makes no difference', async () => {
		const requestsBefore = world.service.requests.length;

		await readRecords('label.getAll', { ...projectPath(), ...selecting('name') });

		const urls = world.service.requests.slice(requestsBefore).map(({ url }) => url);

		expect(urls).toHaveLength(1);
		expect(urls.filter((url) => url.includes('fields='))).toEqual([]);
	});

	test.each([
		['a simplified record', 'label.getAll', 'name, sort_order', ['name', 'sort_order']],
		['a record without Simplify', 'projectMember.getAll', 'email', ['email']],
		['one record', 'project.get', 'name, identifier', ['name', 'identifier']],
	])('selects fields of %s', async (_, operation, fields, expected) => {
		const records = await readRecords(operation, { ...projectPath(), ...selecting(fields) });

		expect(records.length).toBeGreaterThan(0);

		for (const record of records) expect(Object.keys(record)).toEqual(expected);
	});

	test('selects fields of work items of all projects', async () => {
		const records = await readRecords('workItem.getAll', {
			projectScope: 'all',
			returnAll: true,
			...selecting('project_name, key'),
		});

		expect(new Set(records.map(({ project_name }) => project_name))).toEqual(
			new Set(['Launch', 'Website']),
		);
		expect(Object.keys(records.at(-1) ?? {})).toEqual(['project_name', 'key']);
	});

	test('selects fields of a record that was created, without a second request for it', async () => {
		const requestsBefore = world.service.requests.length;
		const records = await readRecords('workItem.create', {
			...projectPath(),
			name: 'Fix the door',
			...selecting('key, state, name'),
		});
		const methods = world.service.requests.slice(requestsBefore).map(({ method }) => method);

		expect(records).toEqual([
			{ key: expect.stringMatching(/^LNCH-\d+$/), state: 'Backlog', name: 'Fix the door' },
		]);
		expect(methods.filter((method) => method === 'POST')).toHaveLength(1);
	});

	test('returns simplified records if the model selects nothing', async () => {
		const [record = {}] = await readRecords(
			'workItem.getAll',
			{ ...projectPath(), ...selecting("={{ $fromAI('fields') }}") },
			{ input: { fields: '' } },
		);

		expect(Object.keys(record).slice(0, CARD.length)).toEqual(CARD);
	});

	test('fails a read with an unknown field, and the error lists those that there are', async () => {
		const { text } = await call('label.getAll', { ...projectPath(), ...selecting('name, hue, x') });

		expect(text).toMatch(
			/Fields to Return: there is no .*hue.* or .*x.*\. The fields are: id, name,/,
		);
	});

	test('selects nothing from an empty list, which has no fields to compare with', async () => {
		const filters = { createdAfter: '2040-01-01' };
		const parameters = { ...projectPath(), filters, ...selecting('nonsense') };
		const records = await readRecords('label.getAll', parameters, { version: 2 });

		expect(records).toEqual([]);
	});

	test('keeps a write with an unknown field, because a model would repeat a failed one', async () => {
		const [record] = await readRecords('label.create', {
			...projectPath(),
			name: 'kept',
			...selecting('name, hue'),
		});

		expect(record).toEqual({
			name: 'kept',
			warning: expect.stringMatching(/^Fields to Return: there is no "hue"\. The fields are: id, /),
		});
	});
});

describe.each(versions)('A tool of an agent of version %s that fails', (version) => {
	const node = { retryOnFail: false };
	const wrongPriority = () => ({
		...projectPath(),
		name: 'x',
		additionalFields: { priority: '<b>' },
	});

	test('tells the model what is wrong and how to correct it, in one text without HTML', async () => {
		const records = await readRecords('workItem.create', wrongPriority(), { version, node });

		expect(records).toEqual([
			{
				error: expect.stringMatching(
					new RegExp(
						`^Priority: ${causes.notOneOfItsValues('"<b>"')}\\. Use one of: .*urgent.*\\.\nNothing was changed\\.$`,
					),
				),
			},
		]);
	});

	test('tells the model the answer of the server, and what to do', async () => {
		const parameters = {
			...projectPath(),
			workItemId: { __rl: true, mode: 'id', value: 'LNCH-9999' },
		};
		const { text } = await call('workItem.get', parameters, { version, node });

		expect(text).toMatch(/LNCH-9999.*Check Work Item/s);
		expect(text).not.toMatch(/<br>|\[item 0\]/);
	});

	test('returns only the error with On Error → Continue: the model does not read the input of the agent', async () => {
		const { engine, credential } = world;
		const { text } = await engine.runTool(
			{
				parameters: parametersFor('workItem.create', wrongPriority()),
				onError: 'continueRegularOutput',
			},
			{ name: 'x' },
			credential,
			{ version, items: [{ json: { headers: { authorization: 'Bearer secret' } } }] },
		);
		const [record = {}] = jsonParse<IDataObject[]>(text);

		expect(Object.keys(record)).toEqual(['error']);
		expect(record.error).toMatch(/^Priority: .* Use one of: /);
	});
});

test('a tool returns what it wrote simplified: texts in Markdown, people by name, without further requests for each', async () => {
	const { workItems } = world.service.state;
	const item = { ...projectPath(), workItemId: locateFirst(workItems) };
	const requestsBefore = world.service.requests.length;
	const [comment] = await readRecords('workItemComment.create', {
		...item,
		comment: '**Done**, @ada',
	});
	const requests = world.service.requests.slice(requestsBefore).map(({ method }) => method);

	expect(comment).toMatchObject({
		comment: '**Done**, @ada',
		by: 'ada',
		project: projectPath().projectId.value,
	});
	expect(comment).not.toHaveProperty('comment_html');
	expect(requests.filter((method) => method !== 'GET')).toEqual(['POST']);

	const [label] = await readRecords('label.create', { ...projectPath(), name: 'simplified' });

	expect(Object.keys(label ?? {}).length).toBeLessThanOrEqual(10);
});

test('a node that is no tool returns whole records of what it wrote', async () => {
	const { json } = await world.run('label.create', { ...projectPath(), name: 'whole' });

	expect(Object.keys(json[0] ?? {}).length).toBeGreaterThan(10);
});

test('a node that is no tool returns the chosen fields, too', async () => {
	const parameters = { ...projectPath(), simple: false, ...selecting('name'), limit: 1 };
	const { json } = await world.run('label.getAll', parameters);

	expect(Object.keys(json[0] ?? {})).toEqual(['name']);
});
