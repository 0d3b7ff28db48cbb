import { OpenAPIRouter, OpenAPIValidator, type Document } from 'openapi-backend';

import { loadDocument, type DocumentOperation } from './document';
import { describeValidationError } from './sentences';

/** A request as it is sent. */
export interface WireRequest {
	method: string;
	/** Percent-encoded, starting with `/api/v1/`, without the query. */
	path: string;
	/** HTTP has only text, so text such as `5` is accepted as a number. */
	query?: Record<string, string | string[]>;
	/** Names in any case. Without headers, neither the key nor the content type is checked. */
	headers?: Record<string, unknown>;
	/** The parsed JSON, or undefined if the request has no body. */
	body?: unknown;
}

export type ProblemKind = 'path' | 'slash' | 'method' | 'key' | 'content';

/** The operation that a request carries out, or a sentence about what is wrong with the request. */
export type Verdict =
	| { operationId: string; problem?: undefined }
	| { problem: string; kind: ProblemKind; operationId?: string | undefined };

const uploadPath = '/';

const isDefinition = (value: object): value is Document => 'openapi' in value && 'paths' in value;

/**
 * Creates a validator for some of the paths, and the router that it uses.
 *
 * @param keep whether the validator knows a path
 * @param coerceTypes whether text is accepted as a number or a boolean
 */
function createValidator(keep: (path: string) => boolean, coerceTypes: boolean) {
	const source = loadDocument();
	const paths = Object.entries(source.paths).filter(([path]) => keep(path));
	const definition: object = { ...source, paths: Object.fromEntries(paths) };
	if (!isDefinition(definition)) throw new Error('openapi.yaml is no OpenAPI document.');

	const router = new OpenAPIRouter({ definition, ignoreTrailingSlashes: false });
	const options = {
		coerceTypes,
		// A test uses few operations, so each is compiled when it is first used.
		lazyCompileValidators: true,
		// The test of the document checks the schemas once, instead of each test for each operation.
		ajvOpts: { validateSchema: false },
	};

	return { router, validator: new OpenAPIValidator({ definition, router, ...options }) };
}

// Uploads go to another server, so the service must not accept their path.
const { router, validator } = createValidator((path) => path !== uploadPath, true);
const upload = createValidator((path) => path === uploadPath, false);

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

type RoutedOperation = ReturnType<typeof router.getOperations>[number] &
	Pick<DocumentOperation, 'x-operation' | 'x-when'>;

/** The operations with a pattern of their paths. Those with the most fixed text are tried first. */
const routes = router
	.getOperations()
	.map((operation: RoutedOperation) => {
		const path = operation.path.replace(/#.*/, '');
		const texts = path.split(/\{\w+\}/);
		const pattern = texts.map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('[^/]+');
		const names = Object.keys(operation['x-when'] ?? {});
		const precedence = texts.join('').length + names.length;

		return { operation: { ...operation, path }, pattern: new RegExp(`^${pattern}$`), precedence };
	})
	.sort((left, right) => right.precedence - left.precedence);

const getJsonType = (value: unknown): string => (value === null ? 'null' : typeof value);

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** Finds the operation of a request. If several share its path and method, the first that its values fit. */
function findOperation(
	method: string,
	path: string,
	{ query = {}, body }: Partial<WireRequest> = {},
) {
	const sent = new Map(Object.entries({ ...query, ...(isObject(body) ? body : {}) }));

	return routes.find(
		({ operation, pattern }) =>
			operation.method.toUpperCase() === method &&
			pattern.test(path) &&
			Object.entries(operation['x-when'] ?? {}).every(
				([name, type]) => sent.has(name) && getJsonType(sent.get(name)) === type,
			),
	)?.operation;
}

/** Returns the ID of an operation, or of the one that it is a variant of. */
const getOperationId = (operation: RoutedOperation | undefined): string | undefined =>
	operation?.['x-operation'] ?? operation?.operationId;

function explainUnknownPath(method: string, path: string, request: WireRequest): Verdict {
	const hasSlash = path.endsWith('/');
	const id = getOperationId(
		findOperation(method, hasSlash ? path.slice(0, -1) : `${path}/`, request),
	);
	if (id !== undefined) {
		const problem = hasSlash
			? `The path of ${id} ends without a slash, ${path} ends with one.`
			: `The path of ${id} ends with a slash, ${path} ends without one.`;

		return { problem, kind: 'slash', operationId: id };
	}

	const allowedMethods = methods.filter((other) => findOperation(other, path));
	if (allowedMethods.length === 0)
		return { problem: `The contract has no path ${path}.`, kind: 'path' };

	return {
		problem: `${path} takes ${allowedMethods.join(' or ')}, not ${method}.`,
		kind: 'method',
	};
}

function readHeader(headers: Record<string, unknown>, name: string): string {
	const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);

	return typeof found?.[1] === 'string' ? found[1] : '';
}

