import { describe, expect, test } from '@jest/globals';

import { createProjectApi } from '../../../nodes/PlanePollingTrigger/createProjectApi';
import { fetchCurrentUser } from '../../../nodes/PlanePollingTrigger/fetchCurrentUser';
import { isProblem } from '../../../nodes/shared/result/problem';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { jsonResponse } from '../responses';
import { createClient } from '../testClient';

/** A client of a server that always responds the same, and the requests that it gets, in short. */
function recordingClient(respond: () => Outcome) {
	const requests: string[] = [];
	const client = createClient({
		service: async ({ method, url }) => {
			requests.push(`${method} ${url.replace('https://plane.example.com/api/v1/', '')}`);

			return await Promise.resolve(respond());
		},
	});

	return { client, requests };
}

describe('the API of a project', () => {
	const createApi = (respond: () => Outcome) => {
		const metered = recordingClient(respond);
		const unmetered = recordingClient(respond);
		const warnings: string[] = [];
		const api = createProjectApi({
			workspace: 'acme',
			projectId: 'p1',
			client: metered.client,
			unmeteredClient: unmetered.client,
			maySend: () => true,
			warn: (message) => warnings.push(message),
		});

		return { api, metered: metered.requests, unmetered: unmetered.requests, warnings };
	};

	test.each([
		['workItems', undefined, 'work-items/'],
		['intakeItems', undefined, 'intake-issues/'],
		['activities', 'i1', 'work-items/i1/activities/'],
		['comments', 'i1', 'work-items/i1/comments/'],
	] as const)(
		'fetches pages of %s, within the budget or ignoring it',
		async (list, workItemId, path) => {
			const { api, metered, unmetered } = createApi(() =>
				jsonResponse({ results: [{ id: 'i1' }] }),
			);
			const request = {
				list,
				size: 50,
				offset: 100,
				query: { order_by: '-created_at' },
				...(workItemId !== undefined && { workItemId }),
			};
			const expectedRequest = `GET workspaces/acme/projects/p1/${path}?order_by=-created_at&limit=50&offset=100&per_page=50&cursor=50%3A2%3A0`;

			expect(await api.fetchPage(request)).toMatchObject({ records: [{ id: 'i1' }] });
			expect(metered).toEqual([expectedRequest]);
			expect(unmetered).toEqual([]);

			await api.fetchPageIgnoringBudget(request);

			expect(metered).toHaveLength(1);
			expect(unmetered).toEqual([expectedRequest]);
		},
	);

	test.each([
		['the server does not find it', jsonResponse({ detail: 'No.' }, 404), 404],
		['the response is not a list', jsonResponse({ id: 'i1' }), 200],
	])('returns a problem instead of a page if %s', async (_, response, status) => {
		const { api } = createApi(() => response);

		const page = await api.fetchPage({ list: 'workItems', size: 100, offset: 0, query: {} });

		expect(isProblem(page) ? page.status : 'no problem').toBe(status);
	});

	test('warns in the log, and has the clock of n8n', () => {
		const { api, warnings } = createApi(() => jsonResponse({}));

		api.warn('Watch out');

		expect(warnings).toEqual(['Watch out']);
		expect(Math.abs(api.now() - Date.now())).toBeLessThan(60_000);
	});
});

describe('the user of the credential', () => {
	const withAccess = (access: string) => ({ workspace: 'acme', access });

	test('is fetched once per key', async () => {
		const { client, requests } = recordingClient(() => jsonResponse({ id: 'u1' }));
		const cached = { id: 'u1', access: 'key1' };

		const first = await fetchCurrentUser(client, withAccess('key1'), undefined);
		const second = await fetchCurrentUser(client, withAccess('key1'), cached);

		expect(first).toEqual(cached);
		expect(second).toBe(cached);
		expect(requests).toEqual(['GET users/me/']);
	});

	test('is fetched again for another key', async () => {
		const { client } = recordingClient(() => jsonResponse({ id: 'u2' }));

		const user = await fetchCurrentUser(client, withAccess('key2'), { id: 'u1', access: 'key1' });

		expect(user).toEqual({ id: 'u2', access: 'key2' });
	});

	test.each([[[]], [{}], [{ id: null }]])(
		'is a problem if the response has no ID: %j',
		async (json) => {
			const { client } = recordingClient(() => jsonResponse(json));

			expect(await fetchCurrentUser(client, withAccess('key1'), undefined)).toMatchObject({
				message: 'The response of the server does not say whose the credential is',
			});
		},
	);

	test('is a problem if the server refuses the key', async () => {
		const { client } = recordingClient(() => jsonResponse({}, 401));

		expect(await fetchCurrentUser(client, withAccess('key1'), undefined)).toMatchObject({
			status: 401,
		});
	});
});
