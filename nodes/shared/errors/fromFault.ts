import { problem, type Problem } from '../result/problem';
import type { Fault } from '../transport/response';
import { sentence, unstopped } from './plainText';
import { withCode } from './problemFrom';

/** What happened, after the name of the host, and what to do about it. */
type Words = readonly [happened: string, remedy: string];

const UNKNOWN: Words = ['is not a known host', 'Check how the address is written.'];
const TIME_OUT: Words = [
	'did not answer in time',
	'Try again later, or ask whoever runs the server. Timeout under Options says how long to wait.',
];
const NO_CONNECTION: Words = [
	'did not answer in time',
	'Check the address, and that no firewall stands between n8n and the server. Otherwise try again later.',
];
const DROPPED: Words = [
	'closed the connection before its answer was complete',
	'Try again later, or ask whoever runs the server.',
];
const DROPPED_DURING_UPLOAD: Words = [
	'closed the connection while the file was being sent',
	'It may have refused the file, in an answer that was lost. Check that the upload credentials are new and that the file is not too large for the storage, then try again.',
];
const SLOW_DURING_UPLOAD: Words = ['did not take the file in time', TIME_OUT[1]];
const NO_ROUTE: Words = ['cannot be reached', 'Check that n8n has a network path to it.'];
const NO_TLS: Words = [
	'does not speak HTTPS at this address',
	'Check the port. If the server has no HTTPS, start the address with http://.',
];
const UNVERIFIED: Words = [
	'has a certificate that cannot be verified',
	'If the server is your own, switch on Ignore SSL Issues (Insecure) in the credential.',
];

const NO_ROOM =
	'It has no port or no memory left for another connection: lower Concurrent Requests, or let fewer workflows run at the same time.';
const TOO_MANY_OPEN =
	'Too many files and connections are open there: raise the limit of open files of n8n, or lower Concurrent Requests.';
const NOT_ALLOWED =
	'It does not let n8n connect there: ask whoever runs n8n, e.g. about a firewall on the machine.';

/** What the machine of n8n itself does not give, and how to fix that. Nothing has been sent then. */
const LOCAL: Readonly<Record<string, string>> = {
	EMFILE: TOO_MANY_OPEN,
	ENFILE: TOO_MANY_OPEN,
	EADDRNOTAVAIL: NO_ROOM,
	ENOBUFS: NO_ROOM,
	ENOMEM: NO_ROOM,
	EACCES: NOT_ALLOWED,
	EPERM: NOT_ALLOWED,
};

/** By the codes of Node.js, OpenSSL and the HTTP client. */
const WORDS: Readonly<Record<string, Words>> = {
	ENOTFOUND: UNKNOWN,
	EAI_AGAIN: UNKNOWN,
	ECONNREFUSED: [
		'refused the connection',
		'Check the address and its port, and that the server is running.',
	],
	ECONNABORTED: TIME_OUT,
	ESOCKETTIMEDOUT: TIME_OUT,
	ETIMEDOUT: NO_CONNECTION,
	ECONNRESET: DROPPED,
	EPIPE: DROPPED,
	ERR_BAD_RESPONSE: DROPPED, // in the middle of the answer
	EHOSTUNREACH: NO_ROUTE,
	ENETUNREACH: NO_ROUTE,
	EPROTO: NO_TLS,
	ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
	ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
	ERR_SSL_HTTP_REQUEST: NO_TLS,
	CERT_HAS_EXPIRED: [
		'has a certificate that has expired',
		'Have it renewed. If the server is your own, Ignore SSL Issues (Insecure) in the credential helps until then.',
	],
	ERR_TLS_CERT_ALTNAME_INVALID: [
		'has a certificate for another host name',
		'Give the address by the name in the certificate. If the server is your own, switch on Ignore SSL Issues (Insecure) in the credential.',
	],
};

/** The same for an upload that was broken off in the middle of its file. */
const DURING_UPLOAD: Readonly<Record<string, Words>> = {
	ECONNABORTED: SLOW_DURING_UPLOAD,
	ECONNRESET: DROPPED_DURING_UPLOAD,
	EPIPE: DROPPED_DURING_UPLOAD,
};

/** Codes that come in families, e.g. `HPE_INVALID_CONSTANT`, `DEPTH_ZERO_SELF_SIGNED_CERT`. */
const FAMILIES: readonly (readonly [pattern: RegExp, words: Words])[] = [
	[/^HPE_/, ['does not speak HTTP at this address', 'Check the address and its port.']],
	[
		/^ERR_SSL_/,
		[
			'does not agree with n8n on how to encrypt',
			'It may know old versions of TLS only: ask whoever runs the server.',
		],
	],
	[/CERT|SIGNATURE|ISSUER|ERR_TLS/, UNVERIFIED],
];

/** What a missing response means: the network's code in plain words. */
export function fromFault(fault: Fault, url: string): Problem {
	if ('problem' in fault) return fault.problem;
	if (fault.fault === 'blocked') {
		return problem({
			tag: 'failed',
			message: `n8n did not send the request: ${unstopped(fault.message)}`,
			description: `Nothing was sent. ${sentence(fault.description)}`,
		});
	}
	const { code, duringUpload } = fault;
	const { host } = new URL(url);
	const local = LOCAL[code];
	if (local !== undefined) {
		return problem({
			tag: 'failed',
			message: `The machine of n8n could not open a connection to ${host}`,
			description: withCode(`Nothing was sent. ${local}`, code),
		});
	}
	const [happened, remedy] = (duringUpload === true ? DURING_UPLOAD[code] : undefined) ??
		WORDS[code] ??
		FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? [
			'could not be asked',
			'Check the address, and that the server is running.',
		];
	return problem({
		tag: 'failed',
		message: `${host} ${happened}`,
		description: withCode(remedy, code),
	});
}
