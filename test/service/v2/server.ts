import type { FastifyRequest } from 'fastify';
import { findV2Violation, v2Operations, type V2Operation } from '../../contract/v2';
import { pageNotFound, Refusal, type Answer } from '../answer';
import { InvalidJson, isRecord, readCallParts } from '../http';
import { createPathFinder } from '../pathFinder';
import { lacksRight } from '../rights';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { ReceivedRequest } from '../service';
import type { User } from '../state';
import { createParamsReader } from './params';
import {
	forbiddenProblem,
	problem,
	toPreviewProblem,
	toProblem,
	unauthorizedProblem,
} from './problems';
import { createHandlers } from './routes';
import type { V2Call, V2Handler } from './resource';

/** How the requests of a service are signed in. */
export type SignIn = (request: FastifyRequest) => Promise<{ owner: User } | { refusal: Answer }>;

type Annotate = (more: Partial<ReceivedRequest>) => void;

interface Endpoint {
	readonly operation: V2Operation;
	readonly handle: V2Handler;
}

/** The codes for changes of what the workspace may own. */
const OWNERSHIP_CODES: Readonly<Record<string, string>> = {
	states: 'states_managed_at_workspace',
};

/** Whether a path is one of those that previews lack (row 512). */
const isNewBulkPath = (path: string): boolean => /\/bulk-(create|update|delete)\/$/.test(path);

const PATH_OPTIONS = { requiresUuids: false, isSlashOptional: () => false };

/**
 * Creates the function that answers requests to `/api/v2/`. Checks come in this order: the path, the API key, the
 * rate limit, access to workspace and project, the method, the body, the operation.
 */
