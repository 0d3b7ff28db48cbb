import { describe, expect, test } from '@jest/globals';

import { byId, locator } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

const world = useWorld({ serverKind: 'community' }, true);

/** A record by its name, or an expression for that, as a locator holds it. */
const byName = (value: string) => ({ __rl: true, mode: 'name', value });

describe('A text that identifies a record, with an expression in it that finds nothing (finding 5)', () => {
	test('does not make several rows one work item', async () => {
		const { projects, workItems } = world.service.state;
		const before = workItems.length;

		const { error } = await world.run(
			'workItem.create',
			{
				projectId: locator(projects),
				name: '={{ $json.title }}',
				additionalFields: { externalSource: 'sheet', externalId: '=row-{{ $json.nr }}' },
				options: { ifItAlreadyExists: 'update_the_existing_one' },
			},
			{ items: jsonItems([{ title: 'A', nr: 1 }, { title: 'B' }, { title: 'C' }]) },
		);

		expect(error?.message).toBe(
			'External ID: the expression {{ $json.nr }} in it returns no value [item 1]',
		);
		expect(error?.description).toContain('would stand for another record');
		expect(world.service.ledger).toEqual([]);
		expect(world.service.state.workItems).toHaveLength(before);
	});

	test('does not delete the cycle that the rest of the text names', async () => {
		const { projects } = world.service.state;

		const { error } = await world.run(
			'cycle.delete',
			{ projectId: locator(projects), cycleId: byName('=Week 6{{ $json.suffix }}') },
			{ items: jsonItems([{ other: 1 }]) },
		);

		expect(error?.message).toContain('the expression {{ $json.suffix }} in it returns no value');
		expect(world.service.ledger).toEqual([]);
	});

	test('may have such a hole where it only describes', async () => {
		const { projects, workItems } = world.service.state;

		const { error } = await world.run(
			'workItem.update',
			{
				projectId: locator(projects),
				workItemId: locator(workItems),
				updateFields: { name: '=Ada {{ $json.middle }} Lovelace' },
			},
			{ items: jsonItems([{ other: 1 }]) },
		);

		expect(error).toBeUndefined();
		expect(world.service.ledger).toHaveLength(1);
	});
});

describe('A value that Plane is known not to take is refused before the first row is sent', () => {
	test('a title of more than 255 characters (cases P15 and P42)', async () => {
		const { projects } = world.service.state;

		const { error } = await world.run(
			'intakeItem.create',
			{ projectId: byId(projects[0]?.id), name: '={{ $json.title }}' },
			{ items: jsonItems([{ title: 'Short' }, { title: 'a'.repeat(300) }]) },
		);

		expect(error?.message).toContain('is 300 characters long, and Plane takes 255 at most');
		expect(error?.description).toContain('Shorten it by 45 characters.');
		expect(world.service.ledger).toEqual([]);
	});

	test('the name of a project with characters that Plane refuses (case P56)', async () => {
		const { error } = await world.run('project.create', { name: 'R&D', identifier: 'RD' });

		expect(error?.message).toContain('has &, which Plane does not take in it');
		expect(error?.description).toContain('"R and D"');
		expect(world.service.ledger).toEqual([]);
	});
});
