import { describe, expect, it } from '@jest/globals';

import { IGNORE_MISSING } from '../../../nodes/shared/operations/shared/choices';
import { toTextList } from '../../../nodes/shared/values/asText';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { inTurn, type Respond } from '../../unit/fakePlane';
import { jsonResponse, networkFault, textResponse, withHeaders } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { outcomes } from '../../nodeTexts';

// Servers respond to removals with 204 (row 22), and refuse as in rows 17 and 21.

const startServer = useAnswers();

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-${String(number).padStart(12, '0')}`;

const PROJECT = uuid(100);
const CYCLE = uuid(101);
const TEAMSPACE = uuid(102);

const onError = 'continueRegularOutput';
const options = { ifNotFound: IGNORE_MISSING };
const noContent = textResponse('', 204);
const denied = jsonResponse({ error: 'No' }, 403);
const tooManyRequests = withHeaders(textResponse('', 429), { 'retry-after': '60' });
const notFound = jsonResponse({ error: 'The requested resource does not exist.' }, 404);
const warning = expect.stringContaining(outcomes.notKnown('removed'));

const fromCycle = (...ids: readonly string[]) => ({
	projectId: byId(PROJECT),
	cycleId: byId(CYCLE),
	workItemIds: ids.join(', '),
});

/** Refuses to remove these work items, and removes the others. */
const refuse =
	(...ids: readonly string[]): Respond =>
	({ route }) =>
		ids.some((id) => route.endsWith(`/${id}/`)) ? denied : noContent;

describe('Work items that are removed from a cycle', () => {
	it('have an output item each', async () => {
		const server = startServer(() => noContent);

		const { json } = await server.run('cycle.removeWorkItems', fromCycle(uuid(1), uuid(2)));

		expect(json).toEqual([
			{ removed: true, id: uuid(1) },
			{ removed: true, id: uuid(2) },
		]);
	});

	it('are removed although others are refused, which the error names', async () => {
		const ids = [1, 2, 3, 4].map(uuid);
		const server = startServer(refuse(uuid(2), uuid(4)));

		const { json } = await server.run('cycle.removeWorkItems', fromCycle(...ids), { onError });
		const [failed] = json;

		expect(server.requests).toHaveLength(4);
		expect(failed?.error).toMatch(new RegExp(`^Work Item IDs: ${uuid(2)} was not removed: .`));
		expect(JSON.stringify(failed)).toContain(
			`Removed: 2 of 4. Not removed: ${uuid(2)}, ${uuid(4)}.`,
		);
	});

	it('are not counted in the error of a single one', async () => {
		const server = startServer(() => denied);

		const { error } = await server.run('cycle.removeWorkItems', fromCycle(uuid(1)));

		expect(error?.message).toMatch(new RegExp(`Work Item IDs: ${uuid(1)} was not removed: .`));
		expect(error?.description).not.toContain('Removed:');
	});

	it('stay after the first failure, unless the node continues', async () => {
		const ids = Array.from({ length: 20 }, (_, index) => uuid(index + 1));
		const server = startServer(refuse(uuid(1)));

		const { error } = await server.run('cycle.removeWorkItems', fromCycle(...ids));
		const sent = server.routes().filter((route) => route.startsWith('DELETE')).length;

		expect(sent).toBeLessThan(20);
		expect(error?.description).toContain(
			`Removed: ${sent - 1} of 20. Not removed: ${uuid(1)}. Not tried: ${20 - sent}.`,
		);
	});

	it('are in an error about the refusal, and not about what was no longer tried after another item failed', async () => {
		const [repeated, ...refused] = [2, 3, 4].map(uuid);
		const server = startServer(({ route }) => {
			if (route.endsWith(`/${repeated}/`)) return tooManyRequests;

			return refused.some((id) => route.endsWith(`/${id}/`)) ? denied : noContent;
		});
		const rows = [
			{ cycle: CYCLE, ids: [uuid(1)] },
			{ cycle: CYCLE, ids: [repeated, refused[0]] },
			{ cycle: uuid(103), ids: [refused[1]] },
		];

		const { error } = await server.run(
			'cycle.removeWorkItems',
			{
				projectId: byId(PROJECT),
				cycleId: byId('={{ $json.cycle }}'),
				workItemIds: '={{ $json.ids }}',
			},
			{ items: jsonItems(rows) },
		);

		expect(error).toMatchObject({
			message: expect.stringContaining(`Work Item IDs: ${refused[0]} was not removed: `),
			description: expect.stringContaining(
				`Removed: 0 of 2. Not removed: ${repeated}, ${refused[0]}.`,
			),
			itemIndex: 1,
		});
	});

	it('have a warning if the removal was repeated and does not find them', async () => {
		const server = startServer(inTurn(networkFault('ECONNRESET'), notFound));

		const { json } = await server.run('cycle.removeWorkItems', fromCycle(uuid(1)));

		expect(json).toEqual([{ removed: true, id: uuid(1), warning }]);
	});
});

// Sets are removed from together (row 461). What servers answer if one ID is not in the set is not documented.
describe('A teamspace that lacks one of the members to remove', () => {
	const [member, missing] = [uuid(1), uuid(2)];
	const parameters = { teamspaceId: byId(TEAMSPACE), memberIds: [member, missing] };

	const respond: Respond = ({ body }) =>
		toTextList(body?.member_ids).includes(missing) ? notFound : noContent;

	it('loses the others if that is acceptable', async () => {
		const server = startServer(respond);

		const { json } = await server.run('teamspaceMember.remove', { ...parameters, options });

		expect(json).toEqual([
			{ removed: true, id: member },
			{ removed: false, id: missing },
		]);
		expect(server.requests).toHaveLength(3);
	});

	it('has a warning for it alone if a request for all of them had no answer', async () => {
		const server = startServer((request, requestNumber) =>
			requestNumber === 1 ? networkFault('ECONNRESET') : respond(request, requestNumber),
		);

		const { json } = await server.run('teamspaceMember.remove', parameters);

		expect(json).toEqual([
			{ removed: true, id: member },
			{ removed: true, id: missing, warning },
		]);
	});
});
