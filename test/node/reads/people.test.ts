import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { jsonResponse } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { listOf } from '../writes/lostCreate';
import { PROJECT } from '../writes/useProject';

const startServer = useAnswers();

const USERS = 'GET members/';
const ADA = jsonResponse([{ id: 'u1', display_name: 'ada', email: 'ada@example.com' }]);
const parameters = { projectId: byId(PROJECT), simple: true };

/** Lists cycles with these owners, from a server with these users. */
async function readOwners(owners: readonly JsonValue[], users: Outcome = ADA) {
	const rows = owners.map((owner, index) => ({ id: `c${index}`, owned_by: owner }));
	const server = startServer(({ route }) => (route === USERS ? users : listOf(...rows)));
	const { json, error } = await server.run('cycle.getAll', parameters);

	expect(error).toBeUndefined();

	return {
		owners: json.map((cycle) => cycle.owned_by),
		userReads: server.routes().filter((route) => route === USERS).length,
	};
}

describe('A person in a simplified record', () => {
	it.each<[title: string, users: Outcome, owner: string, shown: string]>([
		['by name', ADA, 'u1', 'ada'],
		[
			'by email address without a name',
			jsonResponse([{ id: 'u1', email: 'ada@example.com' }]),
			'u1',
			'ada@example.com',
		],
		['by ID if there is no such user', ADA, 'u2', 'u2'],
		['by ID if the users cannot be read', jsonResponse({ error: 'No' }, 403), 'u1', 'u1'],
		['by ID if the response is not a list', jsonResponse({ id: 'u1' }), 'u1', 'u1'],
	])('is shown %s', async (_, users, owner, shown) => {
		const { owners, userReads } = await readOwners([null, owner], users);

		expect(owners).toEqual([null, shown]);
		expect(userReads).toBe(1);
	});

	it('is shown by ID if there is no such user, although one of the users has no ID', async () => {
		const users = jsonResponse([{ display_name: 'x' }, { id: 'u1', display_name: 'ada' }]);

		const { owners } = await readOwners(['u1', 'u2'], users);

		expect(owners).toEqual(['ada', 'u2']);
	});

	it('is not looked up if no record has one', async () => {
		const { userReads } = await readOwners([null, null]);

		expect(userReads).toBe(0);
	});

	it('is looked up once for all items of a workspace', async () => {
		const server = startServer(({ route }) =>
			route.endsWith('members/') ? jsonResponse([]) : listOf({ id: 'c1', owned_by: 'u1' }),
		);

		await server.run(
			'cycle.getAll',
			{ ...parameters, workspaceSlug: '={{ $json.workspace }}' },
			{ items: jsonItems(['acme', 'acme', 'other'].map((workspace) => ({ workspace }))) },
		);

		expect(
			server
				.routes()
				.filter((route) => route.endsWith('members/'))
				.sort(),
		).toEqual(['GET /workspaces/other/members/', USERS]);
	});
});
