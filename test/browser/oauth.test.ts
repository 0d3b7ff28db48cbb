import { expect, test } from '@jest/globals';

import { client } from '../service/authorizationServer';
import { useEditor } from './desk';
import { workflowNames } from './workflows';

const desk = useEditor('light', 'specification', { tokenRefusal: 401 });

test('an account is connected in the browser, and its token is renewed once it has expired', async () => {
	const { editor, service } = desk;
	const { authorizationServer } = service;
	if (authorizationServer === undefined) throw new Error('There is no authorization server');

	const panel = await (await editor.openWorkflow(workflowNames.oauth)).openNode('Plane');
	const dialog = await panel.createCredential();

	await dialog.chooseAuthentication('OAuth2');
	await dialog.write('clientId', client.id);
	await dialog.write('clientSecret', client.secret);
	await dialog.write('baseUrl', service.url);
	await dialog.write('workspaceSlug', service.workspace);
	// What an administrator enters in Plane.
	authorizationServer.redirectUris.push(await dialog.readRedirectUrl());

	const consent = await dialog.openConsent();

	await consent.getByText('Allow').click();
	await dialog.waitUntilClosed();
	// n8n numbers the credentials that other tests have left.
	expect(await panel.readCredential()).toMatch(/^Plane account( \d+)?$/);

	authorizationServer.expireTokens();
	await panel.addField('Name');
	await panel.write('name', 'Connected');
	await panel.execute();

	const changes = service.requests.filter(({ method }) => method === 'PATCH');

	expect(changes.map(({ status }) => status)).toEqual([401, 200]);
	expect(authorizationServer.renewals).toBe(1);
	expect(changes[1]?.headers).toMatchObject({
		authorization: expect.stringMatching(/^Bearer pln_/),
	});
});
