import { label, module, upload, workItems } from './calls';
import {
	BLOCKED,
	DOWN,
	LESS,
	TOO_SLOW,
	MOVED,
	RIGHT_ADDRESS,
	STORAGE_ADDRESS,
	WEB_PAGE,
} from './remedies';
import { row, type Row } from './row';

const pageOf = (title: string) =>
	`<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>Sorry</body></html>`;

/** Web pages where the interface should be, or from something in front of it. */
export const pages: readonly Row[] = [
	row('the web app', module, [404, pageOf('Plane')], WEB_PAGE, RIGHT_ADDRESS),
	row(
		'a web server that takes no changes',
		label,
		[405, pageOf('405 Not Allowed')],
		WEB_PAGE,
		RIGHT_ADDRESS,
	),
	row(
		'a firewall',
		module,
		[403, pageOf('Attention Required!'), { server: 'cloudflare' }],
		'A proxy or firewall in front of Plane (cloudflare) responded with status 403',
		BLOCKED,
	),
	row(
		'a firewall without a name',
		workItems,
		[403, pageOf('Forbidden')],
		'A proxy or firewall in front of Plane responded with status 403',
		BLOCKED,
	),
	row(
		'a sign-in of the proxy',
		module,
		[401, pageOf('Authorization Required'), { server: 'nginx/1.25.3' }],
		'A proxy or firewall in front of Plane (nginx) responded with status 401',
		'It requires its own sign-in. Ask whoever runs it to let requests from n8n through.',
	),
	row(
		'the proxy refuses the request',
		module,
		[400, pageOf('400 Bad Request'), { server: 'nginx' }],
		'A proxy or firewall in front of Plane (nginx) responded with status 400',
		'Check the address, and ask whoever runs the proxy why it refuses the request.',
	),
	row(
		'http where https is expected',
		module,
		[400, '<html><body>The plain HTTP request was sent to HTTPS port</body></html>'],
		'Plane expects HTTPS at this address',
		'Start the address with https://.',
	),
	row(
		'the proxy finds it too large',
		module,
		[413, pageOf('Request Entity Too Large')],
		'Plane considers this too large',
		LESS,
	),
	row(
		'the proxy has a limit',
		workItems,
		[429, pageOf('Too Many Requests'), { 'retry-after': '10' }],
		'Plane received too many requests',
		'Wait 10 seconds, then try again.',
	),
	row(
		'a page for a failure',
		module,
		[500, '<h1>Server Error (500)</h1>'],
		'A proxy or firewall in front of Plane responded with status 500',
		DOWN,
	),
	row(
		'the proxy does not reach Plane',
		module,
		[502, pageOf('502 Bad Gateway'), { server: 'nginx' }],
		'A proxy or firewall in front of Plane (nginx) responded with status 502',
		DOWN,
	),
	row(
		'the same without a page',
		module,
		[502, ''],
		'A proxy or firewall in front of Plane responded with status 502',
		DOWN,
	),
	row(
		'Plane is down',
		workItems,
		[503, pageOf('Service Unavailable'), { server: '<b>' }],
		'A proxy or firewall in front of Plane responded with status 503',
		DOWN,
	),
	row(
		'Plane is too slow for the proxy',
		module,
		[504, pageOf('Gateway Time-out')],
		'A proxy or firewall in front of Plane responded with status 504',
		TOO_SLOW,
	),
	row(
		'the same at a content network',
		module,
		[524, pageOf('A timeout occurred')],
		'A proxy or firewall in front of Plane responded with status 524',
		TOO_SLOW,
	),
	row(
		'a redirect with a page',
		module,
		[301, pageOf('Moved'), { location: 'https://login.example.com/?next=%2Fapi' }],
		'Plane redirects to https://login.example.com/, which was not followed',
		MOVED,
	),
	row(
		'a firewall in front of the storage',
		upload,
		[403, pageOf('Forbidden')],
		'A proxy or firewall in front of the storage responded with status 403',
		BLOCKED,
	),
	row(
		'no storage, but a web server',
		upload,
		[404, pageOf('Not Found')],
		'The storage was not found at its address',
		STORAGE_ADDRESS,
	),
	row(
		'a storage that its proxy does not reach',
		upload,
		[503, pageOf('Down')],
		'A proxy or firewall in front of the storage responded with status 503',
		'The storage may be starting, overloaded or down. Try again later. If this keeps happening, ask whoever runs the server.',
	),
];
