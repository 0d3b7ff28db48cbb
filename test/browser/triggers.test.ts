import { expect, test } from '@jest/globals';

import { projectPath, send } from '../service/testing/client';
import { useEditor } from './desk';
import { takePicture } from './pictures';
import { workflowNames } from './workflows';

const desk = useEditor('light', 'community');

/** Creates a work item in Plane. */
async function createWorkItem(): Promise<void> {
	const { service } = desk;
	const path = `${projectPath(service)}work-items/`;

	expect((await send(service, 'POST', path, { name: 'Something happens' })).status).toBe(201);
}

test('the polling trigger can be added, fetches a test event, and starts the published workflow', async () => {
	const { editor, page, service } = desk;
	const list = await editor.openEmpty(workflowNames.polling);

	await list.search('plane');
	await list.open('Plane Polling');
	const panel = await list.add('On work item created');

	await panel.chooseCredential('Plane');
	await panel.choose('projects', 'Launch (LNCH)');
	await panel.execute();
	await panel.output.showSchema();
	expect(await panel.output.readValue('event')).toBe('workItem');
	await editor.closeMessages();
	await takePicture(page, 'polling-trigger');

	const canvas = await panel.close();

	await canvas.publish();
	const executions = await canvas.openExecutions();

	await executions.waitForSuccesses(1);
	// n8n reports that it is published before the first poll has recorded the starting point.
	while (!service.requests.some(({ url }) => url.includes('fields=')))
		await page.waitForTimeout(200);
	await createWorkItem();
	await executions.waitForSuccesses(2);
	// Otherwise it would poll the service of the next test, too.
	await canvas.unpublish();
});

test('the webhook trigger starts the published workflow after following the steps in its panel', async () => {
	const { editor, page, service } = desk;
	const list = await editor.openEmpty(workflowNames.webhook);

	await list.search('plane');
	await list.open('Plane');
	const panel = await list.add('On work item created');

	expect(await panel.readNotice('The node creates the webhook')).toContain('an administrator');
	await panel.choose('registration', 'Manual');
	const url = await panel.readProductionUrl();

	await takePicture(page, 'instant-trigger');
	// Plane shows it when the webhook is created with this URL.
	const secret = 'plane_wh_0123456789abcdef0123456789abcdef';

	service.webhooks.targets.push({ url, secret });
	const credential = await panel.createFirstCredential();

	await credential.write('signingSecret', secret);
	await credential.save();
	await credential.waitUntilClosed();
	expect(await panel.readTriggerHeader()).toContain('Publish to try it');
	expect(await panel.readNotice('Create the webhook in Plane')).toContain(
		'5. Publish this workflow',
	);

	const canvas = await panel.close();

	await canvas.publish();
	const executions = await canvas.openExecutions();

	await createWorkItem();
	await executions.waitForSuccesses(1);
	expect(service.webhooks.attempts.map(({ status }) => status)).toEqual([200]);
	await takePicture(page, 'started-by-plane');
	await canvas.unpublish();
});