export function createApiV2(host: Host, tables: Tables, signIn: SignIn) {
	const { state, prefix, checkLimit, hasDifference } = host;
	const operations = v2Operations.filter(
		({ path }) => !hasDifference('hasPreviewBulk') || !isNewBulkPath(path),
	);
	const handlers = createHandlers(host, tables);
	const readParams = createParamsReader(state);
	const endpoints = operations.flatMap((operation): Endpoint[] => {
		const handle = handlers[operation.groupName]?.[operation.kind];

		return handle ? [{ operation, handle }] : [];
	});
	const paths = [...new Set(endpoints.map(({ operation }) => operation.path))];
	const findPath = createPathFinder(paths, PATH_OPTIONS);
	const knownPaths = [...new Set(v2Operations.map(({ path }) => path))];
	const findKnownPath = createPathFinder(knownPaths, PATH_OPTIONS);

	/** @throws Refusal 400 or 415 for a body that is no JSON object */
	function checkContent({ body, headers }: FastifyRequest): void {
		if (body instanceof InvalidJson) throw new Refusal(problem(400, { detail: 'Invalid JSON.' }));

		if (typeof body === 'string') {
			const type = headers['content-type'] ?? '';

			throw new Refusal(problem(415, { detail: `Unsupported media type "${type}" in request.` }));
		}

		if (body !== undefined && body !== null && !isRecord(body)) {
			throw new Refusal(problem(400, { detail: 'Expected an object.' }));
		}
	}

	/** @throws Refusal 409 for a change of what the workspace owns, not its projects (rows 473 and 502) */
	function refuseForeignRecords({ groupName, method }: V2Operation): void {
		const code = OWNERSHIP_CODES[groupName];
		if (method === 'GET' || code === undefined || !hasDifference('ownsRecordsInWorkspace')) return;

		throw new Refusal(problem(409, { code, detail: 'Managed by the workspace.' }));
	}

	async function handle(
		request: FastifyRequest,
		candidates: readonly Endpoint[],
		userId: string,
	): Promise<Answer> {
		const [any] = candidates;
		const endpoint = candidates.find(({ operation }) => operation.method === request.method);
		const parts = readCallParts(request);
		if (any === undefined) return pageNotFound;

		const params = readParams(any.operation, parts.params, userId);
		if (endpoint === undefined) {
			return problem(405, { detail: `Method "${request.method}" not allowed.` });
		}

		const { operation } = endpoint;

		refuseForeignRecords(operation);

		if (hasDifference('lacksV2Features') && operation.groupName !== 'users') {
			return problem(402, { detail: 'Payment required.' });
		}

		checkContent(request);
		const call: V2Call = {
			...parts,
			params,
			userId,
			host: request.headers.host ?? '',
			operation,
			isToken: request.headers.authorization !== undefined,
			rotation: hasDifference('shufflesEqualRows') ? host.requests.length * 13 : 0,
		};
		const recordName = operation.groupName === 'projects' ? '{project_id}' : '{pk}';
		const rightsPath = operation.path.replace('{pk}', recordName);
		if (hasDifference('checksRoles') && lacksRight(state, rightsPath, request.method, call)) {
			return forbiddenProblem;
		}

		return await endpoint.handle(call);
	}

	/** Answers a request that version 2 has a path for. */
	async function answerKnown(
		request: FastifyRequest,
		candidates: readonly Endpoint[],
		annotate: Annotate,
	): Promise<Answer> {
		const key = await signIn(request);
		if ('refusal' in key) {
			const isToken = request.headers.authorization !== undefined;

			return unauthorizedProblem(isToken ? key.refusal.status : 401);
		}

		const { 'x-api-key': apiKey, authorization } = request.headers;
		const admission = checkLimit(String(apiKey ?? authorization));
		if ('refusal' in admission) {
			const limited = problem(429, { detail: 'Rate limit exceeded.' });

			return { ...limited, headers: { ...admission.refusal.headers, ...limited.headers } };
		}

		try {
			return await handle(request, candidates, key.owner.id);
		} catch (error) {
			if (error instanceof Refusal) return toProblem(error.answer, (field) => field);

			annotate({ problem: error instanceof Error ? error.message : String(error) });

			return problem(500, { detail: 'Something went wrong.' });
		}
	}

	/** The answer to a path that the server does not have, which is not that of version 2 itself (row 501). */
	const answerUnknown = (path: string): Answer =>
		hasDifference('newPathsAnswer405') && isNewBulkPath(path)
			? problem(405, { detail: 'Method "POST" not allowed.' })
			: pageNotFound;

	/** Returns the operation of a request, whether or not this server has it. */
	function findOperation({ url, method }: FastifyRequest): V2Operation | undefined {
		const match = findKnownPath(url.slice(prefix.length));
		const path = match && knownPaths[match.index];

		return v2Operations.find((operation) => operation.path === path && operation.method === method);
	}

	/** Notes what a request sends that its operation does not know, which no server refuses. */
	function noteViolation(request: FastifyRequest, annotate: Annotate): void {
		const { query, body } = readCallParts(request);
		const operation = findOperation(request);
		const path = request.url.split('?')[0] ?? '';
		const isServed = operation && handlers[operation.groupName]?.[operation.kind] !== undefined;
		const unserved = `The test service does not serve ${request.method} ${path}.`;
		const violation = operation
			? (findV2Violation(operation, query, body) ?? (isServed ? undefined : unserved))
			: `API v2 has no ${request.method} ${path}.`;

		annotate({
			operation: operation?.id,
			body: request.body instanceof InvalidJson ? request.body.text : (request.body ?? undefined),
			...(violation !== undefined && { problem: violation }),
		});
	}

	async function answer(request: FastifyRequest, annotate: Annotate): Promise<Answer> {
		const [url = ''] = request.url.slice(prefix.length).split('?');
		// Else the path of a record would match, with `bulk-create` as its ID.
		const isMissing = hasDifference('hasPreviewBulk') && isNewBulkPath(url);
		const match = isMissing ? undefined : findPath(url);
		const path = match && paths[match.index];
		const candidates = endpoints.filter(({ operation }) => operation.path === path);

		request.params = match?.params ?? {};
		noteViolation(request, annotate);

		return match === undefined
			? answerUnknown(url)
			: await answerKnown(request, candidates, annotate);
	}

	return async (request: FastifyRequest, annotate: Annotate): Promise<Answer> => {
		const answered = await answer(request, annotate);

		return hasDifference('writesPreviewProblems') ? toPreviewProblem(answered) : answered;
	};
}
