import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { byId } from '../engine/samples';
import { listen, type Listening } from '../service/listen';
import { first, projectPath, send } from '../service/testing/client';
import { linesToTest } from './install';
import type { Started } from './instance';
import { type Mailbox, startMailbox } from './mailbox';
import { type Asked, type Answer, startModel } from './model';
import { otherCredentials, types, type WorkflowFile } from './workflows/draft';
import { documented } from './workflows/examples';
import { useWorld } from './world';

/** The sheet of the example, as its program exports it. */
const SHEET = `id,title,details,state,priority,who,labels,due
row-1,Order paper,"Two boxes, white",To do,high,ada@example.com,"office,buying",2026-03-31
row-2,Water the plants,,Backlog,,,,
row-3,Call the printer,,In Progress,,"ada@example.com,bob@example.com",,
`;

/** A model that looks people's work up, and files what it is told to file. */
function think({ messages, tools = [] }: Asked): Answer {
	const last = messages.at(-1);
	const said = String(last?.content);
	if (last?.role === 'tool') return { content: `This came of it: ${said}` };

	const tool = (part: RegExp) => tools.find(({ function: { name } }) => part.test(name));
	const [, title] = /file: (.*)/.exec(said) ?? [];

	return title === undefined
		? { call: tool(/open/i)?.function.name ?? '', with: { assignee: 'ada@example.com' } }
		: {
				call: tool(/create/i)?.function.name ?? '',
				with: { name: title, description: '', assignees: 'ada@example.com' },
			};
}

/** How long a request may take. */
const limit = () => AbortSignal.timeout(30_000);

/** Waits for what comes of a workflow. @throws where it does not come */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	const end = Date.now() + 30_000;

	while (!(await isSo())) {
		if (Date.now() > end) throw new Error('It does not come');

		await wait(200);
	}
}

/** A workflow that is started by hand instead of by its schedule. */
const byHand = (workflow: WorkflowFile): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const [type, typeVersion] = types.manual;
		const isSchedule = node.type === types.schedule[0];

		return isSchedule ? { ...node, type, typeVersion, parameters: {} } : node;
	}),
});

