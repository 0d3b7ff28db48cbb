import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { outcomes } from '../nodeTexts';
import { byId } from './samples';
import { useWorld } from './useWorld';

describe('The advice after a response that was lost is followed', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	const project = () => world.service.state.projects[0]?.id ?? '';
	const workItem = () => world.service.state.workItems.find((row) => row.project === project());
	const cycle = () =>
		world.service.state.cycles.find(
			({ project: owner, issues }) => owner === project() && !issues.includes(workItem()?.id ?? ''),
		);
	const labels = () => world.service.state.labels.filter((row) => row.project === project());

	const isChange = ({ method = '' }: { readonly method?: string | undefined }): boolean =>
		['POST', 'PATCH', 'DELETE'].includes(method);

	/** Runs an item whose request is carried out, or not, without a response that says so. */
	const runInDoubt = async (
		operation: string,
		parameters: INodeParameters,
		carriedOut: boolean,
	): Promise<string> => {
		world.service.faults.plan({ kind: 'status', status: 502, carriedOut }, { when: isChange });

		const { error } = await world.run(operation, {
			...parameters,
			limits: { retries: 0 },
		});

		return error?.description ?? '';
	};

	const inProject = () => ({ projectId: byId(project()) });

	describe.each([true, false])('and the request was carried out (%s)', (carriedOut) => {
		it('an update that is run again has its values', async () => {
			const parameters = {
				...inProject(),
				workItemId: byId(workItem()?.id),
				updateFields: { name: 'New' },
			};

			expect(await runInDoubt('workItem.update', parameters, carriedOut)).toContain(
				outcomes.safeAgain,
			);
			const { error } = await world.run('workItem.update', parameters);

			expect(error).toBeUndefined();
			expect(workItem()?.name).toBe('New');
		});

		it('an addition that is run again adds once, and a removal removes only that', async () => {
			const id = workItem()?.id ?? '';
			const target = cycle();
			const before = [...(target?.issues ?? [])];
			const parameters = {
				...inProject(),
				cycleId: byId(target?.id),
				workItemIds: id,
			};

			expect(await runInDoubt('cycle.addWorkItems', parameters, carriedOut)).toContain(
				outcomes.safeAgain,
			);
			await world.run('cycle.addWorkItems', parameters);

			expect([...(target?.issues ?? [])].sort()).toEqual([...before, id].sort());

			expect(await runInDoubt('cycle.removeWorkItems', parameters, carriedOut)).toContain(
				outcomes.safeAgainIfGone,
			);
			await world.run('cycle.removeWorkItems', parameters);

			expect([...(target?.issues ?? [])].sort()).toEqual(before.sort());
		});

		it('a deletion by name is run again with the ID, and the label of another spelling stays', async () => {
			for (const name of ['Flaky', 'flaky']) {
				await world.run('label.create', { ...inProject(), name });
			}

			const { id } = labels().find(({ name }) => name === 'Flaky') ?? {};
			const remedy = await runInDoubt(
				'label.delete',
				{ ...inProject(), labelId: { __rl: true, mode: 'name', value: 'Flaky' } },
				carriedOut,
			);

			expect(remedy).toContain(outcomes.safeAgainById(String(id)));
			await world.run('label.delete', { ...inProject(), labelId: byId(id) });

			const left = labels().map(({ name }) => name);

			expect(left).toContain('flaky');
			expect(left).not.toContain('Flaky');
		});
	});
});

describe('The advice after a removal by name, whose response was lost, is followed', () => {
	const world = useWorld({ serverKind: 'commercial' }, true);

	it.each([true, false])(
		'with the ID, and the person with the same name stays (carried out: %s)',
		async (carriedOut) => {
			const { teamspaces, users } = world.service.state;
			const teamspaceId = byId(teamspaces[0]?.id);
			const [first, second] = users;
			if (first === undefined || second === undefined) throw new Error('No users');

			first.display_name = 'Ada';
			second.display_name = 'ada';
			const listMembers = () =>
				world.service.state.setMembers
					.filter(({ owner }) => owner === teamspaces[0]?.id)
					.map(({ member }) => member);
			const before = listMembers();

			world.service.faults.plan(
				{ kind: 'status', status: 502, carriedOut },
				{ when: ({ method }) => method === 'DELETE' || method === 'POST' },
			);
			const { error } = await world.run('teamspaceMember.remove', {
				teamspaceId,
				memberIds: 'Ada',
				limits: { retries: 0 },
			});

			world.service.faults.clear();
			await world.run('teamspaceMember.remove', { teamspaceId, memberIds: first.id });

			expect(error?.description).toContain(outcomes.safeAgainById(first.id));
			expect(before).toEqual(expect.arrayContaining([first.id, second.id]));
			expect(listMembers()).toEqual(before.filter((id) => id !== first.id));
		},
	);
});
