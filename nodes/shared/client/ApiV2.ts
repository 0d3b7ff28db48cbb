import { unexpectedResponse } from '../errors/credentialErrors';
import { isJsonObject } from '../values/json';
import type { RequestTarget } from '../model/call';
import { type Place, placeKey } from '../model/place';
import { isProblem, type Problem } from '../result/problem';
import type { ServiceRequest } from '../transport/request';
import type { HttpResponse } from '../transport/response';
import { getResponse, type RequestResult } from './requestResult';
import { isProblemDocument } from './problemDocument';

/** What is known about API v2 on a server. */
export type ApiV2Status =
	| { readonly kind: 'available' }
	/** The server has no API v2, as the Community Edition (row 485). */
	| { readonly kind: 'absent' }
	/** The credential allows API v1 only. */
	| { readonly kind: 'turnedOff' }
	/** The server did not answer, or a proxy answered in its place. */
	| { readonly kind: 'unknown'; readonly problem: Problem };

/** A request below `api/v2`. */
export type V2Request = Omit<ServiceRequest, 'apiVersion'>;

/** A path that every API key may read. Tokens may be refused, which also shows that the server has API v2 (row 501). */
const PROBE: V2Request = {
	method: 'GET',
	path: '/users/me/',
	effect: 'read',
	isOptional: true,
};

/**
 * API v2 of one server, for one execution. Only Plane's cloud and its commercial editions have it, and some of
 * them lack parts of it: whatever API v1 can do as well is then sent there.
 */
export class ApiV2 {
	private probing: Promise<ApiV2Status> | undefined;
	/** Routes that the server turned out not to have, although it has API v2. */
	private readonly missingRoutes = new Set<string>();
	/** Routes that the server refuses at a place, whatever is sent. */
	private readonly refused = new Set<string>();

	/**
	 * @param isAllowed whether the credential allows API v2
	 * @param send sends a request below `api/v2`
	 */
	constructor(
		private readonly isAllowed: boolean,
		private readonly send: (target: RequestTarget, request: V2Request) => Promise<RequestResult>,
	) {}

	/** Finds out, with one request in an execution, whether the server has API v2. */
	async probe(target: RequestTarget): Promise<ApiV2Status> {
		if (!this.isAllowed) return { kind: 'turnedOff' };

		this.probing ??= this.sendProbe(target);

		return await this.probing;
	}

	/** Whether a route can be used at a place, as far as it is known from the requests so far. */
	mayHaveRoute(route: Route, place: Place): boolean {
		return !this.missingRoutes.has(routeKey(route)) && !this.refused.has(refusalKey(route, place));
	}

	/** Uses a route no more at a place, such as a project without the permission. */
	stopUsing(route: Route, place: Place): void {
		this.refused.add(refusalKey(route, place));
	}

	/**
	 * Finds out whether a route for several records can be used: if it can, the server refuses an empty list, and changes nothing (row 511).
	 *
	 * @param request with an empty list
	 */
	async acceptsBulk(target: RequestTarget, request: V2Request): Promise<boolean> {
		if (!this.isAllowed) return false;

		const result = await this.request(target, { ...request, isOptional: true });
		const refusal = isProblem(result) && result.status === 400 ? result.response : undefined;
		const isAccepted = refusal !== undefined && isProblemDocument(refusal);
		if (!isAccepted) this.stopUsing(request, target);

		return isAccepted;
	}

	/**
	 * Sends a request to API v2.
	 *
	 * @returns undefined if the credential does not allow API v2, or the server does not have this route, and so
	 * nothing was done: API v1 has to be used
	 */
	async request(target: RequestTarget, request: V2Request): Promise<RequestResult | undefined> {
		if (!this.isAllowed) return undefined;
		if (!this.mayHaveRoute(request, target)) return undefined;

		const result = await this.send(target, request);
		const response = getResponse(result);
		if (response === undefined || !isMissingRoute(response)) return result;

		this.missingRoutes.add(routeKey(request));

		return undefined;
	}

	private async sendProbe(target: RequestTarget): Promise<ApiV2Status> {
		const result = await this.send(target, PROBE);
		if (!isProblem(result)) return readUser(result);

		const { response } = result;
		// It refuses the key, or does not show a token without this scope who it is.
		if (response !== undefined && isProblemDocument(response)) return { kind: 'available' };
		if (response !== undefined && isMissingRoute(response)) return { kind: 'absent' };

		return { kind: 'unknown', problem: result };
	}
}

/** Any other successful response is not from Plane. */
function readUser(response: HttpResponse): ApiV2Status {
	const { json } = response;
	const isUser = isJsonObject(json) && json.principal_kind !== undefined;

	return isUser
		? { kind: 'available' }
		: { kind: 'unknown', problem: unexpectedResponse(response, 'is not from Plane') };
}

type Route = Pick<V2Request, 'method' | 'path'>;

const routeKey = ({ method, path }: Route): string => `${method} ${path}`;

const refusalKey = ({ method, path }: Route, place: Place): string =>
	`${method} ${placeKey(place, path)}`;

/** Whether a server lacks a path or its method. A problem document with 404 is about a record instead (row 485). */
function isMissingRoute(response: HttpResponse): boolean {
	if (response.status === 405) return true;

	return response.status === 404 && response.json !== undefined && !isProblemDocument(response);
}
