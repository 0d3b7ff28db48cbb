import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { exportNames, readExport, readExportFile } from '../engine/exports/exports';
import { byId } from '../engine/samples';
import { listen, type ListeningServer } from '../service/listen';
import { stableId } from '../service/state';
import { first, projectPath, send } from '../service/testing/client';
import { createPullRequestDelivery, PING, PULL_REQUEST_URL } from './gitHub';
import { linesToTest } from './install';
import type { RunningN8n } from './instance';
import { type Mailbox, startMailbox } from './mailbox';
import { type Session, signIn } from './owner';
import { otherCredentials, types, type WorkflowFile } from './workflows/draft';
import { readDocumentedWorkflow } from './workflows/examples';
import { useWorld } from './world';

/** The time zone of an n8n that has no other setting. */
const DEFAULT_TIMEZONE = 'America/New_York';

/** The spreadsheet of the example, exported as CSV. */
const SHEET = `id,title,description,state,priority,assignees,labels,due date
row-1,Order paper,"Two boxes, white",To do,high,ada@example.com,"office,buying",2026-03-31
row-2,Water the plants,,Backlog,,,,
row-3,Call the printer,,In Progress,,"ada@example.com,bob@example.com",,
`;

/** Aborts a request that takes too long. */
const createTimeout = () => AbortSignal.timeout(300_000);

/** Waits for the result of a workflow. @throws Error if it does not come in time */
async function waitUntil(isDone: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = Date.now() + 300_000;

	while (!(await isDone())) {
		if (Date.now() > deadline) throw new Error('The result of the workflow did not come in time');

		await wait(200);
	}
}

/** Replaces the schedule of a workflow by a manual trigger. */
const withManualTrigger = (workflow: WorkflowFile): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const [type, typeVersion] = types.manual;
		const isSchedule = node.type === types.schedule[0];

		return isSchedule ? { ...node, type, typeVersion, parameters: {} } : node;
	}),
});

