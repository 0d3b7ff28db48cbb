import { describe, expect, it } from '@jest/globals';

import type { HttpResponse } from '../../../nodes/shared/transport/response';
import { NO_PATH, problemDocument, textResponse, webPage } from '../../unit/responses';
import type { Difference } from '../../service/differences';
import { isBulk } from './refuseRows';
import {
	BULK_CREATE,
	CREATE_ONE,
	isV2,
	newRows,
	PROBE,
	READ_PROJECT,
	useBulk,
	type BulkServer,
} from './useBulk';

// What servers answer that lack what API v2 needs is in rows 472, 502 and 512.

const startServer = useBulk();

/** Answers requests to API v2 in place of the service, which does nothing then. */
function answerV2(
	{ faults }: BulkServer,
	{ status, headers, text }: HttpResponse,
	when: typeof isV2 = isV2,
): void {
	faults.plan(
		{ kind: 'status', status, body: text, contentType: headers['content-type'] ?? '' },
		{ when, times: Infinity },
	);
}

const names = newRows(60).map(({ name }) => name);

describe('New work items are created one by one, in their order, on a server', () => {
	it.each<[server: string, differences: Partial<Record<Difference, boolean>>]>([
		['without API v2', { servesApiV2: false }],
		['that is a preview', { hasPreviewBulk: true, newPathsAnswer405: true }],
		['whose plan does not include API v2', { lacksV2Features: true }],
	])('%s', async (_, differences) => {
		const server = await startServer({ differences });

		const { json } = await server.create(newRows(60));

		expect(json).toMatchObject(newRows(60));
		expect(server.listNewNames()).toEqual(names);
		expect(server.countRequests()).toEqual({ [PROBE]: 1, [READ_PROJECT]: 1, [CREATE_ONE]: 60 });
	});

	it.each<[server: string, answer: HttpResponse, when: typeof isV2, attempts: number]>([
		['behind a proxy that answers with a web page', webPage(200), isV2, 0],
		['behind a gateway that fails', textResponse('Bad gateway', 502), isV2, 0],
		['that lacks the route after all', NO_PATH, isBulk, 1],
		['that refuses all of them', problemDocument('forbidden', 403), isBulk, 1],
	])('%s', async (_, answer, when, attempts) => {
		const server = await startServer();

		answerV2(server, answer, when);
		// One request takes longer, and those of later items do not overtake it.
		server.faults.plan(
			{ kind: 'delay', milliseconds: 500 },
			{ when: ({ body = '' }) => body.includes('"Item 55"') },
		);
		const { json } = await server.create(newRows(60));

		expect(json).toMatchObject(newRows(60));
		expect(server.listNewNames()).toEqual(names);
		expect(server.countRequests()).toEqual({
			[PROBE]: 1,
			[READ_PROJECT]: 1,
			...(attempts > 0 && { [BULK_CREATE]: attempts }),
			[CREATE_ONE]: 60,
		});
	});
});

it('New work items stop at the first that API v1 refuses if API v2 refuses all, unless the node continues', async () => {
	const server = await startServer();

	answerV2(server, problemDocument('payment_required', 402), isBulk);
	server.faults.plan(
		{ kind: 'status', status: 400, body: '{"name": ["No."]}' },
		{ when: (request) => request.method === 'POST' && !isV2(request) },
	);
	const { error } = await server.create(newRows(60), {}, { onError: 'stopWorkflow' });

	expect(error).toMatchObject({ message: expect.stringContaining('Plane refused Title: No') });
	expect(server.listNewNames()).toEqual([]);
	expect(server.countWrites()).toEqual({ [BULK_CREATE]: 1, [CREATE_ONE]: 1 });
});

it.each([
	['says that it ran out of time', 408, '{"detail": "Timeout"}'],
	['reports an exception', 400, '{"error": "The required key does not exist."}'],
	['fails', 500, '{"error": "Something went wrong please try again later"}'],
])(
	'New work items that were sent together are never sent again if the server creates them and %s',
	async (_, status, body) => {
		const server = await startServer();

		server.faults.plan({ kind: 'status', status, body, carriedOut: true }, { when: isBulk });
		const { json } = await server.create(newRows(12));

		expect(json.filter(({ error }) => error === undefined)).toEqual([]);
		expect(server.listNewNames()).toEqual(newRows(12).map(({ name }) => name));
		expect(server.countWrites()).toEqual({ [BULK_CREATE]: 1 });
	},
);
