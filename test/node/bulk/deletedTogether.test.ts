import { describe, expect, it } from '@jest/globals';

import { IGNORE_MISSING } from '../../../nodes/shared/operations/shared/choices';
import { byId } from '../../engine/samples';
import { removeWhere } from '../../service/rows';
import { stableId } from '../../service/state';
import { causes, outcomes } from '../../nodeTexts';
import { isBulk } from './refuseRows';
import { BULK_DELETE, DELETE_ONE, useBulk, type BulkServer } from './useBulk';

const startServer = useBulk();

const UNKNOWN = stableId('no work item', 1);

const MAY_BE_GONE = outcomes.notKnown('deleted');

/** Starts a server with a dozen work items. */
async function start() {
	const server = await startServer({ workItems: 12 });

	return { server, ids: server.listWorkItems().map(({ id }) => id) };
}

const remove = async (server: BulkServer, ids: readonly string[], ifNotFound = 'fail') =>
	await server.run(
		'delete',
		ids.map((id) => ({ id })),
		{ workItemId: byId('={{ $json.id }}'), options: { ifNotFound } },
	);

describe('Deletions of a dozen work items', () => {
	it.each([
		['fails', 'fail', { error: expect.stringContaining(causes.notFound('Work Item')) }],
		['is not there if that is acceptable', IGNORE_MISSING, { deleted: false }],
	])('share a request, and one that is missing %s', async (_, ifNotFound, expected) => {
		const { server, ids } = await start();

		removeWhere(server.state.workItems, ({ id }) => id === ids[2]);
		const { json } = await remove(server, ids, ifNotFound);

		expect(server.listWorkItems()).toEqual([]);
		expect(json[2]).toMatchObject(expected);
		expect(json.toSpliced(2, 1)).toEqual(ids.toSpliced(2, 1).map((id) => ({ deleted: true, id })));
		// API v1 may find what API v2 does not.
		expect(server.countWrites()).toEqual({ [BULK_DELETE]: 1, [DELETE_ONE]: 1 });
	});

	it('are repeated if the request is lost, and only the one that was never there is in doubt', async () => {
		const { server, ids } = await start();

		server.faults.plan({ kind: 'dropBeforeReading' }, { when: isBulk });
		const { json } = await remove(server, [...ids, UNKNOWN]);

		expect(server.listWorkItems()).toEqual([]);
		expect(json.slice(0, -1)).toEqual(ids.map((id) => ({ deleted: true, id })));
		expect(json.at(-1)?.error).toContain(`Plane does not find it, and ${MAY_BE_GONE}`);
	});

	it('have a warning if the server deletes them and says each time that it failed', async () => {
		const { server, ids } = await start();

		server.faults.plan(
			{ kind: 'status', status: 500, carriedOut: true },
			{ when: isBulk, times: Infinity },
		);
		const { json } = await remove(server, ids, IGNORE_MISSING);

		expect(server.listWorkItems()).toEqual([]);
		expect(json).toMatchObject(
			ids.map(() => ({ deleted: true, warning: expect.stringContaining(MAY_BE_GONE) })),
		);
	});

	it.each([
		['fail', 'fail', { error: expect.stringContaining(MAY_BE_GONE) }],
		[
			'have a warning if missing ones are acceptable',
			IGNORE_MISSING,
			{ deleted: true, warning: expect.stringContaining(MAY_BE_GONE) },
		],
	])(
		'are repeated if the response is lost, and all %s, because those that were never there look alike',
		async (_, ifNotFound, expected) => {
			const { server, ids } = await start();

			server.faults.plan({ kind: 'dropBeforeAnswering' }, { when: isBulk });
			const { json } = await remove(server, [...ids, UNKNOWN], ifNotFound);

			expect(server.listWorkItems()).toEqual([]);
			expect(json).toMatchObject([...ids, UNKNOWN].map(() => expected));
		},
	);
});
