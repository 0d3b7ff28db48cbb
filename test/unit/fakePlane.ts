import type { JsonObject } from 'n8n-workflow';

import type { Outcome } from '../../nodes/shared/transport/response';
import type { Send } from '../../nodes/shared/transport/send';

/** A request as the server receives it. */
export interface ReceivedRequest {
	/**
	 * The method, and the path below the workspace `acme`: `GET projects/p1/labels/`. A path outside of that
	 * workspace begins with a slash: `GET /users/me/`. Below API v2: `GET v2/projects/p1/labels/`.
	 */
	readonly route: string;
	readonly query: URLSearchParams;
	readonly body?: JsonObject;
}

/** Answers a request. `requestNumber` counts all requests to the server, from 1. */
export type Respond = (request: ReceivedRequest, requestNumber: number) => Outcome;

/**
 * Answers by route, e.g. `GET projects/p1/labels/`. A `*` stands for any text. If several routes match, the
 * longest of them answers.
 */
export type Routes = Readonly<Record<string, Outcome | Respond>>;

/** The server of a test. */
export interface FakePlane {
	/** Sends to this server what would go over HTTP. */
	readonly send: Send;
	/** The requests so far, in the order in which they arrived. */
	readonly requests: ReceivedRequest[];
	/** The routes of these requests. */
	readonly routes: () => string[];
}

/**
 * Creates a server that answers these routes, or any request by a function, and logs its requests. For the
 * shapes of its responses, see `responses.ts`.
 *
 * Its `send` throws if no route matches.
 */
export function fakePlane(answers: Routes | Respond): FakePlane {
	const respond = typeof answers === 'function' ? answers : respondByRoute(answers);
	const requests: ReceivedRequest[] = [];

	const send: Send = async ({ method, url, body }) => {
		const { pathname, searchParams } = new URL(url);
		const request: ReceivedRequest = {
			route: `${method} ${shortenPath(pathname)}`,
			query: searchParams,
			...(typeof body === 'string' && { body: JSON.parse(body) as JsonObject }),
		};

		requests.push(request);

		return await Promise.resolve(respond(request, requests.length));
	};

	return { send, requests, routes: () => requests.map(({ route }) => route) };
}

/** Answers the first requests with one outcome each, and all further requests with the last outcome. */
export function inTurn(first: Outcome, ...others: readonly Outcome[]): Respond {
	const remaining = [first, ...others];
	let outcome = first;

	return () => {
		outcome = remaining.shift() ?? outcome;

		return outcome;
	};
}

/** @throws if no route matches */
function respondByRoute(routes: Routes): Respond {
	const patterns = Object.entries(routes)
		.map(([route, answer]) => ({ route, pattern: routePattern(route), answer }))
		.sort((a, b) => b.route.length - a.route.length);

	return (request, requestNumber) => {
		const match = patterns.find(({ pattern }) => pattern.test(request.route));
		if (match === undefined) throw new Error(`Unexpected request: ${request.route}`);

		const { answer } = match;

		return typeof answer === 'function' ? answer(request, requestNumber) : answer;
	};
}

function routePattern(route: string): RegExp {
	const literals = route.split('*').map((literal) => literal.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));

	return new RegExp(`^${literals.join('.*')}$`);
}

function shortenPath(pathname: string): string {
	const path = decodeURIComponent(pathname).replace('/api/v1/', '/');

	return path
		.replace('/api/v2/workspaces/acme/', 'v2/')
		.replace('/api/v2/', '/v2/')
		.replace('/workspaces/acme/', '');
}
