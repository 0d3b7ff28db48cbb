import { expect, test } from '@jest/globals';

import { wrongSlug } from '../../../nodes/shared/errors/credentialErrors';
import {
	redirectProblem,
	statusProblem,
	trafficProblem,
} from '../../../nodes/shared/errors/status';
import { type AddressOrigin, storagePage } from '../../../nodes/shared/errors/storageErrors';
import { jsonResponse, textResponse, webPage } from '../responses';

test.each([
	[299, false],
	[300, true],
	[399, true],
	[400, false],
])('a response with status %i is a redirect: %s', (status, isRedirect) => {
	expect(redirectProblem(textResponse('', status), 'Plane') !== undefined).toBe(isRedirect);
});

test('a web page with status 200 is not a refusal of a proxy', () => {
	expect(trafficProblem(webPage(200), 'Plane')).toBeUndefined();
});

test('a server is called "the server" by default', () => {
	expect(statusProblem(textResponse('', 500)).message).toBe('The server failed with status 500');
	expect(statusProblem(webPage(500)).message).toBe(
		'A proxy or firewall in front of the server responded with status 500',
	);
});

test('wrongSlug names the workspace', () => {
	const { message } = wrongSlug(jsonResponse({}, 403), 'acme inc');

	expect(message).toBe('The API key works, but Plane has no workspace "acme inc" for it');
});

test.each<[AddressOrigin, remedy: string]>([
	[{}, 'Check the address that came with the upload credentials.'],
	[
		{ requestedByNode: 'elsewhere' },
		'Ask whoever runs the server to check the address of its storage.',
	],
	[
		{ requestedByNode: 'atBaseUrl' },
		'Plane made this address from the Base URL of the credential: enter the address there that browsers use for Plane. If it is that one already, ask whoever runs the server to check the address of its storage.',
	],
])('storagePage explains an address with the origin %j: %s', (origin, remedy) => {
	expect(storagePage(webPage(), origin).description).toBe(remedy);
});
