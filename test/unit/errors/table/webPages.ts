import type { Call } from '../../../../nodes/shared/model/call';
import { label, moduleUpdate, upload, workItems } from './calls';
import { DOWN, LATER, LESS, MOVED, RIGHT_ADDRESS, STORAGE_ADDRESS } from './remedies';
import { alike, row, type Given, type Row } from './row';

const PAGE = '<!DOCTYPE html>\n<html><head><title>Plane</title></head><body>Sorry</body></html>';
const HTTPS = '<html><body>The plain HTTP request was sent to HTTPS port</body></html>';
const WEB_PAGE = 'The Base URL of the credential leads to a web page, not to the API of Plane';

const NGINX = { server: 'nginx' };
const LET_THROUGH =
	'Ask whoever runs it to let requests from n8n through, or enter the headers that it asks for under Extra Headers in the credential.';
const BLOCKED = `It blocks the request. ${LET_THROUGH}`;
const SIGN_IN = `It requires its own sign-in. ${LET_THROUGH}`;
const REFUSED = 'Check the address, and ask whoever runs the proxy why it refuses the request.';
const TOO_SLOW = `Plane did not respond in time. ${LATER}`;
const STORAGE_DOWN = `The storage may be starting, overloaded or down. ${LATER}`;

/** Pages of proxies in front of a server, such as nginx and Cloudflare. */
const proxies: readonly (readonly [string, Call, Given, inFrontOf: string, remedy: string])[] = [
	[
		'a firewall',
		moduleUpdate,
		[403, PAGE, { server: 'cloudflare' }],
		'Plane (cloudflare)',
		BLOCKED,
	],
	['a firewall without a name', workItems, [403, PAGE], 'Plane', BLOCKED],
	['a sign-in', moduleUpdate, [401, PAGE, { server: 'nginx/1.25.3' }], 'Plane (nginx)', SIGN_IN],
	['the proxy refuses the request', moduleUpdate, [400, PAGE, NGINX], 'Plane (nginx)', REFUSED],
	['a page for a failure', moduleUpdate, [500, '<h1>Server Error (500)</h1>'], 'Plane', DOWN],
	['the proxy does not reach Plane', moduleUpdate, [502, PAGE, NGINX], 'Plane (nginx)', DOWN],
	['the proxy does not reach Plane, without a page', moduleUpdate, [502, ''], 'Plane', DOWN],
	['Plane is down', workItems, [503, PAGE, { server: '<nginx>' }], 'Plane', DOWN],
	['Plane is too slow for the proxy', moduleUpdate, [504, PAGE], 'Plane', TOO_SLOW],
	['Plane is too slow for a content network', moduleUpdate, [524, PAGE], 'Plane', TOO_SLOW],
	['a firewall in front of the storage', upload, [403, PAGE], 'the storage', BLOCKED],
	['a storage that is not reached', upload, [503, PAGE], 'the storage', STORAGE_DOWN],
];

/** Web pages instead of the API, or from a proxy in front of it. */
export const pages: readonly Row[] = [
	...alike(WEB_PAGE, RIGHT_ADDRESS, [
		['the web app', moduleUpdate, [404, PAGE]],
		['a web server that takes no changes', label, [405, PAGE]],
	]),
	...proxies.map(([title, call, given, inFrontOf, remedy]) => {
		const message = `A proxy or firewall in front of ${inFrontOf} responded with status ${given[0]}`;

		return row(title, call, given, message, remedy);
	}),
	...alike('Plane expects HTTPS at this address', 'Start the address with https://.', [
		['http where https is expected', moduleUpdate, [400, HTTPS]],
	]),
	...alike('Plane considers this too large', LESS, [
		['the proxy finds it too large', moduleUpdate, [413, PAGE]],
	]),
	...alike('Plane received too many requests', 'Wait 10 seconds, then try again.', [
		['the proxy has a limit', workItems, [429, PAGE, { 'retry-after': '10' }]],
	]),
	...alike('Plane redirects to https://login.example.com/, which was not followed', MOVED, [
		[
			'a redirect',
			moduleUpdate,
			[301, PAGE, { location: 'https://login.example.com/?next=%2Fapi' }],
		],
	]),
	...alike('The storage was not found at its address', STORAGE_ADDRESS, [
		['no storage, but a web server', upload, [404, PAGE]],
	]),
];
