import { expect, test } from '@jest/globals';

import { takePicture } from './pictures';
import { useEditor } from './desk';
import { names } from './workflows';

const desk = useEditor();

test('a credential with a wrong key is refused, with the right one it is ready', async () => {
	const { editor, service, page } = desk;
	const canvas = await editor.openWorkflow(names.update);
	const panel = await canvas.openNode('Plane');

	const dialog = await panel.newCredential();
	await dialog.write('baseUrl', service.url);
	await dialog.write('workspaceSlug', service.workspace);
	await dialog.write('apiKey', 'plane_api_not_a_key_of_this_server');
	await dialog.save();
	expect(await dialog.problem()).toContain('API Key');
	await takePicture(page, 'wrong-key');

	await dialog.write('apiKey', service.apiKey);
	await dialog.save();
	await dialog.tested();
	expect(service.requests.map(({ method, url, status }) => `${method} ${url} ${status}`)).toEqual([
		'GET /api/v1/users/me/ 403',
		'GET /api/v1/users/me/ 200',
	]);
});
