import type { UploadCall } from '../model/call';
import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage } from '../transport/response';
import { readElement } from '../transport/readElement';
import { problemFrom, problemQuoting, withCode, type ErrorText } from './problemFrom';
import { serverMessageText } from './serverMessage';
import { redirectProblem, statusProblem } from './status';

const SERVER = 'The storage';

/** How the address of a storage came about. */
export type AddressOrigin = Pick<UploadCall, 'isIssuedByNode' | 'isAtBaseUrl'>;

/** What to do about the address of a storage. */
function addressRemedy({ isIssuedByNode, isAtBaseUrl }: AddressOrigin): string {
	if (isIssuedByNode !== true) return 'Check the address that came with the upload credentials.';
	if (isAtBaseUrl !== true)
		return 'Ask whoever runs the server to check the address of its storage.';

	// The bundled storage is reached by the host that the request came by (row 86).
	return 'Plane made this address from the Base URL of the credential: enter the address there that browsers use for Plane. If it is that one already, ask whoever runs the server to check the address of its storage.';
}

/** What to do about the credentials, where it is not the node itself that got them for this file. */
const remedyUnlessIssued = ({ isIssuedByNode }: UploadCall, remedy: string): string =>
	isIssuedByNode === true
		? 'Plane issued the upload credentials for this file. Try again; if that does not help, ask whoever runs the server to check its storage and the clocks of both.'
		: remedy;

const asIssued = (call: UploadCall): string =>
	remedyUnlessIssued(
		call,
		`Use all fields exactly as they were issued, best in one piece as ${call.operation.credentials.displayName}.`,
	);

const sizeMismatch = (
	is: string,
	other: string,
	{ isIssuedByNode, file }: UploadCall,
): ErrorText => [
	`The file is ${is} than the upload credentials allow`,
	isIssuedByNode === true
		? `Ask whoever runs the server which sizes it allows: this file has ${file.size} bytes.`
		: `They were issued for a ${other} file. Get new ones for ${file.size} bytes, the size of this one.`,
];

const notFoundAt = (origin: AddressOrigin): ErrorText => [
	'The storage was not found at its address',
	addressRemedy(origin),
];

const full = (): ErrorText => [
	`${SERVER} has no room for the file`,
	'Ask whoever runs it to make room, then get new upload credentials.',
];

/** By the codes of a storage (row 15). */
const CODES: Readonly<Record<string, (call: UploadCall) => ErrorText>> = {
	EntityTooLarge: (call) => sizeMismatch('larger', 'smaller', call),
	EntityTooSmall: (call) => sizeMismatch('smaller', 'larger', call),
	SignatureDoesNotMatch: (call) => [
		'The signature of the upload credentials does not match their other fields',
		asIssued(call),
	],
	InvalidPolicyDocument: (call) => [
		`${SERVER} cannot read the policy of the upload credentials`,
		asIssued(call),
	],
	RequestTimeTooSkewed: () => [
		'The clock of the storage and that of the server that issued the upload credentials differ',
		'Ask whoever runs them to have both clocks set by a time server.',
	],
	KeyTooLongError: () => [
		`${SERVER} considers the key too long`,
		'Give the file a shorter name, and get new upload credentials for it.',
	],
	MissingContentLength: () => [
		`${SERVER} was not told the length of the upload`,
		'A proxy in between may have dropped it: ask whoever runs the proxy.',
	],
	QuotaExceeded: full,
	XMinioStorageFull: full,
	RequestTimeout: () => [
		`${SERVER} waited too long for the file`,
		'The connection may be slow. Try again later, with new upload credentials.',
	],
	NoSuchBucket: notFoundAt,
};

