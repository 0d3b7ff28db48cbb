import { expect, test } from '@jest/globals';

import { useEditor } from './desk';
import { takePicture } from './pictures';
import { workflowNames, savedFields } from './workflows';

const desk = useEditor();

test('a work item is created after choosing all its values from lists', async () => {
	const { editor, service, page } = desk;
	const canvas = await editor.openWorkflow(workflowNames.create);
	const list = await canvas.addAfter('Start');

	await list.search('plane');
	await list.open('Plane');
	const panel = await list.add('Create work item');

	await panel.chooseCredential('Plane');

	await panel.locator('projectId').openList();
	await panel.locator('projectId').pick('Website (WEB)');
	await panel.write('name', 'Write the release notes');
	await panel.addField('State');
	const state = panel.locator('state');

	await state.openList();
	await state.pick('To do');
	await panel.addField('Priority');
	await panel.choose('priority', 'High');
	await panel.addField('Cycle');
	const cycle = panel.locator('cycle');

	await cycle.openList();
	await takePicture(page, 'choose-the-current-cycle');
	await cycle.pick('Current (the active cycle each time the workflow runs)');
	await panel.execute();
	await panel.output.showSchema();
	expect(await panel.output.readValue('name')).toBe('Write the release notes');

	const { workItems, states, cycles } = service.state;
	const item = workItems.find(({ name }) => name === 'Write the release notes');

	expect(item).toMatchObject({ priority: 'high' });
	expect(states.find(({ id }) => id === item?.state)?.name).toBe('To do');
	expect(cycles.find(({ name }) => name === 'Now')?.issues).toContain(item?.id);
	expect(service.ledger.map(({ operation }) => operation)).toEqual([
		'workItem.create',
		'cycle.addWorkItems',
	]);
});

test('a saved update keeps all its fields when the project is resolved, and writes all of them', async () => {
	const { editor, page, service } = desk;

	await editor.openWorkflow(workflowNames.saved);
	await page.reload();
	const canvas = await editor.openWorkflow(workflowNames.saved);
	const panel = await canvas.openNode('Plane');
	const readFields = async () => ({
		state: await panel.locator('state').readText(),
		cycle: await panel.locator('cycle').readText(),
		parent: await panel.locator('parent').readText(),
	});

	await panel.executePrevious();
	// The run has ended when n8n reports that this node was not executed.
	await editor.closeMessages();
	expect(await readFields()).toEqual(savedFields);
	await panel.execute();
	await editor.closeMessages();
	expect(await readFields()).toEqual(savedFields);

	const { workItems, states, labels, cycles } = service.state;
	const [item, parent] = workItems;
	const findNames = (ids: readonly string[], records: readonly { id: string; name: string }[]) =>
		records.filter(({ id }) => ids.includes(id)).map(({ name }) => name);

	expect(item?.parent).toBe(parent?.id);
	expect(findNames([item?.state ?? ''], states)).toEqual(['Done']);
	expect(findNames(item?.labels ?? [], labels)).toEqual(['bug', 'design']);
	expect(cycles.find(({ name }) => name === 'Week 6')?.issues).toContain(item?.id);
});