function explainHeaders(request: WireRequest): { problem: string; kind: ProblemKind } | undefined {
	if (!request.headers) return undefined;

	const isSignedIn =
		readHeader(request.headers, 'x-api-key') !== '' ||
		readHeader(request.headers, 'authorization').startsWith('Bearer ');
	if (!isSignedIn) return { problem: 'The header X-API-Key is missing.', kind: 'key' };

	const type = readHeader(request.headers, 'content-type');
	if (request.body !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
		const problem = `The body must be application/json, not ${type || 'of no stated type'}.`;

		return { problem, kind: 'content' };
	}

	return undefined;
}

function isDecodable(path: string): boolean {
	try {
		return decodeURIComponent(path) !== '';
	} catch {
		return false;
	}
}

/**
 * Checks a request to the service against the contract: path, slash, method, API key, content type,
 * path and query parameters, and body.
 *
 * @returns the ID of the operation, or a sentence about the first mistake; it never throws
 */
export function validateRequest(request: WireRequest): Verdict {
	const { path, body, query = {} } = request;
	const method = request.method.toUpperCase();
	if (!isDecodable(path)) {
		return { problem: `The path ${path} is not percent-encoded as it should be.`, kind: 'path' };
	}

	const operation = findOperation(method, path, request);
	const operationId = getOperationId(operation);
	if (!operation || operationId === undefined) {
		return explainUnknownPath(method, path, request);
	}

	const refuse = (problem: string): Verdict => ({ problem, kind: 'content', operationId });

	const wrongHeaders = explainHeaders(request);
	if (wrongHeaders) return { ...wrongHeaders, operationId };

	// The library checks a body only where the contract has one, and only when it is an object.
	if (body !== undefined && operation.requestBody === undefined) {
		return refuse(`${operationId} takes no body.`);
	}

	if (body !== undefined && (typeof body !== 'object' || body === null)) {
		return refuse(`The body must be a JSON object, not ${JSON.stringify(body)}.`);
	}

	const sent = { path, query: { ...query }, method, headers: {}, body };
	const [first] = validator.validateRequest(sent, operation).errors ?? [];
	if (!first) return { operationId };

	const decoded: { params: unknown } = router.parseRequest(sent, operation);

	return refuse(describeValidationError(first, { path: decoded.params, query, requestBody: body }));
}

/** A field of a parsed form: its name, and its text or the content of a file (a Blob, a Buffer, …). */
export type FormPart = readonly [name: string, value: string | object];

const PROVIDER_PREFIX = /^x-(amz|goog|store)-/;

function explainForm(parts: readonly FormPart[]): string | undefined {
	const names = parts.map(([name]) => name);
	const doubled = names.find((name, index) => names.indexOf(name) !== index);
	if (doubled !== undefined) return `The form field "${doubled}" is there twice.`;

	const prefixes = new Set(names.flatMap((name) => PROVIDER_PREFIX.exec(name)?.[0] ?? []));
	if (prefixes.size > 1) return `The form mixes the prefixes ${[...prefixes].join(' and ')}.`;

	if (names.includes('file') && names.at(-1) !== 'file') {
		return 'The form field "file" must be the last.';
	}

	const [misused] =
		parts.find(([name, value]) => (name === 'file') === (typeof value === 'string')) ?? [];
	if (misused === undefined) return undefined;

	return `The form field "${misused}" must be ${misused === 'file' ? 'a file' : 'text'}.`;
}

/**
 * Checks a parsed multipart form against the contract of the upload (section 6 of the specification).
 * The provider's prefix may be `x-amz-`, `x-goog-` or the specification's `x-store-`, the same in all
 * fields.
 *
 * @param headers of the request: an API key among them is a problem, because only the service may get it
 */
export function validateUpload(
	parts: readonly FormPart[],
	headers: Record<string, unknown> = {},
): Verdict {
	const operationId = 'workItemAttachment.upload';
	const refuse = (problem: string, kind: ProblemKind): Verdict => ({ problem, kind, operationId });
	if (readHeader(headers, 'x-api-key') !== '') {
		return refuse('The header X-API-Key must not go to the storage address.', 'key');
	}

	if (readHeader(headers, 'authorization') !== '') {
		return refuse('The header Authorization must not go to the storage address.', 'key');
	}

	const formProblem = explainForm(parts);
	if (formProblem !== undefined) return refuse(formProblem, 'content');

	const body = Object.fromEntries(
		parts.map(([name, value]) => [
			name.replace(PROVIDER_PREFIX, 'x-store-'),
			typeof value === 'string' ? value : '',
		]),
	);
	const request = { method: 'post', path: uploadPath, headers: {}, body };
	const [first] = upload.validator.validateRequest(request, operationId).errors ?? [];
	if (!first) return { operationId };

	const problem = describeValidationError(first, { requestBody: body }).replace(
		'body field',
		'form field',
	);

	return refuse(problem, 'content');
}
