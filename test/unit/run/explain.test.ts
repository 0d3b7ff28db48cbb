import { describe, expect, test } from '@jest/globals';

import { explainAnswer, explainFault, unexpected } from '../../../nodes/Plane/run/explain';
import { jsonAnswer, textAnswer, webPage } from './answers';
import { create, list, update, upload } from './calls';

const KEY = 'Check the API Key in the credential.';
const RIGHTS =
	'Check the API Key in the credential, and that its user may do this in the workspace.';
const PLACES = 'Check the workspace and each ID. Some editions of Plane lack this operation.';
const VALUES = 'Check the values of this item.';
const LATER = 'Try again later. If it stays so, ask whoever runs the server.';
const MOVED = 'If the server has moved there, give that address instead.';
const WAIT = 'Wait a minute, then run it again with fewer items at once.';
const ISSUED = 'They hold for one file and a short time: get new ones, and upload at once.';

const refusedBy = (server: string, status: number) =>
	`${server} refused the request with status ${String(status)}`;
const failedBy = (server: string, status: number) =>
	`${server} failed with status ${String(status)}`;

describe('an answer of the service', () => {
	const cases: [status: number, happened: string, remedy: string][] = [
		[300, 'Plane redirects to another address, which was not followed', MOVED],
		[301, 'Plane redirects to another address, which was not followed', MOVED],
		[400, refusedBy('Plane', 400), VALUES],
		[401, 'Plane did not accept the API key', KEY],
		[402, refusedBy('Plane', 402), VALUES],
		[403, 'Plane does not allow this', RIGHTS],
		[404, 'Plane did not find Project ID p1 or Module ID m1', PLACES],
		[405, refusedBy('Plane', 405), VALUES],
		[
			409,
			'This conflicts with what Plane has already',
			'Use the existing record, or choose another name.',
		],
		[413, 'Plane finds this too large', 'Send less at once.'],
		[415, refusedBy('Plane', 415), VALUES],
		[422, refusedBy('Plane', 422), VALUES],
		[429, 'Plane has had too many requests', WAIT],
		[500, failedBy('Plane', 500), LATER],
		[502, failedBy('Plane', 502), LATER],
		[503, failedBy('Plane', 503), LATER],
		[504, failedBy('Plane', 504), LATER],
		[599, failedBy('Plane', 599), LATER],
	];

	test.each(cases)('of %i with words of the server', (status, happened, remedy) => {
		expect(explainAnswer(jsonAnswer({ detail: 'Because.' }, status), update)).toEqual({
			message: `${happened}: Because.`,
			description: remedy,
			cause: { status },
		});
	});

	test.each(cases)('of %i without a word', (status, happened, remedy) => {
		expect(explainAnswer(textAnswer('', status), update)).toEqual({
			message: happened,
			description: remedy,
			cause: { status },
		});
	});

	test.each([301, 308])('of %i names where it redirects to', (status) => {
		const answer = { ...textAnswer('', status), headers: { location: '/elsewhere/' } };
		expect(explainAnswer(answer, update).message).toBe(
			'Plane redirects to /elsewhere/, which was not followed',
		);
	});

	test('of 404 names the only ID of the path', () => {
		expect(explainAnswer(textAnswer('', 404), list).message).toBe(
			'Plane did not find Project ID p1',
		);
	});

	test('of 404 names nothing where the path has no ID', () => {
		expect(explainAnswer(textAnswer('', 404), create).message).toBe('Plane did not find this');
	});

	test('names a refused field as the panel does', () => {
		const refused = jsonAnswer({ target_date: ['Wrong format.'], lead: ['Unknown.'] }, 400);
		expect(explainAnswer(refused, update).message).toBe(
			'Plane refused the request with status 400: Target Date: Wrong format. Lead: Unknown.',
		);
	});

	test('names a refused filter as the panel does', () => {
		expect(explainAnswer(jsonAnswer({ assignee: ['Unknown.'] }, 400), list).message).toBe(
			'Plane refused the request with status 400: Assignee: Unknown.',
		);
	});

	test('names a field that it does not know as the server does', () => {
		expect(explainAnswer(jsonAnswer({ estimate: ['No.'] }, 400), update).message).toBe(
			'Plane refused the request with status 400: estimate: No.',
		);
	});

	test.each([
		[301, 'Plane redirects to another address, which was not followed'],
		[400, 'Plane refused the request with status 400'],
		[413, 'Plane finds this too large'],
		[429, 'Plane has had too many requests'],
	])(
		'of %i with the page of a proxy tells what it means, without showing it',
		(status, message) => {
			expect(explainAnswer(webPage(status), update).message).toBe(message);
		},
	);

	test.each([200, 401, 403, 404])('of %i with a web page tells of a wrong address', (status) => {
		expect(explainAnswer(webPage(status), update)).toEqual({
			message: 'The Base URL of the credential leads to a web page, not to the interface of Plane',
			description:
				'Give https://api.plane.so for the cloud, or the address of your own server under which it answers /api/v1/.',
			cause: { status },
		});
	});

	test.each([500, 502, 504])('of %i with a web page tells of a failing server', (status) => {
		expect(explainAnswer(webPage(status), update)).toEqual({
			message: failedBy('Plane', status),
			description: LATER,
			cause: { status },
		});
	});
});

