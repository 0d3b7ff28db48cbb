import { describe, expect, test } from '@jest/globals';

import { useEditor } from './desk';
import { takePicture } from './pictures';
import { workflowNames } from './workflows';

const desk = useEditor();

describe('updating a module in the editor', () => {
	test('a module is updated after choosing project, module and a field from lists', async () => {
		const { editor, service, page } = desk;
		const canvas = await editor.openWorkflow(workflowNames.empty);

		const list = await canvas.addAfter('Start');

		await list.search('plane');
		await list.open('Plane');
		await takePicture(page, 'node-list');
		const panel = await list.add('Update module');

		expect(await panel.readChoice('resource')).toBe('Module');
		expect(await panel.readChoice('operation')).toBe('Update');
		await panel.chooseCredential('Plane');

		const project = panel.locator('projectId');

		await project.openList();
		expect(await project.listEntries()).toEqual(['Launch (LNCH)', 'Website (WEB)']);
		await project.pick('Launch (LNCH)');
		const module = panel.locator('moduleId');

		await module.openList();
		expect(await module.listEntries()).toEqual(['Preparation', 'Opening week']);
		await module.search('open');
		await module.waitForEntries(1);
		await takePicture(page, 'choose-a-module');
		await module.pick('Opening week');
		expect([await project.readText(), await module.readText()]).toEqual([
			'Launch (LNCH)',
			'Opening week',
		]);

		await panel.addField('Status');
		await panel.choose('status', 'Paused');
		await panel.execute();
		await panel.output.showSchema();
		expect(await panel.output.readValue('name')).toBe('Opening week');
		expect(await panel.output.readValue('status')).toBe('paused');
		await editor.closeMessages();
		await takePicture(page, 'module-updated');

		const opening = service.state.modules.find(({ name }) => name === 'Opening week');

		expect(opening).toMatchObject({ status: 'paused' });
		expect(service.ledger).toMatchObject([
			{ operation: 'module.update', body: { status: 'paused' } },
		]);
		expect(service.ledger[0]?.url).toContain(opening?.id);
	});

	test('a module is updated when project and module are entered as the URL from the browser', async () => {
		const { editor, service } = desk;
		const [, module] = service.state.modules;
		const address = `https://app.plane.so/acme/projects/${module?.project ?? ''}/modules/${module?.id ?? ''}`;
		const panel = await (await editor.openWorkflow(workflowNames.byUrl)).openNode('Plane');

		for (const name of ['projectId', 'moduleId']) {
			await panel.locator(name).chooseByUrl();
			await panel.locator(name).write(address);
		}

		await panel.addField('Status');
		await panel.choose('status', 'Completed');
		await panel.execute();

		expect(service.ledger).toMatchObject([
			{ operation: 'module.update', body: { status: 'completed' } },
		]);
		expect(module).toMatchObject({ status: 'completed' });
	});

	test('an invalid value is reported with the way to fix it, and nothing is sent', async () => {
		const { editor, service, page } = desk;
		const panel = await (await editor.openWorkflow(workflowNames.wrongValue)).openNode('Plane');

		await panel.addField('Start Date');
		await panel.write('startDate', '2026-03-31');
		await panel.addField('Target Date');
		await panel.write('targetDate', '2026-03-01');
		await panel.execute();

		expect(await panel.output.readError()).toEqual({
			message: 'Target Date: 2026-03-01 is before Start Date 2026-03-31 [item 0]',
			description: 'Use a day that is not before Start Date.\nNothing was changed.',
		});
		await editor.closeMessages();
		await takePicture(page, 'wrong-value');
		expect(service.ledger).toEqual([]);
	});
});
