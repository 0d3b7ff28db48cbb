import { describe, expect, test } from '@jest/globals';

import { ownUser, projectListsIn } from '../../../nodes/PlanePollingTrigger/projectListsIn';
import { isProblem } from '../../../nodes/shared/result/problem';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { clientOf } from '../execute/clientOf';
import { jsonResponse } from '../responses';

/** A client whose server responds so, and what it is asked for below the interface's address. */
function asking(respond: () => Outcome) {
	const asked: string[] = [];
	const client = clientOf({
		service: async ({ method, url }) => {
			asked.push(`${method} ${url.replace('https://plane.example.com/api/v1/', '')}`);

			return await Promise.resolve(respond());
		},
	});

	return { client, asked };
}

describe('the lists of a project', () => {
	const listsOf = (respond: () => Outcome) => {
		const [limited, unlimited] = [asking(respond), asking(respond)];
		const warnings: string[] = [];
		const lists = projectListsIn(
			{
				client: limited.client,
				unlimited: unlimited.client,
				warn: (message) => warnings.push(message),
			},
			'acme',
			'p1',
		);

		return { lists, limited: limited.asked, unlimited: unlimited.asked, warnings };
	};

	test.each([
		['workItems', undefined, 'work-items/'],
		['intakeItems', undefined, 'intake-issues/'],
		['activities', 'i1', 'work-items/i1/activities/'],
		['comments', 'i1', 'work-items/i1/comments/'],
	] as const)('are asked for by pages: %s', async (list, workItem, path) => {
		const { lists, limited, unlimited } = listsOf(() => jsonResponse({ results: [{ id: 'i1' }] }));
		const page = await lists.page(list, 50, 100, { order_by: '-created_at' }, workItem);

		expect(page).toMatchObject({ records: [{ id: 'i1' }] });
		const asked = `GET workspaces/acme/projects/p1/${path}?order_by=-created_at&limit=50&offset=100&per_page=50&cursor=50%3A2%3A0`;

		expect([limited, unlimited]).toEqual([[asked], []]);
		await lists.pageAnyway(list, 50, 100, { order_by: '-created_at' }, workItem);
		expect([limited, unlimited]).toEqual([[asked], [asked]]);
	});

	test('may not be there, or be none', async () => {
		const { lists, warnings } = listsOf(() => jsonResponse({ detail: 'No.' }, 404));

		expect(await lists.page('comments', 100, 0, {}, 'i1')).toMatchObject({ status: 404 });
		const another = listsOf(() => jsonResponse({ id: 'i1' }));

		expect(isProblem(await another.lists.page('workItems', 100, 0, {}))).toBe(true);
		lists.warn('Mind that');
		expect(warnings).toEqual(['Mind that']);
		expect(Math.abs(lists.clock() - Date.now())).toBeLessThan(60_000);
	});
});

describe('the user of the key', () => {
	test('is asked for once for each key', async () => {
		const { client, asked } = asking(() => jsonResponse({ id: 'u1' }));
		const own = await ownUser(client, 'acme', undefined, 'key1');

		expect(own).toEqual({ user: 'u1', access: 'key1' });
		const known = { user: 'u1', access: 'key1' };

		expect(await ownUser(client, 'acme', known, 'key1')).toBe(known);
		expect(asked).toEqual(['GET users/me/']);
		expect(await ownUser(client, 'acme', known, 'key2')).toEqual({ user: 'u1', access: 'key2' });
		expect(asked).toHaveLength(2);
	});

	test.each([[[]], [{}], [{ id: null }]])(
		'is nobody where the server does not say: %j',
		async (json) => {
			const { client } = asking(() => jsonResponse(json));

			expect(await ownUser(client, 'acme', undefined, 'key1')).toEqual({
				user: '',
				access: 'key1',
			});
		},
	);

	test('is not known where the server refuses the key', async () => {
		const { client } = asking(() => jsonResponse({}, 401));

		expect(await ownUser(client, 'acme', undefined, 'key1')).toMatchObject({ status: 401 });
	});
});
