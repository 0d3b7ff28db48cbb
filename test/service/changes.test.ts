import { describe, expect, it } from '@jest/globals';
import { getApiKey } from './key';
import type { ServerKind, Service } from './service';
import { at, column, first, projectPath, send } from './testing/client';
import { useServers } from './testing/useServers';

const { start } = useServers();

/** Starts a service. `request` sends requests below the first project. */
async function startWithItems(serverKind: ServerKind) {
	const service = await start({ serverKind });
	const { state } = service;
	const item = first(state.workItems);
	const secondItem = first(state.workItems.slice(1));

	// An old time, so that every update shows.
	for (const row of [item, secondItem]) row.updated_at = row.created_at;
	state.activities = [];
	const request = async (method: string, path: string, body?: unknown, key?: string) =>
		await send(service, method, projectPath(service) + path, body, key);

	return { service, state, item, secondItem, request, path: `work-items/${item.id}/` };
}

/** Lists field, old value and new value of all activities. */
const listChanges = ({ state: { activities } }: Service) =>
	activities.map(({ field, old_value, new_value }) => [field, old_value, new_value]);

describe.each<ServerKind>(['specification', 'community'])(
	'The state of a %s server',
	(serverKind) => {
		it('gets an activity with names for each changed field and list entry, and none for the same value', async () => {
			const { service, state, item, request, path } = await startWithItems(serverKind);
			const [, todo] = state.states;
			const [bug, text] = state.labels;
			const body = {
				name: item.name,
				state: todo?.id,
				labels: [text?.id],
				target_date: '2026-12-24',
			};

			item.labels = [bug?.id ?? ''];
			expect(await request('PATCH', path, body)).toMatchObject({ status: 200 });
			expect(listChanges(service)).toEqual([
				['state', 'Backlog', 'To do'],
				['labels', '', 'text'],
				['labels', 'bug', ''],
				['target_date', '', '2026-12-24'],
			]);
			expect(state.activities[0]).toMatchObject({ new_identifier: todo?.id, verb: 'updated' });

			const before = item.updated_at;

			await new Promise((resolve) => setTimeout(resolve, 5));
			await request('PATCH', path, body);
			expect(state.activities).toHaveLength(4);
			expect(item.updated_at > before).toBe(true);
		});

		it('has a new updated_at of a work item after comments, additions to cycles, and removals from modules', async () => {
			const { service, state, item, secondItem, request, path } = await startWithItems(serverKind);

			const wasTouched = () => {
				const isTouched = item.updated_at !== item.created_at;

				item.updated_at = item.created_at;

				return isTouched;
			};

			const module = first(state.modules);
			const [firstCycle, secondCycle] = state.cycles;
			const issues = { issues: [item.id, secondItem.id] };

			await request('POST', `${path}comments/`, { comment_html: '<p>x</p>' });
			expect([wasTouched(), listChanges(service)]).toEqual([true, []]);
			await request('POST', `modules/${module.id}/module-issues/`, issues);
			expect([wasTouched(), listChanges(service)]).toEqual([false, []]);
			await request('DELETE', `modules/${module.id}/module-issues/${item.id}/`);
			expect([wasTouched(), listChanges(service).at(-1)]).toEqual([
				true,
				['modules', module.name, ''],
			]);
			await request('POST', `cycles/${firstCycle?.id}/cycle-issues/`, issues);
			expect([wasTouched(), listChanges(service)[1]]).toEqual([
				true,
				['cycles', '', firstCycle?.name],
			]);
			await request('POST', `cycles/${secondCycle?.id}/cycle-issues/`, issues);
			expect([wasTouched(), listChanges(service)[3]]).toEqual([
				true,
				['cycles', firstCycle?.name, secondCycle?.name],
			]);
			expect([firstCycle?.issues, secondCycle?.issues]).toEqual([[], issues.issues]);
		});

		it('keeps finished work items in their cycle when the others are transferred', async () => {
			const { state, item, secondItem, request } = await startWithItems(serverKind);
			const [firstCycle, secondCycle] = state.cycles;

			await request('POST', `cycles/${firstCycle?.id}/cycle-issues/`, {
				issues: [item.id, secondItem.id],
			});
			Object.assign(first(state.cycles), { start_date: '2026-01-05', end_date: '2026-01-11' });
			secondItem.state = first(state.states.filter(({ group }) => group === 'completed')).id;
			await request('POST', `cycles/${firstCycle?.id}/transfer-issues/`, {
				new_cycle_id: secondCycle?.id,
			});
			expect([firstCycle?.issues, secondCycle?.issues]).toEqual([[secondItem.id], [item.id]]);
		});

		it('shows an archived work item in no list until it is restored', async () => {
			const { state, item, request, path } = await startWithItems(serverKind);
			const listIds = async () =>
				column(at((await request('GET', 'work-items/')).body, 'results'), 'id');

			expect(await request('PATCH', path, { archived_at: '2026-01-31' })).toMatchObject({
				status: 200,
			});
			expect(await listIds()).not.toContain(item.id);
			expect((await request('GET', path)).status).toBe(404);
			await request('PATCH', path, { archived_at: null });
			expect(await listIds()).toContain(item.id);
			expect(state.workItems[0]?.archived_at).toBeNull();
		});

		it('shows a relation on both of its work items', async () => {
			const { state, item, secondItem, request } = await startWithItems(serverKind);

			state.relations = [];
			const body = { relation_type: 'start_before', issues: [secondItem.id] };

			await request('POST', `work-items/${item.id}/relations/`, body);
			const listRelations = async (id: string) =>
				(await request('GET', `work-items/${id}/relations/`)).body;

			expect(at(await listRelations(item.id), 'start_before', '0', 'issue_id')).toBe(secondItem.id);
			expect(at(await listRelations(secondItem.id), 'start_after', '0', 'issue_id')).toBe(item.id);
		});

		it('keeps the relation of two work items when they are related in another way', async () => {
			const { state, item, secondItem, request } = await startWithItems(serverKind);
			const relate = async (type: string, from = item, to = secondItem) =>
				await request('POST', `work-items/${from.id}/relations/`, {
					relation_type: type,
					issues: [to.id],
				});

			state.relations = [];
			await relate('blocked_by');

			expect(await relate('relates_to')).toMatchObject({ status: 201, body: [] });
			expect(await relate('blocking', secondItem, item)).toMatchObject({
				status: 201,
				body: [expect.any(Object)],
			});
			expect(state.relations).toMatchObject([{ relation_type: 'blocked_by' }]);
		});

		it('lists the work item of an intake item once it is accepted', async () => {
			const { state, request } = await startWithItems(serverKind);
			const countItems = async () =>
				column(at((await request('GET', 'work-items/')).body, 'results'), 'id').length;
			const { body } = await request('POST', 'intake-issues/', { issue: { name: 'On fire' } });
			const path = `intake-issues/${String(at(body, 'issue'))}/`;

			expect(await countItems()).toBe(7);
			await request('PATCH', path, { status: -1 });
			expect(await countItems()).toBe(7);
			await request('PATCH', path, { status: 1 });
			expect(await countItems()).toBe(8);
			expect(state.states.at(-1)?.group).toBe('triage');
		});

		it('lets only its creator and project administrators delete a work item', async () => {
			const { state, item, secondItem, request } = await startWithItems(serverKind);
			const bob = getApiKey(1);

			expect((await request('DELETE', `work-items/${item.id}/`, undefined, bob)).status).toBe(403);
			first(state.projectMembers.slice(1)).role = 20;
			expect((await request('DELETE', `work-items/${item.id}/`, undefined, bob)).status).toBe(204);
			expect((await request('DELETE', `work-items/${secondItem.id}/`)).status).toBe(204);
			expect(state.links.filter(({ issue }) => issue === item.id)).toEqual([]);
			const reply = await request('POST', 'work-items/', { name: 'New' });

			expect(at(reply.body, 'sequence_id')).toBe(8);
		});
	},
);
