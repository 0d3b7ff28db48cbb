import { expect, test } from '@jest/globals';

import { useEditor } from './desk';
import { GestureCounter } from './editor/gestures';
import { takePicture } from './pictures';
import { importedRow, workflowNames } from './workflows';

const desk = useEditor();

/** How many clicks and texts an import of seven columns may take, from the panel to the result. */
const MAX_GESTURES = 8;

test('seven columns of another tool are imported with few gestures', async () => {
	const { editor, service, page } = desk;
	const canvas = await editor.openWorkflow(workflowNames.import);
	const panel = await canvas.addPlaneAfter('Row', 'Create or update work item');
	const gestures = await GestureCounter.start(page);

	await panel.chooseCredential('Plane');
	await panel.locator('projectId').openList();
	await panel.locator('projectId').pick('Launch (LNCH)');
	await panel.write('externalSource', 'jira');
	await panel.execute();
	expect(await gestures.count()).toBeLessThanOrEqual(MAX_GESTURES);

	await panel.output.showSchema();
	expect(await panel.output.readValue('outcome')).toBe('created');

	const { workItems, states, users } = service.state;
	const item = workItems.find(({ name }) => name === importedRow.Summary);

	expect(item).toMatchObject({
		priority: 'urgent',
		target_date: '2026-11-30',
		external_source: 'jira',
		external_id: importedRow['Issue key'],
	});
	expect(item?.labels).toHaveLength(2);
	expect(states.find(({ id }) => id === item?.state)?.name).toBe('To do');
	expect(users.filter(({ id }) => item?.assignees.includes(id))).toMatchObject([
		{ email: 'ada@example.com' },
	]);
	await takePicture(page, 'import-automatically');
});