describe.each(linesToTest)('the examples of the documentation, in n8n %s', (line) => {
	let sheet: Listening;
	let model: Listening;
	let mailbox: Mailbox;

	beforeAll(async () => {
		sheet = await listen(createServer((_, response) => response.end(SHEET)));
		model = await startModel(think);
		mailbox = await startMailbox();
	});
	afterAll(async () => {
		await Promise.all([sheet.close(), model.close(), mailbox.close()]);
	});

	const world = useWorld(
		line,
		({ state }) => {
			const projectId = byId(first(state.projects).id);
			const assignee = { __rl: true, mode: 'name', value: 'ada@example.com' };
			const addresses = { fromEmail: 'plane@example.com', toEmail: 'team@example.com' };

			return [
				byHand(documented('workflows/sheet-to-work-items', 'sheet', { projectId, url: sheet.url })),
				documented('workflows/form-to-intake', 'form', { projectId }),
				byHand(documented('workflows/week-into-cycle', 'week', { projectId, assignee })),
				documented('workflows/pull-request', 'git', {}),
				byHand(documented('workflows/weekly-report', 'report', { projectId, ...addresses })),
				documented('workflows/agent', 'agent', { projectId, public: true }),
			];
		},
		{ serverKind: 'community', workItems: 6 },
		() => [
			{ ...otherCredentials.smtp, data: mailbox.credential },
			{ ...otherCredentials.openAiApi, data: { apiKey: 'unused', url: model.url } },
		],
	);

	const post = async (path: string, body: object) => {
		const { status, body: record } = await send(
			world.service,
			'POST',
			projectPath(world.service) + path,
			body,
		);

		expect(status).toBe(201);

		return record as { id: string };
	};

	const workItem = (name: string) =>
		world.service.state.workItems.find((each) => each.name === name);
	const stateOf = (name: string) =>
		world.service.state.states.find(({ id }) => id === workItem(name)?.state)?.name;

	test('rows of a sheet become work items, once however often it runs', async () => {
		const { state, requests } = world.service;
		const before = state.workItems.length;

		expect((await world.instance.execute('sheet')).error).toBeUndefined();
		expect(state.workItems).toHaveLength(before + 3);
		expect(workItem('Order paper')).toMatchObject({
			priority: 'high',
			target_date: '2026-03-31',
			external_id: 'row-1',
			assignees: [state.users[0]?.id],
		});
		expect(workItem('Order paper')?.labels).toHaveLength(2);
		expect(workItem('Call the printer')?.assignees).toHaveLength(2);
		expect(stateOf('Call the printer')).toBe('In progress');

		requests.splice(0);
		expect((await world.instance.execute('sheet')).error).toBeUndefined();
		expect(state.workItems).toHaveLength(before + 3);
		// Nothing has changed, so that nothing is written.
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('a new week gets what is due, and what is left over', async () => {
		const { state } = world.service;
		const day = (days: number) =>
			new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
		const project_id = first(state.projects).id;
		const cycle = async (name: string, from: number, to: number) =>
			await post('cycles/', { name, start_date: day(from), end_date: day(to), project_id });

		await cycle('Before last', -20, -15);
		const last = await cycle('Last', -9, -3);
		const now = await cycle('Now', -1, 5);
		const left = await post('work-items/', { name: 'Left over' });
		const due = await post('work-items/', {
			name: 'Due',
			target_date: day(0),
			assignees: [state.users[0]?.id],
		});

		await post('work-items/', { name: 'Of nobody', target_date: day(0) });
		state.cycles.find(({ id }) => id === last.id)?.issues.push(left.id);
		const held = workItem('Left over');
		if (held) held.cycle = last.id;

		expect((await world.instance.execute('week')).error).toBeUndefined();
		const inNow = state.cycles.find(({ id }) => id === now.id)?.issues;

		expect(inNow).toEqual(expect.arrayContaining([left.id, due.id]));
		expect(inNow).not.toContain(workItem('Of nobody')?.id);
	});

	test('a report says what was done by whom', async () => {
		const { state } = world.service;
		const done = state.states.find(({ name }) => name === 'Done')?.id;

		await post('work-items/', { name: 'Finish', state: done, assignees: [state.users[0]?.id] });
		expect((await world.instance.execute('report')).error).toBeUndefined();
		const [mail] = mailbox.mails;

		expect(mail?.subject).toMatch(/^Done by \d{4}-\d\d-\d\d$/);
		expect(mail?.html).toMatch(/<table.*>Who<.*>ada<.*>Finish<.*<\/table>/s);
	});

	describe('as a server', () => {
		let n8n: Started;

		beforeAll(async () => {
			for (const id of ['form', 'git', 'agent']) await world.instance.activate(id);
			n8n = await world.instance.start();
			// n8n is ready before its webhooks are.
			await isThere(`form/${hookOf('form-to-intake')}`, 'GET');
			await isThere(`webhook/${hookOf('pull-request')}`, 'POST', {});
			const action = 'loadPreviousSession';

			await isThere(`webhook/${hookOf('agent')}/chat`, 'POST', { action, sessionId: 'none' });
		});
		afterAll(async () => {
			await n8n.close();
		});

		const isThere = async (path: string, method: string, body?: object) => {
			await until(async () => [200, 500].includes((await ask(path, method, body)).status));
		};

		const ask = async (path: string, method: string, body?: object) =>
			await fetch(`${n8n.url}/${path}`, {
				method,
				signal: limit(),
				headers: { 'content-type': 'application/json' },
				...(body && { body: JSON.stringify(body) }),
			});
		const hookOf = (file: string) =>
			documented(`workflows/${file}`, '', {}).nodes.find(({ webhookId }) => webhookId)?.webhookId;

		test('a form becomes an intake item with its file, and is answered', async () => {
			const form = new FormData();

			for (const [index, value] of ['A lamp is broken', 'In the hall', 'eve@example.com'].entries())
				form.set(`field-${index}`, value);
			form.set('field-3', new Blob(['a picture']), 'lamp.txt');
			const address = `${n8n.url}/form/${hookOf('form-to-intake')}`;
			const sent = await fetch(address, {
				method: 'POST',
				body: form,
				signal: limit(),
			});
			const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
			// As the page of the form does.
			const status = new URL(formWaitingUrl);

			status.pathname += '/n8n-execution-status';
			await until(
				async () => (await (await fetch(status, { signal: limit() })).text()) === 'form-waiting',
			);
			const page = await (await fetch(formWaitingUrl, { signal: limit() })).text();

			expect(page).toContain('We have received “A lamp is broken”');
			const { intakeItems, attachments } = world.service.state;
			const issue = workItem('A lamp is broken')?.id;

			expect(intakeItems.filter((item) => item.issue === issue)).toHaveLength(1);
			await until(() => attachments.some((each) => each.issue === issue && each.is_uploaded));
			expect(attachments.filter((each) => each.issue === issue)).toMatchObject([
				{ attributes: { name: 'lamp.txt' } },
			]);
		});

		test('a pull request is linked, told and followed by the state, once', async () => {
			const { state } = world.service;
			const { id } = first(state.workItems);
			const url = 'https://git.example.com/acme/launch/pull/7';

			const tell = async (action: string, merged: boolean) => {
				const pull_request = { title: 'Fix LNCH-1 in UTF-8', html_url: url, merged, head: {} };
				const path = `webhook/${hookOf('pull-request')}`;

				expect((await ask(path, 'POST', { action, pull_request })).status).toBe(200);
			};

			const stateNow = () =>
				state.states.find((each) => each.id === first(state.workItems).state)?.name;
			const changes = () => world.service.requests.filter(({ method }) => method === 'PATCH');

			world.service.requests.splice(0);
			await tell('opened', false);
			await until(() => stateNow() === 'In progress');
			await tell('opened', false);
			await until(() => changes().length === 2);
			await tell('closed', true);
			await until(() => stateNow() === 'Done');
			await wait(2_000);
			expect(state.links.filter((link) => link.issue === id && link.url === url)).toHaveLength(1);
			const comments = state.comments.filter((comment) => comment.external_source === 'git');

			expect(comments.map(({ external_id }) => external_id).sort()).toEqual([
				`${url} merged`,
				`${url} opened`,
			]);
		});

		test('an agent looks up what somebody works on, and files what it is told', async () => {
			const chat = async (chatInput: string) => {
				const said = { action: 'sendMessage', sessionId: 'one', chatInput };

				return await (await ask(`webhook/${hookOf('agent')}/chat`, 'POST', said)).text();
			};

			expect(await chat('What is Ada working on?')).toContain('Due');
			await chat('Please file: Mend the door');
			expect(workItem('Mend the door')).toMatchObject({
				assignees: [world.service.state.users[0]?.id],
			});
		});
	});
});
