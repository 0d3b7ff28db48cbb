import { expect, test } from '@jest/globals';

import { byId } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

/** Assigning people by Replace, at a server that leaves guests out without an error (case P05). */

const GUEST = 5;
const MEMBER = 15;

const world = useWorld({ serverKind: 'community' }, true);

/** The first work item, which the first member of its project works on, and the project's other members. */
function start() {
	const { state } = world.service;
	const [project] = state.projects;
	const workItem = state.workItems.find((each) => each.project === project?.id);
	if (project === undefined || workItem === undefined) throw new Error('There is no work item');

	const [assigned = '', other = ''] = project.members;

	workItem.assignees = [assigned];

	const membership = state.projectMembers.find(
		(row) => row.project === project.id && row.member === other,
	);
	if (membership === undefined) throw new Error('The other one is no member');

	/** Gives the other member a role in the project; no list of this server shows it. */
	const giveRole = (role: number): string => {
		membership.role = role;

		return other;
	};

	/** Assigns each of these people to the work item, in the place of those who are assigned. */
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

test('a guest in the place of somebody is an error, and nobody is taken off', async () => {
	const { workItem, assigned, giveRole, replace } = start();
	const guest = giveRole(GUEST);

	const { error } = await replace(guest);

	expect(error?.message).toMatch(/^Plane did not take Assignee Names or IDs /);
	expect(error?.description).toContain('Nobody was taken off.');
	expect(workItem.assignees).toEqual([assigned]);
});

test('a member in the place of somebody is assigned alone', async () => {
	const { workItem, giveRole, replace } = start();
	const member = giveRole(MEMBER);

	const { error } = await replace(member);

	expect(error).toBeUndefined();
	expect(workItem.assignees).toEqual([member]);
});

test('who was assigned once in a run is assigned by one request from then on', async () => {
	const { assigned, giveRole, replace } = start();
	const member = giveRole(MEMBER);

	const { error } = await replace(member, assigned, member, assigned);

	const { requests } = world.service;
	const writes = requests.filter(({ method }) => method === 'PATCH');

	expect(error).toBeUndefined();
	expect(writes).toHaveLength(2 + 2 + 1 + 1);
});
