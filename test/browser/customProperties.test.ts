import { expect, test } from '@jest/globals';

import type { Service } from '../service/service';
import { useEditor } from './desk';
import { takePicture } from './pictures';
import { workflowNames } from './workflows';

const desk = useEditor();

/** Returns the IDs of the custom properties of the service by their names. */
const mapPropertyIds = ({ state }: Service) =>
	new Map(state.workItemProperties.map(({ display_name: name, id }) => [name, id]));

/** Makes Version a required property of the type Task, and adds a property to the type Fault. */
function addProperties({ state }: Service): void {
	const version = state.workItemProperties.find(({ display_name: name }) => name === 'Version');
	const fault = state.types.find(
		({ name, project }) => name === 'Fault' && project === version?.project,
	);
	if (version === undefined || fault === undefined) throw new Error('The service lacks a record');

	version.is_required = true;
	state.workItemProperties.push({
		...version,
		id: '2e6d8a34-5b1f-4c3e-9d07-6a1f0c9b8e11',
		name: 'cause',
		display_name: 'Cause',
		is_required: false,
		issue_type: fault.id,
	});
}

test('the custom properties of the chosen type are filled in by their kinds, and change with the type', async () => {
	const { editor, service, page } = desk;

	addProperties(service);
	const ids = mapPropertyIds(service);
	const parameterOf = (name: string) => ids.get(name) ?? '';
	const canvas = await editor.openWorkflow(workflowNames.mapper);
	const panel = await canvas.addPlaneAfter('Start', 'Create work item');

	await panel.chooseCredential('Plane');
	await panel.locator('projectId').openList();
	await panel.locator('projectId').pick('Launch (LNCH)');
	await panel.write('name', 'Print on both sides');

	await panel.switchOn('setCustomProperties');
	expect(await panel.readNotice('Add the field Type')).toBe(
		'Add the field Type above, and choose a type',
	);

	await panel.addField('Type');
	const type = panel.locator('typeId');

	await type.openList();
	await type.pick('Task');
	await panel.waitForMappedField('Severity');
	expect(await panel.listMappedFields()).toEqual([
		{ name: 'Severity', input: 'list', isRequired: false },
		{ name: 'Version', input: 'text', isRequired: true },
		{ name: 'Reported On', input: 'date', isRequired: false },
		{ name: 'Effort', input: 'number', isRequired: false },
		{ name: 'Regression', input: 'list', isRequired: false },
	]);

	await panel.choose(parameterOf('Severity'), 'High');
	await panel.write(parameterOf('Version'), '1.4');
	await panel.write(parameterOf('Effort'), '2.5');
	await panel.choose(parameterOf('Regression'), 'No');
	await takePicture(page, 'custom-properties');
	await panel.execute();
	await panel.output.showSchema();
	expect(await panel.output.readValue('name')).toBe('Print on both sides');

	const { workItems, workItemPropertyValues, workItemPropertyOptions } = service.state;
	const item = workItems.find(({ name }) => name === 'Print on both sides');
	const high = workItemPropertyOptions.find(({ name }) => name === 'High');
	const values = workItemPropertyValues
		.filter(({ issue }) => issue === item?.id)
		.map(({ property, value }) => [property, value]);

	expect(Object.fromEntries(values)).toEqual({
		[parameterOf('Severity')]: high?.id,
		[parameterOf('Version')]: '1.4',
		[parameterOf('Effort')]: 2.5,
		[parameterOf('Regression')]: false,
	});

	await type.openList();
	await type.pick('Fault');
	await panel.waitForMappedField('Cause');
	expect(await panel.listMappedFields()).toEqual([
		{ name: 'Cause', input: 'text', isRequired: false },
	]);

	await panel.write(parameterOf('Cause'), 'A worn roller');
	await panel.execute();
	expect(service.ledger.at(-1)).toMatchObject({
		operation: 'workItemPropertyValue.set',
		body: { value: 'A worn roller' },
	});
	expect(service.ledger.at(-1)?.url).toContain(parameterOf('Cause'));
});