describe.each(linesToTest)('the examples of the documentation in n8n %s', (line) => {
	let sheet: ListeningServer;
	let mailbox: Mailbox;

	beforeAll(async () => {
		sheet = await listen(createServer((_, response) => response.end(SHEET)));
		mailbox = await startMailbox();
	});
	afterAll(async () => {
		await Promise.all([sheet.close(), mailbox.close()]);
	});

	const world = useWorld(
		line,
		({ state }) => {
			const projectId = byId(first(state.projects).id);
			const assignee = { __rl: true, mode: 'name', value: 'ada@example.com' };
			const addresses = { fromEmail: 'plane@example.com', toEmail: 'team@example.com' };

			return [
				withManualTrigger(
					readDocumentedWorkflow('workflows/sheet-to-work-items', 'sheet', {
						projectId,
						url: sheet.url,
					}),
				),
				readDocumentedWorkflow('workflows/form-to-intake', 'form', { projectId }),
				readDocumentedWorkflow('workflows/import-an-export', 'export', { projectId }),
				withManualTrigger(
					readDocumentedWorkflow('workflows/week-into-cycle', 'week', { projectId, assignee }),
				),
				withManualTrigger(
					readDocumentedWorkflow('first-workflow', 'first', { projectId, assignee }),
				),
				readDocumentedWorkflow('workflows/pull-request', 'git', {}),
				withManualTrigger(
					readDocumentedWorkflow('workflows/weekly-report', 'report', { projectId, ...addresses }),
				),
			];
		},
		{ serverKind: 'community', workItems: 6 },
		() => [{ ...otherCredentials.smtp, data: mailbox.credential }],
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
		world.service.state.workItems.find((item) => item.name === name);
	const findStateName = (name: string) =>
		world.service.state.states.find(({ id }) => id === workItem(name)?.state)?.name;

	test('the rows of a spreadsheet become work items, once however often the workflow runs', async () => {
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
		expect(findStateName('Call the printer')).toBe('In progress');

		requests.splice(0);
		expect((await world.instance.execute('sheet')).error).toBeUndefined();
		expect(state.workItems).toHaveLength(before + 3);
		// Nothing has changed, so nothing is written.
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	/** The day this number of days from now, where the workflows are: there, a week ends later than in UTC. */
	const formatDay = (days: number) =>
		DateTime.now().setZone(DEFAULT_TIMEZONE).plus({ days }).toISODate();

	const listCycleItems = (name: string) =>
		world.service.state.cycles.find((cycle) => cycle.name === name)?.issues ?? [];

	test('the cycle of a new week gets the work items that are due and those left over, once', async () => {
		const { state } = world.service;
		const project_id = first(state.projects).id;
		const createCycle = async (name: string, from: number, to: number) =>
			await post('cycles/', {
				name,
				start_date: formatDay(from),
				end_date: formatDay(to),
				project_id,
			});

		await createCycle('Before last', -20, -15);
		const last = await createCycle('Last', -9, -3);

		await createCycle('This week', -1, 5);
		const leftover = await post('work-items/', { name: 'Left over' });
		const due = await post('work-items/', {
			name: 'Due',
			target_date: formatDay(0),
			assignees: [state.users[0]?.id],
		});

		await post('work-items/', { name: 'Unassigned', target_date: formatDay(0) });
		state.cycles.find(({ id }) => id === last.id)?.issues.push(leftover.id);
		const leftOverItem = workItem('Left over');
		if (leftOverItem) leftOverItem.cycle = last.id;

		expect((await world.instance.execute('week')).error).toBeUndefined();
		const currentIds = [...listCycleItems('This week')];

		expect(currentIds).toEqual(expect.arrayContaining([leftover.id, due.id]));
		expect(currentIds).not.toContain(workItem('Unassigned')?.id);

		expect((await world.instance.execute('week')).error).toBeUndefined();
		expect(listCycleItems('This week')).toEqual(currentIds);
	});

	test("a person's open work items are added to the current cycle, once", async () => {
		const { state, requests } = world.service;
		const open = await post('work-items/', { name: 'Open', assignees: [state.users[0]?.id] });

		expect((await world.instance.execute('first')).error).toBeUndefined();
		expect(listCycleItems('This week')).toContain(open.id);

		requests.splice(0);
		expect((await world.instance.execute('first')).error).toBeUndefined();
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('a report lists who completed what, each time', async () => {
		const { state } = world.service;
		const done = state.states.find(({ name }) => name === 'Done')?.id;

		await post('work-items/', { name: 'Finish', state: done, assignees: [state.users[0]?.id] });
		expect((await world.instance.execute('report')).error).toBeUndefined();
		expect((await world.instance.execute('report')).error).toBeUndefined();
		const [mail, nextMail] = mailbox.mails;

		expect(mail?.subject).toMatch(/^Done by \d{4}-\d\d-\d\d$/);
		expect(mail?.html).toMatch(/<table.*>Who<.*>ada<.*>Finish<.*<\/table>/s);
		expect(nextMail?.html).toBe(mail?.html);
	});

	describe('n8n as a server', () => {
		let n8n: RunningN8n;
		let session: Session;

		beforeAll(async () => {
			for (const id of ['form', 'export', 'git']) await world.instance.activate(id);
			n8n = await world.instance.start();
			session = await signIn(n8n.url);
			// n8n is ready before its webhooks are.
			await waitForWebhook(`form/${readWebhookId('form-to-intake')}`, 'GET');
			await waitForWebhook(`form/${readWebhookId('import-an-export')}`, 'GET');
			await waitForWebhook(`webhook/${readWebhookId('pull-request')}`, 'POST', {});
		});
		afterAll(async () => {
			await n8n.close();
		});

		const waitForWebhook = async (path: string, method: string, body?: object) => {
			await waitUntil(async () => [200, 500].includes((await request(path, method, body)).status));
		};

		const request = async (path: string, method: string, body?: object) =>
			await fetch(`${n8n.url}/${path}`, {
				method,
				signal: createTimeout(),
				headers: { 'content-type': 'application/json' },
				...(body && { body: JSON.stringify(body) }),
			});

		const listExecutions = async (workflowId: string) => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId }));
			const list = await session.request('GET', `/executions?filter=${filter}&limit=100`);

			return (list as { results: { status: string; stoppedAt?: string }[] }).results;
		};

		/** Starts an execution of a workflow, waits for its end, and expects that none has failed so far. */
		const execute = async (workflowId: string, start: () => Promise<Response>) => {
			const before = (await listExecutions(workflowId)).length;

			expect((await start()).status).toBe(200);
			await waitUntil(async () => {
				const executions = await listExecutions(workflowId);

				return executions.length > before && executions.every(({ stoppedAt }) => stoppedAt);
			});
			expect((await listExecutions(workflowId)).map(({ status }) => status)).toEqual(
				Array.from({ length: before + 1 }, () => 'success'),
			);
		};

		const readWebhookId = (file: string) =>
			readDocumentedWorkflow(`workflows/${file}`, '', {}).nodes.find(({ webhookId }) => webhookId)
				?.webhookId;

		test('each form becomes an intake item with its file, and its sender gets a response', async () => {
			const { state } = world.service;
			const name = 'A lamp is broken';

			for (const count of [1, 2]) {
				expect(await fillInForm(name)).toContain(`We have received “${name}”`);
				const items = state.workItems.filter((item) => item.name === name);
				const [label, ...otherLabels] = state.labels.filter((row) => row.name === 'Problem');
				const listFiles = () =>
					state.attachments.filter(
						({ issue, is_uploaded: isUploaded }) =>
							isUploaded && items.some(({ id }) => id === issue),
					);

				await waitUntil(() => listFiles().length === count);
				expect(listFiles().map(({ attributes }) => attributes.name)).toEqual(
					items.map(() => 'lamp.txt'),
				);
				expect(new Set(listFiles().map(({ issue }) => issue)).size).toBe(count);
				expect(items.map(({ labels }) => labels)).toEqual(items.map(() => [label?.id]));
				expect(otherLabels).toEqual([]);
				expect(
					state.intakeItems.filter(({ issue }) => items.some(({ id }) => id === issue)),
				).toHaveLength(count);
			}
		});

		/** Fills in the form as a browser does. @returns the page that its sender gets */
		const fillInForm = async (name: string): Promise<string> => {
			const form = new FormData();

			for (const [index, value] of [name, 'In the hall', 'eve@example.com'].entries())
				form.set(`field-${index}`, value);
			form.set('field-3', new Blob(['a picture']), 'lamp.txt');
			form.set('field-4', 'Problem');
			const sent = await fetch(`${n8n.url}/form/${readWebhookId('form-to-intake')}`, {
				method: 'POST',
				body: form,
				signal: createTimeout(),
			});
			const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
			// As the page of the form does.
			const status = new URL(formWaitingUrl);

			status.pathname += '/n8n-execution-status';
			await waitUntil(
				async () =>
					(await (await fetch(status, { signal: createTimeout() })).text()) === 'form-waiting',
			);

			return await (await fetch(formWaitingUrl, { signal: createTimeout() })).text();
		};

		test.each(exportNames)(
			'an export of %s becomes work items, and changes nothing when it is uploaded again',
			async (name) => {
				const { state, ledger } = world.service;
				const listItems = () => state.workItems.filter((item) => item.external_source === name);
				// Pull requests are among the issues of GitHub's API, and are left out.
				const rows = readExport(name).filter(({ pull_request: pull }) => pull === undefined);

				const upload = async () => {
					const form = new FormData();
					const file = name === 'github' ? 'github.json' : `${name}.csv`;
					const address = `${n8n.url}/form/${readWebhookId('import-an-export')}`;

					form.set('field-0', new Blob([readExportFile(name)]), file);
					form.set('field-1', 'Import');

					await execute(
						'export',
						async () =>
							await fetch(address, { method: 'POST', body: form, signal: createTimeout() }),
					);
				};

				await upload();
				expect(listItems()).toHaveLength(rows.length);

				const writes = ledger.length;

				await upload();
				expect(listItems()).toHaveLength(rows.length);
				expect(ledger).toHaveLength(writes);
			},
		);

		describe('a pull request', () => {
			const listMentioned = () => world.service.state.workItems.slice(0, 2);
			const listStates = () =>
				listMentioned().map(
					({ state }) => world.service.state.states.find(({ id }) => id === state)?.name,
				);

			/** The comments of the example on the mentioned work items, by External ID. */
			const listComments = () =>
				world.service.state.comments
					.filter((comment) => comment.external_source === 'git')
					.map(({ issue, external_id: externalId }) => ({ issue, externalId }));

			const listExpectedComments = (happened: string) =>
				listMentioned().map(({ id, sequence_id: number }) => ({
					issue: id,
					externalId: `LNCH-${number} ${PULL_REQUEST_URL} ${happened}`,
				}));

			/** Delivers what GitHub sends, and waits for the end of the execution that it starts. */
			const deliver = async (body: object) => {
				const path = `webhook/${readWebhookId('pull-request')}`;

				await execute('git', async () => await request(path, 'POST', body));
			};

			/** One key in the title, one in the branch, and a text that only looks like a key. */
			const mention = { title: 'Fix LNCH-1 in UTF-8', branch: 'feature/lnch-2', body: null };

			test('links and comments on each work item that it mentions, once, and moves it to another state', async () => {
				const { state } = world.service;
				const opened = createPullRequestDelivery({ action: 'opened', ...mention });
				const merged = createPullRequestDelivery({
					action: 'closed',
					mergedAt: '2026-03-03T09:00:00Z',
					...mention,
				});

				await deliver(PING);

				// GitHub delivers again what somebody asks it to deliver again.
				for (const delivery of [opened, opened]) {
					await deliver(delivery);
					expect(listComments()).toEqual(listExpectedComments('opened'));
					expect(listStates()).toEqual(['In progress', 'In progress']);
				}

				for (const delivery of [merged, merged]) {
					await deliver(delivery);
					expect(listComments()).toEqual([
						...listExpectedComments('opened'),
						...listExpectedComments('merged'),
					]);
					expect(listStates()).toEqual(['Done', 'Done']);
				}

				const links = state.links.filter(({ url }) => url === PULL_REQUEST_URL);

				expect(links.map(({ issue }) => issue)).toEqual(listMentioned().map(({ id }) => id));
			});

			test.each(['labeled', 'synchronize', 'closed'])(
				'changes nothing when it is %s, without having been merged',
				async (action) => {
					world.service.requests.splice(0);
					await deliver(createPullRequestDelivery({ action, ...mention }));

					expect(world.service.requests).toEqual([]);
				},
			);
		});
	});
});

describe.each(linesToTest)('the example for the commercial editions in n8n %s', (line) => {
	const world = useWorld(
		line,
		({ state }) => [
			withManualTrigger(
				readDocumentedWorkflow('workflows/worklog-report', 'time', {
					projectId: byId(first(state.projects).id),
				}),
			),
		],
		{ serverKind: 'specification', workItems: 6 },
	);

	test('sums up who worked how long on what in the last month, with amounts', async () => {
		const { state } = world.service;
		const [ada, bob] = state.users;
		const [item, other] = state.workItems;
		const worklog = first(state.worklogs);
		const thisMonth = DateTime.now().setZone(DEFAULT_TIMEZONE).startOf('month');
		/** A day in the month this number of months ago, far from its ends in every time zone. */
		const dayOf = (monthsAgo: number) =>
			thisMonth.minus({ months: monthsAgo }).set({ day: 15 }).toJSDate().toISOString();
		const log = (index: number, changes: Partial<typeof worklog>) => ({
			...worklog,
			id: stableId('worklog of the report', index),
			created_at: dayOf(1),
			...changes,
		});

		state.worklogs = [
			log(1, { issue: item?.id ?? '', logged_by: ada?.id ?? '', duration: 90 }),
			log(2, { issue: item?.id ?? '', logged_by: ada?.id ?? '', duration: 25 }),
			log(3, { issue: item?.id ?? '', logged_by: bob?.id ?? '', duration: 50 }),
			log(4, { issue: other?.id ?? '', logged_by: ada?.id ?? '', duration: 60 }),
			log(5, { issue: other?.id ?? '', duration: 480, created_at: dayOf(0) }),
			log(6, { issue: other?.id ?? '', duration: 480, created_at: dayOf(2) }),
		];

		const names = [item, other].map((row) => [`LNCH-${row?.sequence_id}`, row?.name]);

		// The second time as well: a report is not changed by the one before it.
		for (const { error, nodes } of [
			await world.instance.execute('time'),
			await world.instance.execute('time'),
		]) {
			const [rows = []] = nodes.Sorted?.outputs ?? [];
			const [files = []] = nodes['As a CSV File']?.outputs ?? [];

			expect(error).toBeUndefined();
			expect(rows.map(({ json }) => Object.values(json))).toEqual([
				['ada', ...(names[0] ?? []), 115, 1.92, 153.33],
				['ada', ...(names[1] ?? []), 60, 1, 80],
				['bob', ...(names[0] ?? []), 50, 0.83, 66.67],
			]);
			expect(Object.keys(rows[0]?.json ?? {})).toEqual([
				'Person',
				'Work Item',
				'Title',
				'Minutes',
				'Hours',
				'Amount',
			]);
			expect(files).toHaveLength(1);
			expect(files[0]?.binary?.data?.fileName).toMatch(/^Time \d{4}-\d\d\.csv$/);
		}
	});
});
