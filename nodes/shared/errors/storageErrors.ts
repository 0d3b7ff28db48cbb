import type { UploadCall } from '../model/call';
import type { Problem } from '../result/problem';
import { type HttpResponse, isWebPage } from '../transport/response';
import { readElement } from '../transport/readElement';
import { problemFrom, problemFromText, withCode, type ErrorText } from './problemFrom';
import { serverMessageText } from './serverMessage';
import { redirectProblem, statusProblem } from './status';

const SERVER = 'The storage';

/** Where the address of a storage is from. */
export type AddressOrigin = Pick<UploadCall, 'requestedByNode'>;

/** How to fix the address of a storage. */
function addressRemedy({ requestedByNode }: AddressOrigin): string {
	if (requestedByNode === undefined) {
		return 'Check the address that came with the upload credentials.';
	}

	if (requestedByNode === 'elsewhere') {
		return 'Ask whoever runs the server to check the address of its storage.';
	}

	// For its bundled storage, Plane returns an address at the host of the request (row 86).
	return 'Plane made this address from the Base URL of the credential: enter the address there that browsers use for Plane. If it is that one already, ask whoever runs the server to check the address of its storage.';
}

/** The remedy for upload credentials of the user, or a general one if the node itself requested them. */
const remedyUnlessIssued = ({ requestedByNode }: UploadCall, remedy: string): string =>
	requestedByNode === undefined
		? remedy
		: 'Plane issued the upload credentials for this file. If this keeps happening, ask whoever runs the server to check its storage and the clocks of both.';

const useAsIssued = (call: UploadCall): string =>
	remedyUnlessIssued(
		call,
		`Use all fields exactly as they were issued, best in one piece as ${call.operation.credentials.displayName}.`,
	);

const sizeMismatch = (
	fileIs: 'larger' | 'smaller',
	issuedFor: 'larger' | 'smaller',
	{ requestedByNode, file }: UploadCall,
): ErrorText => ({
	message: `The file is ${fileIs} than the upload credentials allow`,
	remedy:
		requestedByNode === undefined
			? `They were issued for a ${issuedFor} file. Get new ones for ${file.size} bytes, the size of this one.`
			: `Ask whoever runs the server which sizes it allows: this file has ${file.size} bytes.`,
});

const storageNotFound = (origin: AddressOrigin): ErrorText => ({
	message: 'The storage was not found at its address',
	remedy: addressRemedy(origin),
});

const storageFull = (): ErrorText => ({
	message: `${SERVER} has no room for the file`,
	remedy: 'Ask whoever runs it to make room, then get new upload credentials.',
});

/** The texts for the error codes of storages (row 15). */
const TEXT_BY_CODE: Readonly<Record<string, (call: UploadCall) => ErrorText>> = {
	EntityTooLarge: (call) => sizeMismatch('larger', 'smaller', call),
	EntityTooSmall: (call) => sizeMismatch('smaller', 'larger', call),
	SignatureDoesNotMatch: (call) => ({
		message: 'The signature of the upload credentials does not match their other fields',
		remedy: useAsIssued(call),
	}),
	InvalidPolicyDocument: (call) => ({
		message: `${SERVER} cannot read the policy of the upload credentials`,
		remedy: useAsIssued(call),
	}),
	RequestTimeTooSkewed: () => ({
		message:
			'The clock of the storage and that of the server that issued the upload credentials differ',
		remedy: 'Ask whoever runs them to have both clocks set by a time server.',
	}),
	KeyTooLongError: () => ({
		message: `${SERVER} considers the key too long`,
		remedy: 'Give the file a shorter name, and get new upload credentials for it.',
	}),
	MissingContentLength: () => ({
		message: `${SERVER} did not receive the length of the upload`,
		remedy: 'A proxy in between may have dropped it: ask whoever runs the proxy.',
	}),
	QuotaExceeded: storageFull,
	XMinioStorageFull: storageFull,
	RequestTimeout: () => ({
		message: `${SERVER} waited too long for the file`,
		remedy: 'The connection may be slow. Try again later, with new upload credentials.',
	}),
	NoSuchBucket: storageNotFound,
};

