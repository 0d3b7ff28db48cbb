import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/values/asText';
import type { FaultedRequest } from '../service/faults';
import { getApiKey } from '../service/key';
import { expectProblem } from '../expectProblem';
import { causes, outcomes } from '../nodeTexts';
import { credentialFor } from './credentials';
import { byId } from './samples';
import { useWorld } from './useWorld';

const byName = (value: string): INodeParameters => ({ __rl: true, mode: 'name', value });

const PENDING = -2;
const ACCEPTED = 1;
const GUEST = 5;
const MEMBER = 15;

/** How a real server treats an intake item and its work item: rows 34, 164, 165 and 400 to 404. */
describe('An intake item', () => {
	const world = useWorld({ serverKind: 'community', workItems: 2 }, true);

	/** The project with intake turned on. */
	const project = () => {
		const [first] = world.service.state.projects;
		if (first === undefined) throw new Error('There is no project');

		return Object.assign(first, { intake_view: true, has_intake: true });
	};

	const inProject = () => ({ projectId: byId(project().id) });

	/** A user who is in the project, but not the one of the API key. */
	const otherMember = () => {
		const user = world.service.state.users.find(({ id }) => id === project().members[1]);
		if (user === undefined) throw new Error('The project has one member only');

		return user;
	};

	/** The credential of the other member, who has this role. */
	const signInAs = (role: number) => {
		const { projectMembers, users } = world.service.state;
		const user = otherMember();
		const membership = projectMembers.find(
			(row) => row.project === project().id && row.member === user.id,
		);
		if (membership === undefined) throw new Error('The user is not a member');

		membership.role = role;

		return credentialFor({ ...world.service, apiKey: getApiKey(users.indexOf(user)) });
	};

	const findState = (name: string) =>
		world.service.state.states.find((row) => row.project === project().id && row.name === name);

	const findLabels = (names: readonly string[]) =>
		world.service.state.labels
			.filter((row) => row.project === project().id && names.includes(row.name))
			.map(({ id }) => id)
			.sort();

	const findWorkItem = (id: unknown) => world.service.state.workItems.find((row) => row.id === id);

	const countIntakeItems = () => world.service.state.intakeItems.length;

	/** The requests that change something, as methods and ends of paths. */
	const listChanges = () =>
		world.service.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ method, url }) => `${method} ${/\/projects\/[^/]+\/([\w-]+)/.exec(url)?.[1] ?? url}`);

	/** Whether a request is the second one, which changes the work item. */
	const isWorkItemChange = ({ method, url = '' }: FaultedRequest) =>
		method === 'PATCH' && url.includes('/work-items/');

	/** Creates a pending item, and waits until the server has written its activities. @returns the ID of its work item */
	const createPending = async (additionalFields: INodeParameters = {}) => {
		const { json, error } = await world.run('intakeItem.create', {
			...inProject(),
			name: 'Printer on fire',
			additionalFields,
		});

		expect(error).toBeUndefined();

		// The workers set `updated_at` of the work item once more (rows 80 and 361).
		await world.service.workers.waitUntilIdle();
		world.service.requests.length = 0;

		return asText(json[0]?.issue) ?? '';
	};

	const sorting = () => ({
		assignees: otherMember().display_name,
		// The second one exists already.
		labels: 'hardware, urgent',
		targetDate: '2026-12-24',
	});

	describe('that a form creates', () => {
		it('is stored with labels, assignees and days, by two requests', async () => {
			const { json, error } = await world.run('intakeItem.create', {
				...inProject(),
				name: 'Printer on fire',
				additionalFields: sorting(),
				options: { createMissingLabels: true },
			});

			expect(error).toBeUndefined();
			expect(findWorkItem(json[0]?.issue)).toMatchObject({
				name: 'Printer on fire',
				assignees: [otherMember().id],
				labels: findLabels(['hardware', 'urgent']),
				target_date: '2026-12-24',
			});
			expect(json[0]).toMatchObject({
				status: PENDING,
				issue_detail: {
					name: 'Printer on fire',
					state: { name: 'Triage' },
					assignees: [otherMember().id],
					labels: findLabels(['hardware', 'urgent']),
					target_date: '2026-12-24',
				},
			});
			expect(listChanges()).toEqual(['POST labels', 'POST intake-issues', 'PATCH work-items']);
		});

		it('is still pending, and shown with names if the output is simplified', async () => {
			const { json } = await world.run('intakeItem.create', {
				...inProject(),
				name: 'Printer on fire',
				additionalFields: { ...sorting(), description: 'It **burns**' },
				options: { createMissingLabels: true },
				simple: true,
			});

			expect(json).toEqual([
				expect.objectContaining({
					work_item_id: expect.any(String),
					key: expect.stringMatching(new RegExp(`^${project().identifier}-\\d+$`)),
					name: 'Printer on fire',
					description: 'It **burns**',
					status: 'Pending',
					state: 'Triage',
					assignees: [otherMember().display_name],
					labels: ['hardware', 'urgent'],
					target_date: '2026-12-24',
					url: expect.stringMatching(/\/intake\/$/),
				}),
			]);
		});

		it('shows the same names when it is read, which the server does not expand (row 403)', async () => {
			const id = await createPending({ ...sorting(), labels: 'urgent' });

			const { json } = await world.run('intakeItem.get', {
				...inProject(),
				workItemId: byId(id),
				simple: true,
			});

			expect(json).toMatchObject([
				{ state: 'Triage', assignees: [otherMember().display_name], labels: ['urgent'] },
			]);
		});

		it('takes one request if nothing sorts it', async () => {
			await world.run('intakeItem.create', {
				...inProject(),
				name: 'Printer on fire',
				additionalFields: { priority: 'high' },
			});

			expect(listChanges()).toEqual(['POST intake-issues']);
		});

		it('is reported with its ID if the second request fails, and Update completes it', async () => {
			world.service.faults.plan(
				{ kind: 'status', status: 502 },
				{ when: isWorkItemChange, times: Infinity },
			);

			const { error } = await world.run('intakeItem.create', {
				...inProject(),
				name: 'Printer on fire',
				additionalFields: sorting(),
				options: { createMissingLabels: true },
				limits: { retries: 0 },
			});
			const id = world.service.state.intakeItems.at(-1)?.issue ?? '';

			expect(error?.message).toMatch(
				`${outcomes.saved(id)}Assignee Names or IDs, Label Names or IDs and Due Date could not be set`,
			);
			expect(error?.description).toContain(
				`with Update: the record is there already. ${outcomes.wouldDuplicate}`,
			);

			world.service.faults.clear();

			const count = countIntakeItems();
			const completed = await world.run('intakeItem.update', {
				...inProject(),
				workItemId: byId(id),
				updateFields: sorting(),
			});

			expect(completed.error).toBeUndefined();
			expect(countIntakeItems()).toBe(count);
			expect(findWorkItem(id)).toMatchObject({
				assignees: [otherMember().id],
				labels: findLabels(['hardware', 'urgent']),
				target_date: '2026-12-24',
			});
		});

		it('is reported with its ID if a guest, who may create but not sort it, sends the form (row 404)', async () => {
			const credential = signInAs(GUEST);
			const [label] = world.service.state.labels.filter((row) => row.project === project().id);

			const { error } = await world.run(
				'intakeItem.create',
				{ ...inProject(), name: 'Printer on fire', additionalFields: { labels: label?.name } },
				{ credential },
			);
			const item = world.service.state.intakeItems.at(-1);

			expect(item?.created_by).toBe(otherMember().id);
			expectProblem(error, { cause: outcomes.saved(String(item?.issue)) });
			expect(error?.description).toMatch(/^Guests of a project may create intake items, but/);
		});
	});

	describe('that is updated', () => {
		it('keeps its status if only labels are added', async () => {
			const id = await createPending();

			const { error, json } = await world.run('intakeItem.update', {
				...inProject(),
				workItemId: byId(id),
				updateFields: { labels: 'hardware' },
				options: { createMissingLabels: true },
			});

			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ status: PENDING, issue: id });
			expect(findWorkItem(id)?.labels).toEqual(findLabels(['hardware']));
			expect(listChanges()).toEqual(['POST labels', 'PATCH work-items']);
		});

		it('is not reported as saved if only its days or labels were to change, and they are refused', async () => {
			const id = await createPending({ targetDate: '2026-12-24' });
			const update = async (updateFields: INodeParameters, credential = world.credential) =>
				await world.run(
					'intakeItem.update',
					{ ...inProject(), workItemId: byId(id), updateFields },
					{ credential },
				);
			const late = await update({ startDate: '2026-12-25' });

			expect(late.error?.message).toMatch(/^Due Date: 2026-12-24 is before Start Date 2026-12-25/);
			expect(late.error?.description).not.toContain('saved');

			const asGuest = await update({ labels: 'urgent' }, signInAs(GUEST));

			expect(asGuest.error?.message).not.toContain('saved');
			expect(asGuest.error?.description).toMatch(/^Guests of a project may create intake items/);
			expect(listChanges()).toEqual(['PATCH work-items']);
		});

		it('is not found for its labels alone once its snooze has expired, and the error says how it is (row 79)', async () => {
			const id = await createPending();

			Object.assign(world.service.state.intakeItems.at(-1) ?? {}, {
				status: 0,
				snoozed_till: '2026-01-01T08:00:00Z',
			});

			const update = async (updateFields: INodeParameters) =>
				await world.run('intakeItem.update', {
					...inProject(),
					workItemId: byId(id),
					updateFields,
				});
			const { error } = await update({ labels: 'urgent' });

			expect(error?.description).toContain('add Status, too.');

			const second = await update({ labels: 'urgent', status: 'Pending' });

			expect(second.error).toBeUndefined();
			expect(findWorkItem(id)?.labels).toEqual(findLabels(['urgent']));
		});

		it('gets nothing twice in a second run', async () => {
			const id = await createPending();
			const parameters = {
				...inProject(),
				workItemId: byId(id),
				updateFields: sorting(),
				options: { createMissingLabels: true },
			};

			await world.run('intakeItem.update', parameters);
			world.service.requests.length = 0;
			const { error } = await world.run('intakeItem.update', parameters);

			expect(error).toBeUndefined();
			expect(listChanges()).toEqual([]);
		});

		it('gets its title, its status and its labels, each by the request that keeps it (row 164)', async () => {
			const id = await createPending();

			const { error } = await world.run('intakeItem.update', {
				...inProject(),
				workItemId: byId(id),
				updateFields: { name: 'Printer is out', status: 'Declined', ...sorting() },
				options: { createMissingLabels: true },
			});

			expect(error).toBeUndefined();
			expect(findWorkItem(id)).toMatchObject({
				name: 'Printer is out',
				labels: findLabels(['hardware', 'urgent']),
			});
		});
	});

	describe('that is accepted', () => {
		const accept = async (
			id: string,
			updateFields: INodeParameters = {},
			more: Parameters<typeof world.run>[2] = {},
			parameters: INodeParameters = {},
		) =>
			await world.run(
				'intakeItem.accept',
				{ ...inProject(), workItemId: byId(id), updateFields, ...parameters },
				more,
			);

		it('becomes a sorted work item, which the output shows with its key', async () => {
			const id = await createPending();

			const { error, json } = await accept(
				id,
				{ ...sorting(), state: byName('In progress'), priority: 'high' },
				{},
				{ options: { createMissingLabels: true }, simple: true },
			);
			const workItem = findWorkItem(id);
			const key = `${project().identifier}-${String(workItem?.sequence_id)}`;

			expect(error).toBeUndefined();
			expect(workItem).toMatchObject({
				state: findState('In progress')?.id,
				priority: 'high',
				assignees: [otherMember().id],
				labels: findLabels(['hardware', 'urgent']),
				target_date: '2026-12-24',
			});
			expect(json).toEqual([
				expect.objectContaining({
					work_item_id: id,
					key,
					status: 'Accepted',
					state: 'In progress',
					priority: 'high',
					assignees: [otherMember().display_name],
					url: expect.stringMatching(new RegExp(`/browse/${key}/$`)),
				}),
			]);
			expect(listChanges()).toEqual(['POST labels', 'PATCH intake-issues', 'PATCH work-items']);
		});

		it('shows its state as a record in raw output, as the server does', async () => {
			const id = await createPending();

			const { json } = await accept(id, { state: byId(findState('In progress')?.id) });

			expect(json[0]).toMatchObject({
				status: ACCEPTED,
				issue_detail: { state: { id: findState('In progress')?.id, name: 'In progress' } },
			});
		});

		it('gets the default state, by one request, if nothing is filled in', async () => {
			const id = await createPending();
			const defaultState = world.service.state.states.find(
				(row) => row.project === project().id && row.default,
			);

			const { error } = await accept(id);

			expect(error).toBeUndefined();
			expect(findWorkItem(id)?.state).toBe(defaultState?.id);
			expect(listChanges()).toEqual(['PATCH intake-issues']);
		});

		it('is left as it is, with an error, by somebody who is no administrator (row 165)', async () => {
			const id = await createPending();
			const before = { ...findWorkItem(id) };

			const { error } = await accept(
				id,
				{ state: byName('In progress'), priority: 'high' },
				{ credential: signInAs(MEMBER) },
			);

			expectProblem(error, {
				cause: causes.notTaken(causes.differs('Status', 'Accepted', 'Pending')),
				remedy: 'Only an administrator of the project may change this.',
			});
			expect(findWorkItem(id)).toEqual(before);
			expect(listChanges()).toEqual(['PATCH intake-issues']);
		});

		it('stays pending, with the reason of the server, in a project without a default state (row 402)', async () => {
			const id = await createPending();

			for (const state of world.service.state.states) state.default = false;

			const { error } = await accept(id, { state: byName('In progress') });

			expect(error?.message).toContain('No default state found for the project');
			expect(world.service.state.intakeItems.at(-1)?.status).toBe(PENDING);
			expect(listChanges()).toEqual(['PATCH intake-issues']);
		});

		it('can be one that is hidden because its snooze has expired (row 79)', async () => {
			const id = await createPending();

			Object.assign(world.service.state.intakeItems.at(-1) ?? {}, {
				status: 0,
				snoozed_till: '2026-01-01T08:00:00Z',
			});

			const { error } = await accept(id, { state: byName('In progress') });

			expect(error).toBeUndefined();
			expect(findWorkItem(id)?.state).toBe(findState('In progress')?.id);
		});
	});
});
