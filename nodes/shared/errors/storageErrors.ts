import { isWebPage, type Answer } from '../transport/response';
import type { StorageCall } from '../model/call';
import type { Problem } from '../result/problem';
import { serverWords } from './serverMessage';
import { elementOf } from '../transport/xml';
import { explainRedirect } from './redirect';
import { explainStatus } from './status';
import { told, withCode } from './problemFrom';

const SERVER = 'The storage';
const CHECK_ADDRESS = 'Check the address that came with the upload credentials.';

/** What to do about credentials that the node itself got for this file. */
const OWN =
	'Plane issued the upload credentials for this very file. Try again; if it comes to the same, ask whoever runs the server to check its storage, and the clocks of both.';
const OWN_ADDRESS = 'Ask whoever runs the server to check the address of its storage.';

/** What a storage does not take (observed row 15): it answers in XML, with a code and a message. */
export function explainStorage(answer: Answer, call: StorageCall): Problem {
	const code = elementOf(answer.text, 'Code');
	const { description, ...problem } = byCode(answer, call, code) ?? byStatus(answer, call);
	return { ...problem, description: withCode(description, code) };
}

/**
 * A success that a storage does not give: whoever answered, the file may be nowhere.
 *
 * @param isOwn whether the node itself got the address
 */
export const storagePage = (answer: Answer, isOwn = false): Problem =>
	told(answer, 'The storage answered with a web page', isOwn ? OWN_ADDRESS : CHECK_ADDRESS);

function byCode(answer: Answer, call: StorageCall, code = ''): Problem | undefined {
	const words = serverWords(answer);
	switch (code) {
		case 'EntityTooLarge':
		case 'EntityTooSmall': {
			const [is, other] = code === 'EntityTooLarge' ? ['larger', 'smaller'] : ['smaller', 'larger'];
			return told(
				answer,
				`The file is ${is} than the upload credentials allow`,
				call.isOwn === true
					? `Ask whoever runs the server which sizes it allows: this file has ${call.file.size} bytes.`
					: `They were issued for a ${other} file. Get new ones for ${call.file.size} bytes, the size of this one.`,
				words,
			);
		}
		case 'SignatureDoesNotMatch':
			return told(
				answer,
				'The signature of the upload credentials does not fit their other fields',
				asIssued(call),
				words,
			);
		case 'InvalidPolicyDocument':
			return told(
				answer,
				`${SERVER} cannot read the policy of the upload credentials`,
				asIssued(call),
				words,
			);
		case 'RequestTimeTooSkewed':
			return told(
				answer,
				'The clock of the storage and that of the server that issued the upload credentials differ',
				'Ask whoever runs them to have both clocks set by a time server.',
				words,
			);
		case 'KeyTooLongError':
			return told(
				answer,
				`${SERVER} finds the key too long`,
				'Give the file a shorter name, and get new upload credentials for it.',
				words,
			);
		case 'MissingContentLength':
			return told(
				answer,
				`${SERVER} was not told the length of the upload`,
				'A proxy in between may leave out what n8n tells: ask whoever runs the proxy.',
				words,
			);
		case 'QuotaExceeded':
		case 'XMinioStorageFull':
			return told(
				answer,
				`${SERVER} has no room for the file`,
				'Ask whoever runs it to make room, then get new upload credentials.',
				words,
			);
		case 'RequestTimeout':
			return told(
				answer,
				`${SERVER} waited too long for the file`,
				'The connection may be slow. Try again later, with new upload credentials.',
				words,
			);
		case 'NoSuchBucket':
			return notFound(answer, call, words);
		case 'AccessDenied':
		case 'ExpiredToken':
			return denied(answer, call, words);
		default:
			return undefined;
	}
}

/** The policy that was signed with the credentials does not allow this upload, for one of these reasons. */
function denied(answer: Answer, call: StorageCall, words: string): Problem | undefined {
	if (/\bexpired\b/i.test(words)) {
		return told(
			answer,
			'The upload credentials have expired',
			orOwn(call, 'They hold for a short time only: get new ones right before the upload.'),
			words,
		);
	}
	const extra =
		/\bextra input fields: ([\w, -]+)/i.exec(words)?.[1] ??
		/"([\w-]+)" not specified in the policy/i.exec(words)?.[1];
	if (extra !== undefined) {
		return told(
			answer,
			`The upload credentials do not allow the field ${extra}`,
			orOwn(call, 'Send only the fields that were issued with them.'),
			words,
		);
	}
	// The condition stands there as JSON, with a value that may be a secret.
	const other = /\bcondition failed: \[[^\]]*\$([\w-]+)/i.exec(words)?.[1];
	return other === undefined
		? undefined
		: told(answer, `The field ${other} is not as the upload credentials allow it`, asIssued(call));
}

function byStatus(answer: Answer, call: StorageCall): Problem {
	const { file } = call;
	const words = serverWords(answer);
	if (answer.status === 413) {
		return told(
			answer,
			`${SERVER}, or a proxy in front of it, finds the file too large`,
			`Ask whoever runs it to allow ${String(file.size)} bytes, the size of this file.`,
			isWebPage(answer) ? '' : words,
		);
	}
	if (answer.status === 404 || answer.status === 405) return notFound(answer, call, words);
	const redirect = explainRedirect(answer, SERVER);
	if (redirect !== undefined) return { ...redirect, description: addressOf(call) };
	if (isWebPage(answer)) return explainStatus(answer, SERVER);
	if (answer.status === 401 || answer.status === 403) {
		return told(
			answer,
			'The storage does not accept the upload credentials',
			orOwn(call, 'They hold for one file and a short time: get new ones, and upload at once.'),
			words,
		);
	}
	return answer.status === 400
		? told(
				answer,
				'The storage refused the upload',
				orOwn(call, 'Check the upload credentials and the file of this item.'),
				words,
			)
		: explainStatus(answer, SERVER);
}

const notFound = (answer: Answer, call: StorageCall, words: string): Problem =>
	told(answer, 'The storage was not found at its address', addressOf(call), words);

const addressOf = ({ isOwn }: StorageCall): string =>
	isOwn === true ? OWN_ADDRESS : CHECK_ADDRESS;

const asIssued = (call: StorageCall): string =>
	orOwn(
		call,
		`Give all fields exactly as they were issued, best in one piece as ${call.operation.upload.issued.displayName}.`,
	);

/** What to do about the credentials, by whoever got them. */
const orOwn = ({ isOwn }: StorageCall, remedy: string): string => (isOwn === true ? OWN : remedy);