/** The problem of an upload that a storage refuses, in XML with a code and a message (row 15). */
export function storageProblem(response: HttpResponse, call: UploadCall): Problem {
	const code = readElement(response.text, 'Code') ?? '';
	const known = Object.hasOwn(TEXT_BY_CODE, code) ? TEXT_BY_CODE[code]?.(call) : undefined;
	const text = known ?? deniedByPolicy(response, call, code) ?? textByStatus(response, call);
	const problem =
		text === undefined ? statusProblem(response, SERVER) : problemFromText(response, text);

	return { ...problem, description: withCode(problem.description, code) };
}

/** The response is a web page, which no storage sends, so the file may not have been stored. */
export const storagePage = (response: HttpResponse, origin: AddressOrigin): Problem =>
	problemFrom(response, 'The storage responded with a web page', addressRemedy(origin));

/** The problem of a download that a storage refuses. */
export function downloadProblem(response: HttpResponse, origin: AddressOrigin): Problem {
	const code = readElement(response.text, 'Code') ?? '';
	const text = code === 'NoSuchKey' ? NO_FILE : refusedDownload(response, origin);
	const problem =
		text === undefined ? statusProblem(response, SERVER) : problemFromText(response, text);

	return { ...problem, description: withCode(problem.description, code) };
}

const NO_FILE: ErrorText = {
	message: 'The storage does not have the file',
	remedy: 'It may have been deleted there: ask whoever runs the server.',
};

function refusedDownload(response: HttpResponse, origin: AddressOrigin): ErrorText | undefined {
	const { status } = response;
	if ([404, 405].includes(status)) {
		const text = storageNotFound(origin);

		return isWebPage(response) ? { ...text, hidesServerMessage: true } : text;
	}
	if (isWebPage(response) || ![400, 401, 403].includes(status)) return undefined;

	const remedy = 'Ask whoever runs the server to check its storage and the clocks of both.';

	return { message: `${SERVER} refused to give the file`, remedy };
}

/** Explains how an upload violates the signed policy of its credentials, if the storage reports that. */
function deniedByPolicy(
	response: HttpResponse,
	call: UploadCall,
	code: string,
): ErrorText | undefined {
	if (!['AccessDenied', 'ExpiredToken'].includes(code)) return undefined;

	const message = serverMessageText(response);
	if (/\bexpired\b/i.test(message)) {
		const remedy = 'They are valid for a short time only: get new ones right before the upload.';

		return {
			message: 'The upload credentials have expired',
			remedy: remedyUnlessIssued(call, remedy),
		};
	}

	const extraField =
		/\bextra input fields: ([\w, -]+)/i.exec(message)?.[1] ??
		/"([\w-]+)" not specified in the policy/i.exec(message)?.[1];
	if (extraField !== undefined) {
		const remedy = remedyUnlessIssued(call, 'Send only the fields that were issued with them.');

		return { message: `The upload credentials do not allow the field ${extraField}`, remedy };
	}

	// The message quotes the condition as JSON, with a value that may be a secret.
	const deniedField = /\bcondition failed: \[[^\]]*\$([\w-]+)/i.exec(message)?.[1];
	if (deniedField === undefined) return undefined;

	return {
		message: `The field ${deniedField} does not match what the upload credentials allow`,
		remedy: useAsIssued(call),
		hidesServerMessage: true,
	};
}

function textByStatus(response: HttpResponse, call: UploadCall): ErrorText | undefined {
	const { status } = response;
	const isPage = isWebPage(response);
	if (status === 413) {
		return {
			message: `${SERVER}, or a proxy in front of it, considers the file too large`,
			remedy: `Ask whoever runs it to allow ${call.file.size} bytes, the size of this file.`,
			...(isPage && { hidesServerMessage: true }),
		};
	}
	if ([404, 405].includes(status)) return storageNotFound(call);

	const redirect = redirectProblem(response, SERVER);
	if (redirect !== undefined) {
		return {
			message: redirect.message,
			remedy: addressRemedy(call),
			hidesServerMessage: true,
		};
	}
	if (isPage || ![400, 401, 403].includes(status)) return undefined;

	if (status === 400) {
		const remedy = 'Check the upload credentials and the file of this item.';

		return {
			message: 'The storage refused the upload',
			remedy: remedyUnlessIssued(call, remedy),
		};
	}

	const remedy =
		'They are valid for one file and a short time: get new ones and upload right away.';

	return {
		message: 'The storage does not accept the upload credentials',
		remedy: remedyUnlessIssued(call, remedy),
	};
}
