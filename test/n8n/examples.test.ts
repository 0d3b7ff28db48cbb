import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import {
	type ExportName,
	exportNames,
	readExport,
	readExportFile,
} from '../engine/exports/exports';
import { byId } from '../engine/samples';
import { listen, type ListeningServer } from '../service/listen';
import { stableId } from '../service/state';
import { first, projectPath, send } from '../service/testing/client';
import { linesToTest } from './install';
import type { RunningN8n } from './instance';
import { type Mailbox, startMailbox } from './mailbox';
import { otherCredentials, types, type WorkflowFile } from './workflows/draft';
import { readDocumentedWorkflow } from './workflows/examples';
import { useWorld } from './world';

/** The time zone of an n8n that has no other setting. */
const DEFAULT_TIMEZONE = 'America/New_York';

/** The tools as the form of the example calls them. */
const TOOL_NAMES: Readonly<Record<ExportName, string>> = {
	jira: 'Jira',
	trello: 'Trello',
	asana: 'Asana',
	github: 'GitHub',
};

/** The spreadsheet of the example, exported as CSV. */
const SHEET = `id,title,details,state,priority,who,labels,due
row-1,Order paper,"Two boxes, white",To do,high,ada@example.com,"office,buying",2026-03-31
row-2,Water the plants,,Backlog,,,,
row-3,Call the printer,,In Progress,,"ada@example.com,bob@example.com",,
`;

/** Aborts a request that takes too long. */
const createTimeout = () => AbortSignal.timeout(30_000);

/** Waits for the result of a workflow. @throws Error if it does not come in time */
async function waitUntil(isDone: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = Date.now() + 30_000;

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

	test('the cycle of a new week gets the work items that are due and those left over', async () => {
		const { state } = world.service;
		const formatDay = (days: number) =>
			new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
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
		const now = await createCycle('Now', -1, 5);
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
		const currentIds = state.cycles.find(({ id }) => id === now.id)?.issues;

		expect(currentIds).toEqual(expect.arrayContaining([leftover.id, due.id]));
		expect(currentIds).not.toContain(workItem('Unassigned')?.id);
	});

	test('a report lists who completed what', async () => {
		const { state } = world.service;
		const done = state.states.find(({ name }) => name === 'Done')?.id;

		await post('work-items/', { name: 'Finish', state: done, assignees: [state.users[0]?.id] });
		expect((await world.instance.execute('report')).error).toBeUndefined();
		const [mail] = mailbox.mails;

		expect(mail?.subject).toMatch(/^Done by \d{4}-\d\d-\d\d$/);
		expect(mail?.html).toMatch(/<table.*>Who<.*>ada<.*>Finish<.*<\/table>/s);
	});

	describe('n8n as a server', () => {
		let n8n: RunningN8n;

		beforeAll(async () => {
			for (const id of ['form', 'export', 'git']) await world.instance.activate(id);
			n8n = await world.instance.start();
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
		const readWebhookId = (file: string) =>
			readDocumentedWorkflow(`workflows/${file}`, '', {}).nodes.find(({ webhookId }) => webhookId)
				?.webhookId;

		test('a form becomes an intake item with its file, and its sender gets a response', async () => {
			const form = new FormData();

			for (const [index, value] of ['A lamp is broken', 'In the hall', 'eve@example.com'].entries())
				form.set(`field-${index}`, value);
			form.set('field-3', new Blob(['a picture']), 'lamp.txt');
			form.set('field-4', 'Problem');
			const address = `${n8n.url}/form/${readWebhookId('form-to-intake')}`;
			const sent = await fetch(address, {
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
			const page = await (await fetch(formWaitingUrl, { signal: createTimeout() })).text();

			expect(page).toContain('We have received “A lamp is broken”');
			const { intakeItems, attachments } = world.service.state;
			const issue = workItem('A lamp is broken')?.id;

			const label = world.service.state.labels.find(({ name }) => name === 'Problem');

			expect(intakeItems.filter((item) => item.issue === issue)).toHaveLength(1);
			expect(workItem('A lamp is broken')?.labels).toEqual([label?.id]);
			await waitUntil(() =>
				attachments.some((attachment) => attachment.issue === issue && attachment.is_uploaded),
			);
			expect(attachments.filter((attachment) => attachment.issue === issue)).toMatchObject([
				{ attributes: { name: 'lamp.txt' } },
			]);
		});

		test.each(exportNames)(
			'an export of %s becomes work items, and changes nothing when it is uploaded again',
			async (name) => {
				const { state, requests, ledger } = world.service;
				const listItems = () => state.workItems.filter((item) => item.external_source === name);
				const rows = readExport(name);

				const upload = async () => {
					const form = new FormData();
					const file = name === 'github' ? 'github.json' : `${name}.csv`;

					form.set('field-0', TOOL_NAMES[name]);
					form.set('field-1', new Blob([readExportFile(name)]), file);
					requests.splice(0);
					const address = `${n8n.url}/form/${readWebhookId('import-an-export')}`;
					const { status } = await fetch(address, {
						method: 'POST',
						body: form,
						signal: createTimeout(),
					});

					expect(status).toBe(200);
					// Each row takes at least one request that looks for its work item or creates it.
					await waitUntil(
						() =>
							requests.filter(
								({ method, url }) => method === 'POST' || url.includes('external_id='),
							).length >= rows.length,
					);
					await wait(1_000);
				};

				await upload();
				expect(listItems()).toHaveLength(rows.length);

				const writes = ledger.length;

				await upload();
				expect(listItems()).toHaveLength(rows.length);
				expect(ledger).toHaveLength(writes);
			},
		);

		test('a pull request is linked and commented once, and moves the work item to another state', async () => {
			const { state } = world.service;
			const { id } = first(state.workItems);
			const url = 'https://git.example.com/acme/launch/pull/7';

			const sendPullRequest = async (action: string, merged: boolean) => {
				const pull_request = { title: 'Fix LNCH-1 in UTF-8', html_url: url, merged, head: {} };
				const path = `webhook/${readWebhookId('pull-request')}`;

				expect((await request(path, 'POST', { action, pull_request })).status).toBe(200);
			};

			const readStateName = () =>
				state.states.find((row) => row.id === first(state.workItems).state)?.name;
			const listChanges = () => world.service.requests.filter(({ method }) => method === 'PATCH');

			world.service.requests.splice(0);
			await sendPullRequest('opened', false);
			await waitUntil(() => readStateName() === 'In progress');
			await sendPullRequest('opened', false);
			await waitUntil(() => listChanges().length === 2);
			await sendPullRequest('closed', true);
			await waitUntil(() => readStateName() === 'Done');
			await wait(2_000);
			expect(state.links.filter((link) => link.issue === id && link.url === url)).toHaveLength(1);
			const comments = state.comments.filter((comment) => comment.external_source === 'git');

			expect(comments.map(({ external_id }) => external_id).sort()).toEqual([
				`${url} merged`,
				`${url} opened`,
			]);
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

		const { error, nodes } = await world.instance.execute('time');
		const [rows = []] = nodes.Sorted?.outputs ?? [];
		const [files = []] = nodes['As a CSV File']?.outputs ?? [];
		const names = [item, other].map((row) => [`LNCH-${row?.sequence_id}`, row?.name]);

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
	});
});
