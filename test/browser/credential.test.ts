import { expect, test } from '@jest/globals';

import { causes } from '../nodeTexts';
import { useEditor } from './desk';
import { takePicture } from './pictures';
import { workflowNames } from './workflows';

const desk = useEditor();

test('the credential dialog refuses a wrong API key, and accepts the right one', async () => {
	const { editor, service, page } = desk;
	const panel = await (await editor.openWorkflow(workflowNames.credential)).openNode('Plane');
	const listRequests = () => service.requests.map(({ url, status }) => `${url} ${status}`);

	const dialog = await panel.createCredential();

	await dialog.write('baseUrl', service.url);
	await dialog.write('workspaceSlug', service.workspace);
	await dialog.write('apiKey', 'plane_api_that_the_server_does_not_know');
	await dialog.save();
	await dialog.waitForRefusal();
	expect(await dialog.readText()).toContain(causes.keyRefused);
	expect(listRequests()).toEqual(['/api/v1/users/me/ 403']);
	await editor.closeMessages();
	await takePicture(page, 'wrong-key');

	await dialog.write('apiKey', service.apiKey);
	await dialog.save();
	await dialog.waitUntilClosed();
	// The test checks the key, then the workspace, and whether the server is new enough.
	expect(listRequests()).toEqual([
		'/api/v1/users/me/ 403',
		'/api/v1/users/me/ 200',
		`/api/v1/workspaces/${service.workspace}/projects/?limit=1&per_page=1 200`,
		`/api/v1/workspaces/${service.workspace}/work-items/search/?search=a&limit=1 200`,
	]);
	// n8n numbers the credentials that other tests have left.
	expect(await panel.readCredential()).toMatch(/^Plane account( \d+)?$/);
});
