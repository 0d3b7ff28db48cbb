import { OpenAPIRouter, OpenAPIValidator, type Document } from 'openapi-backend';
import { loadDocument, type DocumentOperation } from './document';
import { sentence } from './sentences';

/** A request as it is on the wire. */
export interface WireRequest {
	method: string;
	/** Percent-encoded, from `/api/v1/` on, without the query. */
	path: string;
	/** Values are texts in HTTP; a text that says a number passes for one. */
	query?: Record<string, string | string[]>;
	/** Names in any case. Without headers, neither the key nor the content type is checked. */
	headers?: Record<string, unknown>;
	/** The parsed JSON; undefined: no body. */
	body?: unknown;
}

export type ProblemKind = 'path' | 'slash' | 'method' | 'key' | 'content';

/** Which operation a request is, or in a sentence why it is none. */
export type Verdict =
	| { operationId: string; problem?: undefined }
	| { problem: string; kind: ProblemKind; operationId?: string | undefined };

const uploadPath = '/';

const isDefinition = (value: object): value is Document => 'openapi' in value && 'paths' in value;

/** A validator for some of the paths, and the router that it uses. */
function validatorFor(keep: (path: string) => boolean, coerceTypes: boolean) {
	const source = loadDocument();
	const paths = Object.entries(source.paths).filter(([path]) => keep(path));
	const definition: object = { ...source, paths: Object.fromEntries(paths) };
	if (!isDefinition(definition)) throw new Error('openapi.yaml is no OpenAPI document.');

	const router = new OpenAPIRouter({ definition, ignoreTrailingSlashes: false });
	const options = {
		coerceTypes,
		// A test needs few of its operations: each is compiled when it is first asked for.
		lazyCompileValidators: true,
		// The test of the document checks its schemas, once and not for each operation of each test.
		ajvOpts: { validateSchema: false },
	};

	return { router, validator: new OpenAPIValidator({ definition, router, ...options }) };
}

// The upload has a server of its own, so its path must not answer for the service's.
const { router, validator } = validatorFor((path) => path !== uploadPath, true);
const upload = validatorFor((path) => path === uploadPath, false);

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

type Routed = ReturnType<typeof router.getOperations>[number] &
	Pick<DocumentOperation, 'x-operation' | 'x-when'>;

/** The operations with what their paths look like, those with the longest fixed text first. */
const routed = router
	.getOperations()
	.map((operation: Routed) => {
		const path = operation.path.replace(/#.*/, '');
		const texts = path.split(/\{\w+\}/);
		const pattern = texts.map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('[^/]+');
		const names = Object.keys(operation['x-when'] ?? {});
		const order = texts.join('').length + names.length;

		return { operation: { ...operation, path }, pattern: new RegExp(`^${pattern}$`), order };
	})
	.sort((one, other) => other.order - one.order);

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** The operation that a request is; of those that share path and method, the first that it fits. */
function match(method: string, path: string, { query = {}, body }: Partial<WireRequest> = {}) {
	const sent = new Map(Object.entries({ ...query, ...(isObject(body) ? body : {}) }));

	return routed.find(
		({ operation, pattern }) =>
			operation.method.toUpperCase() === method &&
			pattern.test(path) &&
			Object.entries(operation['x-when'] ?? {}).every(
				([name, type]) => sent.has(name) && typeOf(sent.get(name)) === type,
			),
	)?.operation;
}

/** The id of the operation, or of the one that this is another way of. */
const idOf = (operation: Routed | undefined): string | undefined =>
	operation?.['x-operation'] ?? operation?.operationId;

function explainUnknownPath(method: string, path: string, request: WireRequest): Verdict {
	const hasSlash = path.endsWith('/');
	const id = idOf(match(method, hasSlash ? path.slice(0, -1) : `${path}/`, request));
	if (id !== undefined) {
		const [due, found] = hasSlash ? ['without a', 'with'] : ['with a', 'without'];
		const problem = `The path of ${id} ends ${due} slash, ${path} ends ${found} one.`;

		return { problem, kind: 'slash', operationId: id };
	}

	const others = methods.filter((other) => match(other, path));
	if (others.length === 0) return { problem: `The contract has no path ${path}.`, kind: 'path' };

	return { problem: `${path} takes ${others.join(' or ')}, not ${method}.`, kind: 'method' };
}

function headerOf(headers: Record<string, unknown>, name: string): string {
	const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);

	return typeof found?.[1] === 'string' ? found[1] : '';
}

