import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import {
	apiKeyProblem,
	credentialName,
	notPlaneServer,
	keyProblem,
	notPlane,
	tooOld,
	wrongBase,
	wrongSlug,
} from '../errors/credentialErrors';
import { fromFault } from '../errors/fromFault';
import { isNoPath } from '../errors/notFound';
import { statusProblem } from '../errors/status';
import { isJsonObject } from '../values/json';
import { workspace } from '../operations/shared/locators';
import { describeRemedy, isProblem, type Problem, type Result } from '../result/problem';
import type { Authentication } from '../transport/authentication';
import { connect, type Connection } from '../transport/connection';
import { type HttpResponse, isFault, isWebPage, succeeded } from '../transport/response';
import { sendForTest } from '../transport/send';

/** A placeholder if the credential has no workspace: the path exists whatever the slug is. */
const ANY_WORKSPACE = 'any';

/**
 * Tests a credential with requests that only Plane answers: the user of the key or token (`GET
 * /api/v1/users/me/`, which is not among the specified operations), and the projects of its workspace.
 * Without a workspace, the projects are requested only if the server does not have the first path, to
 * tell an older server from an address that is not Plane's.
 */
export async function testCredential(
	context: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
	authentication: Authentication,
): Promise<INodeCredentialTestResult> {
	const connection = connect(credential, authentication);
	if (isProblem(connection)) return failure(connection);

	const get = createGet(context, connection);
	const me = await get('users/me/');
	if (isProblem(me)) return failure(me);
	if (me.status === 404) return await testWorkspace(get, connection, me);
	if (!succeeded(me)) return failure(problemOfUser(me));
	if (!isUser(me)) return failure(notPlaneServer(me));

	return connection.workspaceSlug === ''
		? await testVersion(get, ANY_WORKSPACE, NO_SLUG)
		: await testWorkspace(get, connection);
}

/** Sends a GET below `api/v1`: the response, unless the server did not respond or is not Plane. */
type Get = (path: string) => Promise<Result<HttpResponse>>;

function createGet(context: ICredentialTestFunctions, connection: Connection): Get {
	const send = sendForTest(context, connection);

	return async (path) => {
		const url = `${connection.root}/api/v1/${path}`;
		const route = `GET ${path}`;
		const headers = { Accept: 'application/json' };
		const outcome = await send({ method: 'GET', route, effect: 'read', url, headers });

		return isFault(outcome) ? fromFault(outcome, url) : (notPlane(outcome) ?? outcome);
	};
}

/**
 * Tests whether the key has access to the workspace.
 *
 * @param withoutUser the response of a server that does not have the path of the user
 */
async function testWorkspace(
	get: Get,
	{ root, workspaceSlug }: Connection,
	withoutUser?: HttpResponse,
): Promise<INodeCredentialTestResult> {
	const slug = workspaceSlug === '' ? ANY_WORKSPACE : workspaceSlug;
	const path = `workspaces/${encodeURIComponent(slug)}/projects/?limit=1&per_page=1`;
	const projects = await get(path);
	if (isProblem(projects)) return failure(projects);
	if (succeeded(projects)) return await testVersion(get, slug);

	const wrongKey = keyProblem(projects);
	if (wrongKey !== undefined) return failure(wrongKey);
	if (![403, 404].includes(projects.status)) return failure(statusProblem(projects));

	if (withoutUser !== undefined && isNoPath(projects)) {
		return failure(wrongBase(withoutUser, root));
	}

	return workspaceSlug === ''
		? { status: 'OK', message: `${untested(projects)} ${NO_SLUG}` }
		: failure(wrongSlug(projects, workspaceSlug));
}

/** Tests whether the server is new enough. */
async function testVersion(
	get: Get,
	slug: string,
	...hints: readonly string[]
): Promise<INodeCredentialTestResult> {
	const problem = await findVersionProblem(get, slug);

	return problem === undefined ? success(...hints) : failure(problem);
}

/**
 * A problem if the server is too old for the nodes, because it lacks the paths of work items (row 324).
 * The search needs neither a project nor a work item; any other response shows that it exists.
 */
async function findVersionProblem(get: Get, slug: string): Promise<Problem | undefined> {
	const path = `workspaces/${encodeURIComponent(slug)}/work-items/search/?search=a&limit=1`;
	const response = await get(path);

	return !isProblem(response) && isNoPath(response) ? tooOld(response) : undefined;
}

const success = (...more: readonly string[]): INodeCredentialTestResult => ({
	status: 'OK',
	message: ['Connection successful!', ...more].join(' '),
});

const NO_SLUG = `Without a ${workspace.displayName} here, each node needs its own.`;
const untested = (response: HttpResponse): string =>
	`The server responds, but has no way to test the ${credentialName(response)}, so it was not tested.`;

const failure = (problem: Problem): INodeCredentialTestResult => ({
	status: 'Error',
	// The test has limits of its own.
	message: `${problem.message}. ${describeRemedy({ ...problem, optionsAdvice: '' })}`,
});

/** Every key has access to its own user, so a refusal concerns the key. */
const problemOfUser = (response: HttpResponse): Problem =>
	(response.status === 401 || response.status === 403) && !isWebPage(response)
		? apiKeyProblem(response)
		: statusProblem(response);

const isUser = ({ json }: HttpResponse): boolean =>
	isJsonObject(json) && 'id' in json && ('email' in json || 'display_name' in json);
