import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import {
	apiKeyProblem,
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
import { isJsonObject } from '../fields/json';
import { workspace } from '../operations/shared/locators';
import { isProblem, type Problem, type Result } from '../result/problem';
import { connect } from '../transport/connection';
import { type HttpResponse, isFault, isWebPage, succeeded } from '../transport/response';
import { sendForTest } from '../transport/send';

/** Stands for a workspace where the credential names none; every Plane knows the path. */
const ANY = 'any';

/**
 * Tests a credential by what only Plane answers: whose key it is (`GET /api/v1/users/me/`, which is
 * not among the specified operations), and the projects of its workspace. Without a workspace, that
 * path is asked for where the first one is not there, to tell a server without it from an address
 * below which nothing is.
 */
export async function testCredential(
	context: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const connection = connect(credential);
	if (isProblem(connection)) return failure(connection);

	const { root, workspaceSlug: slug } = connection;
	const send = sendForTest(context, connection);

	const ask: Ask = async (path) => {
		const url = `${root}/api/v1/${path}`;
		const route = `GET ${path}`;
		const headers = { Accept: 'application/json' };
		const outcome = await send({ method: 'GET', route, effect: 'read', url, headers });

		return isFault(outcome) ? fromFault(outcome, url) : (notPlane(outcome) ?? outcome);
	};

	const me = await ask('users/me/');
	if (isProblem(me)) return failure(me);

	const isThere = me.status !== 404;
	if (isThere && !succeeded(me)) return failure(problemIn(me));
	if (isThere && !isUser(me)) return failure(notPlaneServer(me));

	if (isThere && slug === '') {
		const old = await findTooOld(ask, ANY);

		return old === undefined ? success(NO_SLUG) : failure(old);
	}

	const place = `workspaces/${encodeURIComponent(slug === '' ? ANY : slug)}/projects/`;
	const projects = await ask(`${place}?limit=1&per_page=1`);
	if (isProblem(projects)) return failure(projects);

	if (succeeded(projects)) {
		const old = await findTooOld(ask, slug === '' ? ANY : slug);

		return old === undefined ? success() : failure(old);
	}

	const wrongKey = keyProblem(projects);
	if (wrongKey !== undefined) return failure(wrongKey);
	if (![403, 404].includes(projects.status)) return failure(statusProblem(projects));
	if (!isThere && isNoPath(projects)) return failure(wrongBase(me, root));

	return slug === ''
		? { status: 'OK', message: `${UNTESTED} ${NO_SLUG}` }
		: failure(wrongSlug(projects, slug));
}

/** Sends a GET below `api/v1`: the response, unless nobody answered, or somebody else than Plane. */
type Ask = (path: string) => Promise<Result<HttpResponse>>;

/**
 * Why a server is too old for the nodes: it does not have the paths for work items (row 324). The
 * search is the one that leads to an answer without a project and without a work item; whatever else it
 * says shows that it is there.
 */
async function findTooOld(ask: Ask, slug: string): Promise<Problem | undefined> {
	const place = `workspaces/${encodeURIComponent(slug)}/work-items/search/`;
	const found = await ask(`${place}?search=a&limit=1`);

	return !isProblem(found) && isNoPath(found) ? tooOld(found) : undefined;
}

const success = (...more: readonly string[]): INodeCredentialTestResult => ({
	status: 'OK',
	message: ['Connection successful!', ...more].join(' '),
});

const NO_SLUG = `Without a ${workspace.displayName} here, each node needs its own.`;
const UNTESTED =
	'The server responds, but has no way to test the API key, so the key was not tested.';

const failure = ({ message, description }: Problem): INodeCredentialTestResult => ({
	status: 'Error',
	message: `${message}. ${description}`,
});

/** Everybody with a key may ask who they are, so any refusal is one of the key. */
const problemIn = (response: HttpResponse): Problem =>
	(response.status === 401 || response.status === 403) && !isWebPage(response)
		? apiKeyProblem(response)
		: statusProblem(response);

const isUser = ({ json }: HttpResponse): boolean =>
	isJsonObject(json) && 'id' in json && ('email' in json || 'display_name' in json);
