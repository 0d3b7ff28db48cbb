import { allFields } from '../operations/operation';
import { isWebPage, succeeded, type Answer, type Fault } from './answer';
import type { Call } from './call';
import type { Problem } from './problem';
import { serverWords } from './words';

/** What happened, for the sentence, and what to do about it. */
type Words = readonly [happened: string, remedy: string];

/** What no answer means: the network's code in plain words. */
export function explainFault({ fault }: Fault, url: string): Problem {
	const [happened, remedy] = wordsOfFault(fault);
	return {
		message: `${new URL(url).host} ${happened}`,
		// n8n replaces a message that holds such a code by a text of its own; a description stays.
		description: fault === '' ? remedy : `${remedy} (${fault})`,
		cause: {},
	};
}

function wordsOfFault(code: string): Words {
	switch (code) {
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return ['is not a known host', 'Check the address for typing errors.'];
		case 'ECONNREFUSED':
			return [
				'refused the connection',
				'Check the address and its port, and that the server is running.',
			];
		case 'ECONNABORTED':
		case 'ETIMEDOUT':
			return ['did not answer in time', 'Try again later, or ask whoever runs the server.'];
		case 'ECONNRESET':
		case 'EPIPE':
		case 'ERR_BAD_RESPONSE': // dropped in the middle of the answer
			return [
				'closed the connection before its answer was complete',
				'The request may have been carried out: look there before you repeat it.',
			];
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return ['cannot be reached', 'Check that n8n has a network path to it.'];
		case 'EPROTO':
			return [
				'does not speak HTTPS at this address',
				'Check whether the address starts with http://.',
			];
		default:
			return /CERT|SIGNATURE|ISSUER|ERR_TLS/.test(code)
				? [
						'has a certificate that cannot be verified',
						'If the server is your own, switch on Ignore SSL Issues (Insecure) in the credential.',
					]
				: ['could not be asked', 'Check the address, and that the server is running.'];
	}
}

/**
 * What an answer outside 2xx means for a call, with the server's own words where it has any. The
 * specification leaves these statuses open ("Errors"); they are taken as HTTP means them.
 */
export function explainAnswer(answer: Answer, call: Call): Problem {
	const toStorage = call.operation.upload !== undefined;
	if (!toStorage && isWrongPlace(answer)) return webPage(answer);
	const words = toStorage ? wordsOfStorage(answer) : wordsOfService(answer, call);
	return told(words, answer, (wire) => displayNameOf(call, wire));
}

/** What an answer outside 2xx means where no operation asked for it. */
export const explainStatus = (answer: Answer): Problem =>
	told(wordsOfStatus('The server', answer), answer, (wire) => wire);

function told(
	[happened, remedy]: Words,
	answer: Answer,
	nameOf: (wire: string) => string,
): Problem {
	const said = serverWords(answer, nameOf);
	return {
		message: said === '' ? happened : `${happened}: ${said}`,
		description: remedy,
		cause: { status: answer.status },
	};
}

function wordsOfService(answer: Answer, call: Call): Words {
	const places = placesOf(call);
	switch (answer.status) {
		case 401:
			return ['Plane did not accept the API key', 'Check the API Key in the credential.'];
		case 403:
			return [
				'Plane does not allow this',
				'Check the API Key in the credential, and that its user may do this in the workspace.',
			];
		case 404:
			return [
				places.length === 0 ? 'Plane did not find this' : `Plane did not find ${series(places)}`,
				'Check the workspace and each ID. Some editions of Plane lack this operation.',
			];
		case 409:
			return [
				'This conflicts with what Plane has already',
				'Use the existing record, or choose another name.',
			];
		default:
			return wordsOfStatus('Plane', answer);
	}
}

function wordsOfStorage(answer: Answer): Words {
	if (answer.status === 404) {
		return ['The storage was not found at its address', 'Check the address of the storage.'];
	}
	return answer.status === 401 || answer.status === 403
		? [
				'The storage does not accept the upload credentials',
				'They hold for one file and a short time: get new ones, and upload at once.',
			]
		: wordsOfStatus('The storage', answer);
}

function wordsOfStatus(server: string, { status, headers }: Answer): Words {
	if (status >= 500) {
		return [
			`${server} failed with status ${status}`,
			'Try again later. If it stays so, ask whoever runs the server.',
		];
	}
	if (status >= 300 && status < 400) {
		return [
			`${server} redirects to ${headers.location ?? 'another address'}, which was not followed`,
			'If the server has moved there, give that address instead.',
		];
	}
	if (status === 413) return [`${server} finds this too large`, 'Send less at once.'];
	if (status === 429) {
		return [
			`${server} has had too many requests`,
			'Wait a minute, then run it again with fewer items at once.',
		];
	}
	return [`${server} refused the request with status ${status}`, 'Check the values of this item.'];
}

/** The path's parameters with their values, e.g. `Module ID 0c7da278…`: what a 404 may be about. */
const placesOf = (call: Call): string[] =>
	'path' in call
		? call.operation.path.map(({ wire, displayName }) => `${displayName} ${call.path[wire] ?? ''}`)
		: [];

/** `['a', 'b', 'c']` → `a, b or c` */
const series = (parts: readonly string[]): string =>
	[parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' or ');

const displayNameOf = ({ operation }: Call, wire: string): string =>
	allFields(operation).find((field) => field.wire === wire)?.displayName ?? wire;

/** A 2xx answer that is not what the operation answers; the change may have been made. */
export function unexpected(answer: Answer, what: string): Problem {
	if (isWebPage(answer)) return webPage(answer);
	return {
		message: `The answer of the server ${what}`,
		description:
			'Check that the Base URL of the credential leads to a Plane server, and look there whether the change was made.',
		cause: { status: answer.status },
	};
}

/**
 * Whether there is a web page where the interface should be. A redirect, an overload or a limit may
 * come with a page too, from the proxy in front of the right server.
 */
export const isWrongPlace = (answer: Answer): boolean =>
	isWebPage(answer) && (succeeded(answer) || [401, 403, 404].includes(answer.status));

/** An address that leads to the web app, to a portal or to a proxy's page. */
export const webPage = ({ status }: Answer): Problem => ({
	message: 'The Base URL of the credential leads to a web page, not to the interface of Plane',
	description:
		'Give https://api.plane.so for the cloud, or the address of your own server under which it answers /api/v1/.',
	cause: { status },
});
