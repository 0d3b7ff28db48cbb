import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import type { ReceivedRequest, Respond, Routes } from '../../unit/fakePlane';
import { jsonResponse } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { useAnswers } from '../useAnswers';

/** UUIDs, because the panel takes nothing else for an ID. */
export const PROJECT = '591af7ba-0000-4000-8000-000000000001';
export const RECORD = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';
export const ADA = '1f1bdfdf-f6fc-459b-8a21-c057ef5966e5';
export const GUEST = 'a8ab873b-d39f-4d8f-8051-1238f4328b64';

export const externalId = { external_source: 'sheet', external_id: 'row-1' };
/** The same, as parameters. */
export const externalIdFields = { externalSource: 'sheet', externalId: 'row-1' };

/** The response of a server that has no such record (rows 18 and 27). */
export const NO_RECORD = jsonResponse({ error: 'The requested resource does not exist.' }, 404);

const PREFIX = `projects/${PROJECT}/`;
const PROJECT_ROUTE = `GET ${PREFIX}`;
const PROJECT_RESPONSE = jsonResponse({ id: PROJECT, identifier: 'LNCH', archived_at: null });

/**
 * Lets each test of a file run nodes in one project, on a server that answers as the test says. Routes are those
 * below the project: `POST labels/`. That of the project itself is answered, and counts nowhere: what reads it, reads
 * it once for all items.
 */
export function useProject() {
	const startServer = useAnswers();

	return (answers: Routes | Respond) => {
		const server = startServer(
			typeof answers === 'function' ? answerInProject(answers) : routesInProject(answers),
		);

		const requests = () =>
			server.requests
				.filter(({ route }) => route !== PROJECT_ROUTE)
				.map((request) => ({ ...request, route: shortenRoute(request) }));

		return {
			requests,
			/** The routes of the requests so far. */
			routes: () => requests().map(({ route }) => route),
			/** The bodies of all requests that are not reads. */
			writtenBodies: () =>
				requests()
					.filter(({ route }) => !route.startsWith('GET'))
					.map(({ body }) => body),
			run: async (operation: string, parameters: INodeParameters, more?: NodeRun) =>
				await server.run(operation, { projectId: byId(PROJECT), ...parameters }, more),
		};
	};
}

/** The server of a test. */
export type ProjectServer = ReturnType<ReturnType<typeof useProject>>;

const shortenRoute = ({ route }: ReceivedRequest) => route.replace(PREFIX, '');

/** Requests are counted without those of the project, too. */
function answerInProject(respond: Respond): Respond {
	let count = 0;

	return (request) => {
		if (request.route === PROJECT_ROUTE) return PROJECT_RESPONSE;

		count += 1;

		return respond({ ...request, route: shortenRoute(request) }, count);
	};
}

function routesInProject(routes: Routes): Routes {
	const below = Object.entries(routes).map(([route, answer]) => {
		const respond: Respond = (request, count) =>
			typeof answer === 'function'
				? answer({ ...request, route: shortenRoute(request) }, count)
				: answer;

		return [route.replace(' ', ` ${PREFIX}`), respond] as const;
	});

	return { ...Object.fromEntries(below), [PROJECT_ROUTE]: PROJECT_RESPONSE };
}
