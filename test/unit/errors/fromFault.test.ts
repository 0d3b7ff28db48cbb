import { describe, expect, test } from '@jest/globals';

import { fromFault } from '../../../nodes/shared/errors/fromFault';
import { unexpectedResponse } from '../../../nodes/shared/errors/credentialErrors';
import { problem } from '../../../nodes/shared/result/problem';
import type { Fault } from '../../../nodes/shared/transport/response';
import { jsonResponse, networkFault } from '../responses';
import { RIGHT_ADDRESS } from './table/remedies';
import { withWholeRemedy } from '../wholeRemedy';

const URL = 'https://plane.example.com:8443/pm/api/v1/workspaces/acme/?limit=1';

const failure = (message: string, description: string) =>
	problem({ cause: 'failed', message, description });

describe('a missing response', () => {
	const CERTIFICATE = 'has a certificate that cannot be verified';
	const SWITCH =
		'If the server is your own, turn on Ignore SSL Issues (Insecure) in the credential.';
	const RUNS = 'Check the address and its port, and that the server is running.';
	const LATER = 'If this keeps happening, ask whoever runs the server.';
	const ROUTE = 'Check that n8n has a network path to it.';
	const SPELLING = 'Check the spelling of the address.';
	const TIMEOUT = ' Timeout under Limits in the credential says how long to wait.';
	const DROPPED = 'closed the connection before its response was complete';
	const NO_HTTPS = 'does not speak HTTPS at this address';
	const PORT = 'Check the port. If the server has no HTTPS, start the address with http://.';

	const FIREWALL = 'Check the address, and that no firewall stands between n8n and the server.';
	const OLD_TLS = 'It may only support old versions of TLS: ask whoever runs the server.';
	const OTHER_NAME = `Use the host name in the certificate. ${SWITCH}`;
	const LESS_AT_ONCE = 'Or lower Concurrent Requests under Limits in the credential.';
	const UNKNOWN = 'Check the address, and that the server is running.';
	const LOST =
		'It may have refused the file, in a response that was lost. Check that the upload credentials are new and that the file is not too large for the storage.';
	const RENEW =
		'Have it renewed. If the server is your own, you can turn on Ignore SSL Issues (Insecure) in the credential until then.';

	test.each([
		['ENOTFOUND', 'is not a known host', SPELLING],
		['EAI_AGAIN', 'is not a known host', SPELLING],
		['ECONNREFUSED', 'refused the connection', RUNS],
		['ECONNABORTED', 'did not respond in time', LATER],
		['ESOCKETTIMEDOUT', 'did not respond in time', LATER],
		['ETIMEDOUT', 'did not respond in time', FIREWALL],
		['ECONNRESET', DROPPED, LATER],
		['EPIPE', DROPPED, LATER],
		['ERR_BAD_RESPONSE', DROPPED, LATER],
		['EHOSTUNREACH', 'cannot be reached', ROUTE],
		['ENETUNREACH', 'cannot be reached', ROUTE],
		['EPROTO', NO_HTTPS, PORT],
		['ERR_SSL_WRONG_VERSION_NUMBER', NO_HTTPS, PORT],
		['ERR_SSL_PACKET_LENGTH_TOO_LONG', NO_HTTPS, PORT],
		['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'and n8n could not agree on encryption', OLD_TLS],
		[
			'HPE_INVALID_CONSTANT',
			'does not speak HTTP at this address',
			'Check the address and its port.',
		],
		['DEPTH_ZERO_SELF_SIGNED_CERT', CERTIFICATE, SWITCH],
		['SELF_SIGNED_CERT_IN_CHAIN', CERTIFICATE, SWITCH],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', CERTIFICATE, SWITCH],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', CERTIFICATE, SWITCH],
		['CERT_HAS_EXPIRED', 'has a certificate that has expired', RENEW],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'has a certificate for another host name', OTHER_NAME],
		['EWHATEVER', 'could not be reached', UNKNOWN],
	])('with the code %s is explained', (code, happened, remedy) => {
		const again = [LATER, FIREWALL].includes(remedy) ? ' Try again later.' : '';
		const timeout = /ECONNABORTED|ESOCKETTIMEDOUT/.test(code) ? TIMEOUT : '';
		const explained = failure(
			`plane.example.com:8443 ${happened}`,
			`${remedy} Code: ${code}.${timeout}${again}`,
		);

		expect(withWholeRemedy(fromFault(networkFault(code), URL))).toEqual(explained);
		expect(withWholeRemedy(fromFault({ kind: 'network', code, duringUpload: false }, URL))).toEqual(
			explained,
		);
	});

	test.each([
		['ECONNRESET', 'closed the connection while the file was being sent', LOST, ' Then try again.'],
		['EPIPE', 'closed the connection while the file was being sent', LOST, ' Then try again.'],
		['ECONNABORTED', 'did not take the file in time', LATER, `${TIMEOUT} Try again later.`],
		['ECONNREFUSED', 'refused the connection', RUNS, ''],
		['ENOTFOUND', 'is not a known host', SPELLING, ''],
	])('with the code %s is explained for uploads', (code, happened, remedy, again) => {
		const explained = fromFault({ kind: 'network', code, duringUpload: true }, URL);

		expect(withWholeRemedy(explained)).toEqual(
			failure(`plane.example.com:8443 ${happened}`, `${remedy} Code: ${code}.${again}`),
		);
	});

	test.each([
		['EMFILE', /^Too many files and connections are open there: /, LESS_AT_ONCE],
		['EADDRNOTAVAIL', /^It has no port or memory left/, LESS_AT_ONCE],
		['EPERM', /^It does not let n8n connect there/, undefined],
	])('with the code %s is a fault of the machine that n8n runs on', (code, remedy, advice) => {
		const message =
			'The machine that n8n runs on could not open a connection to plane.example.com:8443';
		const description = expect.stringMatching(remedy);

		const explained = fromFault(networkFault(code), URL);

		expect(explained).toMatchObject({ message, description });
		expect(explained.optionsAdvice).toBe(advice);
	});

	test.each(['', 'not a code', '<b>'])('with the unknown code %j shows no code', (code) => {
		const message = 'plane.example.com:8443 could not be reached';

		expect(fromFault(networkFault(code), URL)).toEqual(failure(message, UNKNOWN));
	});

	test("because of n8n's network protection quotes n8n", () => {
		const blocked: Fault = {
			kind: 'blocked',
			message: 'The IP 10.0.0.1 is blocked.',
			description: 'Allow it in the settings',
		};

		expect(fromFault(blocked, URL)).toEqual(
			failure(
				'n8n did not send the request: The IP 10.0.0.1 is blocked',
				'Allow it in the settings.',
			),
		);
	});

	test.each(['notSent', 'notStored'] as const)(
		'with its own problem is that problem (%s)',
		(kind) => {
			const ownProblem = failure('The disk is full', 'Make room.');

			expect(fromFault({ kind, problem: ownProblem }, URL)).toBe(ownProblem);
		},
	);
});

test('unexpectedResponse says what is wrong with a response', () => {
	expect(unexpectedResponse(jsonResponse('ok'), 'is not a record')).toEqual(
		problem({
			cause: 'failed',
			status: 200,
			message: 'The response of the server is not a record',
			description: RIGHT_ADDRESS,
		}),
	);
});