/** What a storage does not take (row 15): it responds in XML, with a code and a message. */
export function storageProblem(response: HttpResponse, call: UploadCall): Problem {
	const code = readElement(response.text, 'Code') ?? '';
	const known = Object.hasOwn(CODES, code) ? CODES[code]?.(call) : undefined;
	const words = known ?? denied(response, call, code) ?? byStatus(response, call);
	const problem =
		words === undefined ? statusProblem(response, SERVER) : problemQuoting(response, ...words);

	return { ...problem, description: withCode(problem.description, code) };
}

/** A success that a storage does not give: whoever responded, the file may be nowhere. */
export const storagePage = (response: HttpResponse, origin: AddressOrigin): Problem =>
	problemFrom(response, 'The storage responded with a web page', addressRemedy(origin));

/** A file that a storage does not give. */
export function downloadProblem(response: HttpResponse, origin: AddressOrigin): Problem {
	const code = readElement(response.text, 'Code') ?? '';
	const words = code === 'NoSuchKey' ? NO_FILE : refusedDownload(response, origin);
	const problem =
		words === undefined ? statusProblem(response, SERVER) : problemQuoting(response, ...words);

	return { ...problem, description: withCode(problem.description, code) };
}

const NO_FILE: ErrorText = [
	'The storage does not have the file',
	'It may have been deleted there: ask whoever runs the server.',
];

function refusedDownload(response: HttpResponse, origin: AddressOrigin): ErrorText | undefined {
	const { status } = response;
	if ([404, 405].includes(status)) {
		const [happened, remedy] = notFoundAt(origin);

		return isWebPage(response) ? [happened, remedy, ''] : [happened, remedy];
	}
	if (isWebPage(response) || ![400, 401, 403].includes(status)) return undefined;

	const remedy = 'Ask whoever runs the server to check its storage and the clocks of both.';

	return [`${SERVER} refused to give the file`, remedy];
}

/** The policy that was signed with the credentials does not allow this upload, for one of these reasons. */
function denied(response: HttpResponse, call: UploadCall, code: string): ErrorText | undefined {
	if (!['AccessDenied', 'ExpiredToken'].includes(code)) return undefined;

	const words = serverMessageText(response);
	if (/\bexpired\b/i.test(words)) {
		const remedy = 'They are valid for a short time only: get new ones right before the upload.';

		return ['The upload credentials have expired', remedyUnlessIssued(call, remedy)];
	}

	const extra =
		/\bextra input fields: ([\w, -]+)/i.exec(words)?.[1] ??
		/"([\w-]+)" not specified in the policy/i.exec(words)?.[1];
	if (extra !== undefined) {
		const remedy = remedyUnlessIssued(call, 'Send only the fields that were issued with them.');

		return [`The upload credentials do not allow the field ${extra}`, remedy];
	}

	// The condition stands there as JSON, with a value that may be a secret.
	const other = /\bcondition failed: \[[^\]]*\$([\w-]+)/i.exec(words)?.[1];
	const different = `The field ${other ?? ''} does not match what the upload credentials allow`;

	return other === undefined ? undefined : [different, asIssued(call), ''];
}

function byStatus(response: HttpResponse, call: UploadCall): ErrorText | undefined {
	const { status } = response;
	const isPage = isWebPage(response);
	if (status === 413) {
		const happened = `${SERVER}, or a proxy in front of it, considers the file too large`;
		const remedy = `Ask whoever runs it to allow ${call.file.size} bytes, the size of this file.`;

		return isPage ? [happened, remedy, ''] : [happened, remedy];
	}
	if ([404, 405].includes(status)) return notFoundAt(call);

	const redirect = redirectProblem(response, SERVER);
	if (redirect !== undefined) return [redirect.message, addressRemedy(call), ''];
	if (isPage || ![400, 401, 403].includes(status)) return undefined;

	if (status === 400) {
		const remedy = 'Check the upload credentials and the file of this item.';

		return ['The storage refused the upload', remedyUnlessIssued(call, remedy)];
	}

	const remedy =
		'They are valid for one file and a short time: get new ones and upload right away.';

	return ['The storage does not accept the upload credentials', remedyUnlessIssued(call, remedy)];
}