function explainHeaders(request: WireRequest): { problem: string; kind: ProblemKind } | undefined {
	if (!request.headers) return undefined;

	if (headerOf(request.headers, 'x-api-key') === '') {
		return { problem: 'The header X-API-Key is missing.', kind: 'key' };
	}

	const type = headerOf(request.headers, 'content-type');
	if (request.body !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
		const problem = `The body must be application/json, not ${type || 'of no stated type'}.`;

		return { problem, kind: 'content' };
	}

	return undefined;
}

function decodable(path: string): boolean {
	try {
		return decodeURIComponent(path) !== '';
	} catch {
		return false;
	}
}

/**
 * Checks a request to the service against the contract: path, slash, method, key, content type,
 * path and query parameters, body. Gives the operation's id, or one sentence that names the first
 * thing that is wrong. Never throws.
 */
export function validateRequest(request: WireRequest): Verdict {
	const { path, body, query = {} } = request;
	const method = request.method.toUpperCase();
	if (!decodable(path)) {
		return { problem: `The path ${path} is not percent-encoded as it should be.`, kind: 'path' };
	}

	const operation = match(method, path, request);
	const operationId = idOf(operation);
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

	return refuse(sentence(first, { path: decoded.params, query, requestBody: body }));
}

/** A part of a parsed form: name, and text or the content of a file (a Blob, a Buffer, …). */
export type FormPart = readonly [name: string, value: string | object];

const provider = /^x-(amz|goog|store)-/;

function explainForm(parts: readonly FormPart[]): string | undefined {
	const names = parts.map(([name]) => name);
	const doubled = names.find((name, index) => names.indexOf(name) !== index);
	if (doubled !== undefined) return `The form field "${doubled}" is there twice.`;

	const prefixes = new Set(names.flatMap((name) => provider.exec(name)?.[0] ?? []));
	if (prefixes.size > 1) return `The form mixes the prefixes ${[...prefixes].join(' and ')}.`;

	if (names.includes('file') && names.at(-1) !== 'file') {
		return 'The form field "file" must be the last.';
	}

	const [wrong] =
		parts.find(([name, value]) => (name === 'file') === (typeof value === 'string')) ?? [];
	if (wrong === undefined) return undefined;

	return `The form field "${wrong}" must be ${wrong === 'file' ? 'a file' : 'text'}.`;
}

/**
 * Checks a parsed multipart form against the upload (section 6). The provider's prefix may be
 * `x-amz-`, `x-goog-` or the specification's `x-store-`, the same in all fields. With headers, a
 * key among them is a problem: the key goes to the service only.
 */
export function validateUpload(
	parts: readonly FormPart[],
	headers: Record<string, unknown> = {},
): Verdict {
	const operationId = 'workItemAttachment.upload';
	const refuse = (problem: string, kind: ProblemKind): Verdict => ({ problem, kind, operationId });
	if (headerOf(headers, 'x-api-key') !== '') {
		return refuse('The header X-API-Key must not go to the storage address.', 'key');
	}

	const wrong = explainForm(parts);
	if (wrong !== undefined) return refuse(wrong, 'content');

	const body = Object.fromEntries(
		parts.map(([name, value]) => [
			name.replace(provider, 'x-store-'),
			typeof value === 'string' ? value : '',
		]),
	);
	const request = { method: 'post', path: uploadPath, headers: {}, body };
	const [first] = upload.validator.validateRequest(request, operationId).errors ?? [];
	if (!first) return { operationId };

	const problem = sentence(first, { requestBody: body }).replace('body field', 'form field');

	return refuse(problem, 'content');
}
