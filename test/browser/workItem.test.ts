import { expect, test } from '@jest/globals';

import { useEditor } from './desk';
import { GestureCounter } from './editor/gestures';
import { takePicture } from './pictures';
import { workflowNames, savedFields } from './workflows';

const desk = useEditor();

test('a work item is created after choosing all its values from lists', async () => {
	const { editor, service, page } = desk;
	const canvas = await editor.openWorkflow(workflowNames.create);
	const panel = await canvas.addPlaneAfter('Start', 'Create work item');

	await panel.chooseCredential('Plane');

	await panel.locator('projectId').openList();
	await panel.locator('projectId').pick('Website (WEB)');
	await panel.write('name', 'Write the release notes');
	const state = panel.locator('state');

	await state.openList();
	await state.pick('To do');
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

/** How many clicks and texts it takes to choose a project and fill in a title and six other values, and no more. */
const MAX_GESTURES = 16;

test('a work item with the values that most have is created with few gestures', async () => {
	const { editor, service, page } = desk;
	const canvas = await editor.openWorkflow(workflowNames.gestures);
	const panel = await canvas.addPlaneAfter('Start', 'Create work item');

	await panel.chooseCredential('Plane');
	const gestures = await GestureCounter.start(page);
	const project = panel.locator('projectId');
	const state = panel.locator('state');

	await project.openList();
	await project.pick('Launch (LNCH)');
	await panel.type('name', 'Write the release notes');
	await panel.chooseSeveral('assignees', ['Ada Lovelace (ada@example.com)']);
	await panel.type('targetDate', '2026-03-31');
	await panel.chooseSeveral('labels', ['bug']);
	await panel.choose('priority', 'High');
	await panel.type('startDate', '2026-03-01');
	await state.openList();
	await state.pick('To do');
	expect(await gestures.count()).toBeLessThanOrEqual(MAX_GESTURES);

	await panel.execute();

	const { workItems, states, labels, users } = service.state;
	const item = workItems.find(({ name }) => name === 'Write the release notes');

	expect(item).toMatchObject({
		assignees: [users.find(({ email }) => email === 'ada@example.com')?.id],
		labels: [labels.find((label) => label.name === 'bug' && label.project === item?.project)?.id],
		priority: 'high',
		start_date: '2026-03-01',
		target_date: '2026-03-31',
	});
	expect(states.find(({ id }) => id === item?.state)?.name).toBe('To do');
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
