import { describe, expect, test } from '@jest/globals';

import { takePicture } from './pictures';
import { useEditor } from './desk';
import { names } from './workflows';

const desk = useEditor();

describe('A person who updates a module', () => {
	test('adds the node, picks project and module, sets a field, and reads the outcome', async () => {
		const { editor, service, page } = desk;
		const canvas = await editor.openWorkflow(names.empty);

		const list = await canvas.addAfter('Start');
		await list.search('plane');
		await list.open('Plane');
		await takePicture(page, 'node-list');
		const panel = await list.add('Update a module');
		expect(await panel.chosen('resource')).toBe('Module');
		expect(await panel.chosen('operation')).toBe('Update');

		const project = panel.locator('projectId');
		await project.openList();
		await project.pick('Launch');
		expect(await project.shows()).toBe('Launch');

		const module = panel.locator('moduleId');
		await module.openList();
		await module.search('open');
		await takePicture(page, 'choose-a-module');
		await module.pick('Opening week');
		expect(await module.shows()).toBe('Opening week');

		await panel.addField('Status');
		await panel.choose('status', 'Paused');
		await panel.execute();
		expect(await panel.outputText()).toContain('paused');
		await takePicture(page, 'module-updated');

		expect(service.ledger).toMatchObject([{ operation: 'module.update', body: { status: 'paused' } }]);
	});
});
