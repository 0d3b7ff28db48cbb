import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { createServer } from 'node:http';

import { exportNames, readExport, readExportFile } from '../engine/exports/exports';
import { byId } from '../engine/samples';
import { listen, type ListeningServer } from '../service/listen';
import { stableId } from '../service/state';
import { first, projectPath, send } from '../service/testing/client';
import { newestLine } from './install';
import { type Mailbox, startMailbox } from './mailbox';
import { createTimeout, readWebhookId, waitUntil } from './n8nServer';
import { otherCredentials } from './workflows/draft';
import { readDocumentedWorkflow } from './workflows/examples';
import { useN8nServer, useWorld } from './world';

/** The time zone of an n8n that has no other setting. */
const DEFAULT_TIMEZONE = 'America/New_York';

/** The spreadsheet of the example, exported as CSV. */
const SHEET = `id,title,description,state,priority,assignees,labels,due date
row-1,Order paper,"Two boxes, white",To do,high,ada@example.com,"office,buying",2026-03-31
row-2,Water the plants,,Backlog,,,,
row-3,Call the printer,,In Progress,,"ada@example.com,bob@example.com",,
`;

describe(`the examples of the documentation in n8n ${newestLine}`, () => {
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
		newestLine,
		({ state }) => {
			const projectId = byId(first(state.projects).id);
			const assignee = { __rl: true, mode: 'name', value: 'ada@example.com' };
			const addresses = { fromEmail: 'plane@example.com', toEmail: 'team@example.com' };

			return [
				readDocumentedWorkflow('workflows/sheet-to-work-items', 'sheet', {
					projectId,
					url: sheet.url,
				}),
				readDocumentedWorkflow('workflows/form-to-intake', 'form', { projectId }),
				readDocumentedWorkflow('workflows/import-an-export', 'export', { projectId }),
				readDocumentedWorkflow('workflows/week-into-cycle', 'week', { projectId, assignee }),
				readDocumentedWorkflow('first-workflow', 'first', { projectId, assignee }),
				readDocumentedWorkflow('workflows/daily-briefing', 'briefing', addresses),
				readDocumentedWorkflow('workflows/weekly-report', 'report', { projectId, ...addresses }),
			];
		},
		{ serverKind: 'community', workItems: 6 },
		() => [{ ...otherCredentials.smtp, data: mailbox.credential }],
	);
	const n8n = useN8nServer(world, () => ['form', 'export']);

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

		expect((await n8n.run('sheet')).error).toBeUndefined();
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
		expect((await n8n.run('sheet')).error).toBeUndefined();
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

		expect((await n8n.run('week')).error).toBeUndefined();
		const currentIds = [...listCycleItems('This week')];

		expect(currentIds).toEqual(expect.arrayContaining([leftover.id, due.id]));
		expect(currentIds).not.toContain(workItem('Unassigned')?.id);

		expect((await n8n.run('week')).error).toBeUndefined();
		expect(listCycleItems('This week')).toEqual(currentIds);
	});

	test("a person's open work items are added to the current cycle, once", async () => {
		const { state, requests } = world.service;
		const open = await post('work-items/', { name: 'Open', assignees: [state.users[0]?.id] });

		expect((await n8n.run('first')).error).toBeUndefined();
		expect(listCycleItems('This week')).toContain(open.id);

		requests.splice(0);
		expect((await n8n.run('first')).error).toBeUndefined();
		expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('a report lists who completed what, each time', async () => {
		const { state } = world.service;
		const done = state.states.find(({ name }) => name === 'Done')?.id;

		await post('work-items/', { name: 'Finish', state: done, assignees: [state.users[0]?.id] });
		expect((await n8n.run('report')).error).toBeUndefined();
		expect((await n8n.run('report')).error).toBeUndefined();
		const [mail, nextMail] = findMails('Done by ');

		expect(mail?.subject).toMatch(/^Done by \d{4}-\d\d-\d\d$/);
		expect(mail?.html).toMatch(/<table.*>Who<.*>ada<.*>Finish<.*<\/table>/s);
		expect(nextMail?.html).toBe(mail?.html);
	});

	test('a briefing tells each person what is overdue, due today and new, each time', async () => {
		const { state } = world.service;
		const [ada, bob, grace] = state.users.map(({ id }) => id);
		const done = state.states.find(({ name }) => name === 'Done')?.id;

		/** Creates a work item, last month unless it is new. */
		const create = async (name: string, fields: object, isNew = false) => {
			await post('work-items/', { name, assignees: [ada], ...fields });
			const item = workItem(name);

			if (item && !isNew) item.created_at = DateTime.now().minus({ days: 30 }).toISO();
		};

		await create('Late', { target_date: formatDay(-3), assignees: [ada, bob] });
		await create('Today', { target_date: formatDay(0) });
		await create('Fresh', { assignees: [bob] }, true);
		await create('Over', { target_date: formatDay(-3), state: done });
		await create('Nobody', { target_date: formatDay(-3), assignees: [] });
		await create('Old', { target_date: formatDay(3), assignees: [grace] });

		expect((await n8n.run('briefing')).error).toBeUndefined();
		const mails = findMails('Your day, ').map(({ to, text }) => ({ to, text }));
		const findText = (email: string) =>
			mails.find(({ to }) => !Array.isArray(to) && to?.text === email)?.text ?? '';
		const late = `Overdue since ${formatDay(-3)}: ${describeItem('Late')}`;

		expect(findText('ada@example.com')).toMatch(
			new RegExp(`^${late}$[^]*^Due today: ${describeItem('Today')}$`, 'm'),
		);
		expect(findText('bob@example.com')).toMatch(
			new RegExp(`^${late}$[^]*^New: ${describeItem('Fresh')}$`, 'm'),
		);
		expect(findText('grace@example.com')).toBe('');
		for (const { text } of mails) expect(text).not.toMatch(/ (Over|Nobody|Old) /);

		expect((await n8n.run('briefing')).error).toBeUndefined();
		expect(findMails('Your day, ').map(({ to, text }) => ({ to, text }))).toEqual([
			...mails,
			...mails,
		]);
	});

	/** The key, the name and the address of a work item, as a pattern. */
	const describeItem = (name: string) =>
		`LNCH-${workItem(name)?.sequence_id} ${name} http.*/browse/LNCH-${workItem(name)?.sequence_id}/`;

	/** The mails whose subject begins like this, oldest first. */
	const findMails = (subject: string) =>
		mailbox.mails.filter((mail) => mail.subject?.startsWith(subject));

	describe('a form', () => {
		beforeAll(async () => {
			await n8n.waitFor(`form/${readWebhookId('form-to-intake')}`, 'GET');
			await n8n.waitFor(`form/${readWebhookId('import-an-export')}`, 'GET');
		});

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
			const sent = await fetch(n8n.address(`form/${readWebhookId('form-to-intake')}`), {
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
					const address = n8n.address(`form/${readWebhookId('import-an-export')}`);

					form.set('field-0', new Blob([readExportFile(name)]), file);
					form.set('field-1', 'Import');

					await n8n.execute(
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
	});
});

describe(`the example for the commercial editions in n8n ${newestLine}`, () => {
	const world = useWorld(
		newestLine,
		({ state }) => [
			readDocumentedWorkflow('workflows/worklog-report', 'time', {
				projectId: byId(first(state.projects).id),
			}),
		],
		{ serverKind: 'specification', workItems: 6 },
	);
	const n8n = useN8nServer(world);

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
		for (const { error, nodes } of [await n8n.run('time'), await n8n.run('time')]) {
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
