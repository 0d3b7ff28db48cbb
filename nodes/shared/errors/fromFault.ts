import type { Problem } from '../result/problem';
import type { Fault } from '../transport/response';
import { endWithFullStop, removeFullStops } from '../text/fullStop';
import { failed, withCode } from './problemFrom';
import { TRY_AGAIN_LATER } from './tryAgain';

/** Codes of Node.js, OpenSSL or the HTTP client, with what happened and what to do about it. */
type FaultText = readonly [codes: RegExp, happened: string, remedy: string, tryAgain?: string];

/** What the limits in the credential have to do with a fault: the first row whose pattern matches the code applies. */
const OPTIONS_ADVICE: readonly (readonly [codes: RegExp, advice: string])[] = [
	[
		/^(ECONNABORTED|ESOCKETTIMEDOUT)$/,
		'Timeout under Limits in the credential says how long to wait.',
	],
	[
		/^(EMFILE|ENFILE|EADDRNOTAVAIL|ENOBUFS|ENOMEM)$/,
		'Or lower Concurrent Requests under Limits in the credential.',
	],
];

const ASK_OPERATOR = 'If this keeps happening, ask whoever runs the server.';

/** The first row whose pattern matches the code applies. */
const FAULTS: readonly FaultText[] = [
	[/^(ENOTFOUND|EAI_AGAIN)$/, 'is not a known host', 'Check the spelling of the address.'],
	[
		/^ECONNREFUSED$/,
		'refused the connection',
		'Check the address and its port, and that the server is running.',
	],
	[/^(ECONNABORTED|ESOCKETTIMEDOUT)$/, 'did not respond in time', ASK_OPERATOR, TRY_AGAIN_LATER],
	[
		/^ETIMEDOUT$/,
		'did not respond in time',
		'Check the address, and that no firewall stands between n8n and the server.',
		TRY_AGAIN_LATER,
	],
	[
		/^(ECONNRESET|EPIPE|ERR_BAD_RESPONSE)$/, // ERR_BAD_RESPONSE: in the middle of the response
		'closed the connection before its response was complete',
		ASK_OPERATOR,
		TRY_AGAIN_LATER,
	],
	[
		/^ERR_TOO_LARGE$/,
		'gave a response of more than 100 MB',
		'No list or record is that large: check the address, or ask whoever runs the server.',
	],
	[/^(EHOSTUNREACH|ENETUNREACH)$/, 'cannot be reached', 'Check that n8n has a network path to it.'],
	[
		/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/,
		'does not speak HTTPS at this address',
		'Check the port. If the server has no HTTPS, start the address with http://.',
	],
	[
		/^CERT_HAS_EXPIRED$/,
		'has a certificate that has expired',
		'Have it renewed. If the server is your own, you can turn on Ignore SSL Issues (Insecure) in the credential until then.',
	],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID$/,
		'has a certificate for another host name',
		'Use the host name in the certificate. If the server is your own, turn on Ignore SSL Issues (Insecure) in the credential.',
	],
	[/^HPE_/, 'does not speak HTTP at this address', 'Check the address and its port.'],
	[
		/^ERR_SSL_/,
		'and n8n could not agree on encryption',
		'It may only support old versions of TLS: ask whoever runs the server.',
	],
	[
		/CERT|SIGNATURE|ISSUER|ERR_TLS/, // e.g. DEPTH_ZERO_SELF_SIGNED_CERT
		'has a certificate that cannot be verified',
		'If the server is your own, turn on Ignore SSL Issues (Insecure) in the credential.',
	],
];

/** Takes precedence over FAULTS for an upload that was interrupted in the middle of its file. */
const UPLOAD_FAULTS: readonly FaultText[] = [
	[/^ECONNABORTED$/, 'did not take the file in time', ASK_OPERATOR, TRY_AGAIN_LATER],
	[
		/^(ECONNRESET|EPIPE)$/,
		'closed the connection while the file was being sent',
		'It may have refused the file, in a response that was lost. Check that the upload credentials are new and that the file is not too large for the storage.',
		'Then try again.',
	],
];

/** Faults of the machine that n8n runs on, after which nothing was sent, and what to do about them. */
const LOCAL_FAULTS: readonly (readonly [codes: RegExp, remedy: string])[] = [
	[
		/^(EMFILE|ENFILE)$/,
		'Too many files and connections are open there: raise the limit of open files there.',
	],
	[
		/^(EADDRNOTAVAIL|ENOBUFS|ENOMEM)$/,
		'It has no port or memory left for another connection: run fewer workflows at the same time.',
	],
	[
		/^(EACCES|EPERM)$/,
		'It does not let n8n connect there: ask whoever runs n8n, e.g. about a firewall on the machine.',
	],
];

/** Explains in plain words why there was no response. @param url of the request */
export function fromFault(fault: Fault, url: string): Problem {
	if (fault.kind === 'notSent' || fault.kind === 'notStored') return fault.problem;

	if (fault.kind === 'blocked') {
		return failed(
			`n8n did not send the request: ${removeFullStops(fault.message)}`,
			endWithFullStop(fault.description),
		);
	}

	const { code, duringUpload } = fault;
	const { host } = new URL(url);
	const matchesCode = ([codes]: readonly [RegExp, ...unknown[]]): boolean => codes.test(code);
	const optionsAdvice = OPTIONS_ADVICE.find(matchesCode)?.[1] ?? '';
	const local = LOCAL_FAULTS.find(matchesCode)?.[1];
	if (local !== undefined) {
		const message = `The machine that n8n runs on could not open a connection to ${host}`;

		return {
			...failed(message, withCode(local, code)),
			...(optionsAdvice !== '' && { optionsAdvice }),
		};
	}

	const [
		,
		happened = 'could not be reached',
		remedy = 'Check the address, and that the server is running.',
		tryAgain = '',
	] = [...(duringUpload === true ? UPLOAD_FAULTS : []), ...FAULTS].find(matchesCode) ?? [];

	return {
		...failed(`${host} ${happened}`, withCode(remedy, code)),
		...(optionsAdvice !== '' && { optionsAdvice }),
		...(tryAgain !== '' && { tryAgain }),
	};
}