describe('an answer of the storage', () => {
	const cases: [status: number, happened: string, remedy: string][] = [
		[307, 'The storage redirects to another address, which was not followed', MOVED],
		[400, refusedBy('The storage', 400), VALUES],
		[401, 'The storage does not accept the upload credentials', ISSUED],
		[403, 'The storage does not accept the upload credentials', ISSUED],
		[404, 'The storage was not found at its address', 'Check the address of the storage.'],
		[413, 'The storage finds this too large', 'Send less at once.'],
		[429, 'The storage has had too many requests', WAIT],
		[500, failedBy('The storage', 500), LATER],
		[503, failedBy('The storage', 503), LATER],
	];

	test.each(cases)('of %i in XML', (status, happened, remedy) => {
		const xml = '<?xml version="1.0"?><Error><Code>A</Code><Message>Because</Message></Error>';
		expect(explainAnswer(textAnswer(xml, status, 'application/xml'), upload())).toEqual({
			message: `${happened}: Because`,
			description: remedy,
			cause: { status },
		});
	});

	test.each(cases)('of %i with a web page, without showing it', (status, happened, remedy) => {
		expect(explainAnswer(webPage(status), upload())).toEqual({
			message: happened,
			description: remedy,
			cause: { status },
		});
	});
});

describe('no text holds raw JSON, HTML or XML', () => {
	const answers = [
		['JSON', jsonAnswer({ error: 'No', extra: { a: [1, 2] } })],
		['JSON inside JSON', jsonAnswer({ error: '{"a": 1}' })],
		['a web page', webPage()],
		['a web page inside JSON', jsonAnswer({ detail: '<html><body>No</body></html>' })],
		['XML', textAnswer('<Error><Code>A</Code><Message>No</Message></Error>', 200, 'text/xml')],
		['broken JSON', textAnswer('{"error": "No"')],
		['a part of a web page', textAnswer('<h1>502 Bad Gateway</h1>')],
	] as const;
	const statuses = [301, 400, 401, 403, 404, 409, 413, 429, 500, 502];

	test.each(answers)('from %s', (_, answer) => {
		for (const status of statuses) {
			for (const call of [update, list, create, upload()]) {
				const { message, description } = explainAnswer({ ...answer, status }, call);
				expect(message + description).not.toMatch(/[<>{}]/);
			}
		}
	});
});

describe('no answer', () => {
	const URL = 'https://plane.example.com:8443/pm/api/v1/workspaces/acme/?limit=1';
	const CERTIFICATE = 'has a certificate that cannot be verified';
	const SWITCH =
		'If the server is your own, switch on Ignore SSL Issues (Insecure) in the credential.';
	const RUNS = 'Check the address and its port, and that the server is running.';
	const LOOK = 'The request may have been carried out: look there before you repeat it.';
	const ROUTE = 'Check that n8n has a network path to it.';
	const SPELLING = 'Check the address for typing errors.';
	const ASK = 'Try again later, or ask whoever runs the server.';

	const cases: [code: string, happened: string, remedy: string][] = [
		['ENOTFOUND', 'is not a known host', SPELLING],
		['EAI_AGAIN', 'is not a known host', SPELLING],
		['ECONNREFUSED', 'refused the connection', RUNS],
		['ECONNABORTED', 'did not answer in time', ASK],
		['ETIMEDOUT', 'did not answer in time', ASK],
		['ECONNRESET', 'closed the connection before its answer was complete', LOOK],
		['EPIPE', 'closed the connection before its answer was complete', LOOK],
		['EHOSTUNREACH', 'cannot be reached', ROUTE],
		['ENETUNREACH', 'cannot be reached', ROUTE],
		[
			'EPROTO',
			'does not speak HTTPS at this address',
			'Check whether the address starts with http://.',
		],
		['DEPTH_ZERO_SELF_SIGNED_CERT', CERTIFICATE, SWITCH],
		['SELF_SIGNED_CERT_IN_CHAIN', CERTIFICATE, SWITCH],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', CERTIFICATE, SWITCH],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', CERTIFICATE, SWITCH],
		['CERT_HAS_EXPIRED', CERTIFICATE, SWITCH],
		['ERR_TLS_CERT_ALTNAME_INVALID', CERTIFICATE, SWITCH],
		['EWHATEVER', 'could not be asked', 'Check the address, and that the server is running.'],
	];

	test.each(cases)('because of %s', (fault, happened, remedy) => {
		expect(explainFault({ fault }, URL)).toEqual({
			message: `plane.example.com:8443 ${happened}`,
			description: `${remedy} (${fault})`,
			cause: {},
		});
	});

	test('for a reason that is not known', () => {
		expect(explainFault({ fault: '' }, URL)).toEqual({
			message: 'plane.example.com:8443 could not be asked',
			description: 'Check the address, and that the server is running.',
			cause: {},
		});
	});
});

test('an answer that is not what was expected says that the change may have been made', () => {
	expect(unexpected(jsonAnswer('ok'), 'is not a record')).toEqual({
		message: 'The answer of the server is not a record',
		description:
			'Check that the Base URL of the credential leads to a Plane server, and look there whether the change was made.',
		cause: { status: 200 },
	});
});
