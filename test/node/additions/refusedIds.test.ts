import { describe, expect, it } from '@jest/globals';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import type { Routes } from '../../unit/fakePlane';
import { jsonResponse, networkFault } from '../../unit/responses';
import { useProject } from '../writes/useProject';
import { causes } from '../../nodeTexts';
import { createAdd, type AnswerAddition } from './addToModule';
import {
	acceptAddition,
	addToCycle,
	CYCLE,
	CYCLE_ENDED,
	DENIED,
	listOf,
	OTHER_CYCLE,
	rowOf,
	uuid,
} from './targets';

const startProject = useProject();
const add = createAdd(startProject);

const range = (count: number) => Array.from({ length: count }, (_, index) => uuid(index));

const refusal = jsonResponse({ error: 'No' }, 400);

/** Refuses a whole request because of one unknown ID (row 10), and otherwise lists what the module has. */
function refuseAllBut(known: readonly string[], outcome: Outcome = refusal): AnswerAddition {
	const contents = new Set<string>();

	return (ids) => {
		if (ids.some((id) => !known.includes(id))) return outcome;

		for (const id of ids) contents.add(id);

		return jsonResponse([...contents].map(rowOf));
	};
}

describe('Work items of which the server refuses some', () => {
	const ids = range(8);
	const [a = '', b = '', c = '', d = ''] = ids;

	it('are sent again in halves until the refused ones are alone, and the others are added', async () => {
		const { sent, text } = await add(ids, refuseAllBut(ids.toSpliced(5, 1)));

		expect(text).toMatch(
			new RegExp(`^Work Item IDs: ${causes.notAdded(uuid(5))}: Plane refused .*No`),
		);
		expect(text).toContain('Added: 7 of 8.');
		// All 8, two halves, two quarters of the refused half, and the two of the refused quarter.
		expect(sent.map(({ length }) => length)).toEqual([8, 4, 4, 2, 1, 1, 2]);
	});

	it('are sent again one by one only where it is necessary', async () => {
		const { sent } = await add([a, b, c], refuseAllBut([c]));

		expect(sent).toEqual([[a, b, c], [a, b], [a], [b], [c]]);
	});

	it('stay at the first refused one, unless the node continues', async () => {
		const { sent, text } = await add([a, b, c, d], refuseAllBut([a, c, d]), {
			onError: 'stopWorkflow',
		});

		expect(sent).toEqual([[a, b, c, d], [a, b], [a], [b]]);
		expect(text).toContain(causes.notAdded(b));
	});

	it('are added by halves although the first half fails for another reason', async () => {
		const answers = [refusal, jsonResponse({ error: 'Something went wrong' }, 500)];
		const { sent, text } = await add(
			[a, b],
			(sentIds) => answers.shift() ?? jsonResponse(sentIds.map(rowOf)),
		);

		expect(sent).toEqual([[a, b], [a], [b]]);
		expect(text).toContain('Added: 1 of 2.');
	});

	it.each<[fault: string, Outcome]>([
		['status 401', jsonResponse({ error: 'No' }, 401)],
		['status 403', jsonResponse({ error: 'No' }, 403)],
		['status 404', jsonResponse({ error: 'No' }, 404)],
		['status 409', jsonResponse({ error: 'No' }, 409)],
		['status 429', jsonResponse({ error: 'No' }, 429)],
		['status 500', jsonResponse({ error: 'No' }, 500)],
		['no response', networkFault('ECONNREFUSED')],
	])('are not split after %s, which single ones cannot cause', async (_, outcome) => {
		const { sent, text } = await add([a, b, c], () => outcome);

		expect(text).not.toBe('');
		expect([...new Set(sent.map(String))]).toEqual([[a, b, c].join()]);
	});
});

describe('A hundred work items', () => {
	const ids = range(100);

	it('are given up after three single ones were refused with the same words', async () => {
		const { sent, text } = await add(ids, () => refusal);

		// The first two, and the last one: neighbours tend to share a problem.
		expect(sent.filter(({ length }) => length === 1)).toEqual([[uuid(0)], [uuid(1)], [uuid(99)]]);
		expect(sent.length).toBeLessThan(12);
		expect(text).toContain(
			'3 of 100 were refused one by one with the same message, so the others were not tried.',
		);
	});

	it('are all tried if the last one is accepted, and none is added twice', async () => {
		const known = ids.slice(40);
		const { sent, text } = await add(ids, refuseAllBut(known));
		const accepted = sent.filter((sentIds) => sentIds.every((id) => known.includes(id)));

		expect(accepted.flat().toSorted()).toEqual(known);
		expect(text).toContain('Added: 60 of 100.');
	});

	it.each<[words: string, AnswerAddition]>([
		[
			'in other words each',
			([first = '', ...others]) =>
				others.length === 0 ? jsonResponse({ error: `No ${first}` }, 400) : refusal,
		],
		[
			'as unknown ones (row 10)',
			refuseAllBut([], jsonResponse({ error: 'The payload is not valid' }, 400)),
		],
	])('are all tried if they are refused %s', async (_, answer) => {
		const { sent } = await add(ids, answer);

		expect(sent.filter(({ length }) => length === 1)).toHaveLength(100);
	});
});

describe('Work items that are added to cycles', () => {
	const startServer = (answers: Routes) =>
		startProject({ 'GET *': listOf(), 'POST cycles/*': acceptAddition, ...answers });

	const addEach = async (
		server: ReturnType<typeof startServer>,
		rows: readonly (readonly [cycle: string, ids: readonly string[]])[],
	) =>
		await server.run(
			'cycle.addWorkItems',
			{ cycleId: byId('={{ $json.cycle }}'), workItemIds: '={{ $json.ids }}' },
			{
				items: jsonItems(rows.map(([cycle, ids]) => ({ cycle, ids: [...ids] }))),
				onError: 'continueRegularOutput',
			},
		);

	const listAdditions = (server: ReturnType<typeof startServer>) =>
		server.routes().filter((route) => route.startsWith('POST'));

	it('are sent once to one that has ended, and to others', async () => {
		const server = startServer({ [addToCycle(CYCLE)]: CYCLE_ENDED });

		// A request takes a hundred.
		const { json } = await addEach(server, [
			[CYCLE, range(101)],
			[OTHER_CYCLE, [uuid(200)]],
		]);

		expect(json).toMatchObject([
			{ error: expect.stringContaining(`Cycle ${CYCLE} has ended`) },
			rowOf(uuid(200)),
		]);
		expect(listAdditions(server)).toEqual([addToCycle(CYCLE), addToCycle(OTHER_CYCLE)]);
	});

	it('are sent to one again after another kind of failure', async () => {
		const server = startServer({ [addToCycle(CYCLE)]: DENIED });

		await addEach(server, [[CYCLE, range(101)]]);

		expect(listAdditions(server)).toEqual([addToCycle(CYCLE), addToCycle(CYCLE)]);
	});

	it('are called in errors as in the item', async () => {
		const server = startProject(({ route }) => {
			// A key is not looked up in the project.
			if (route === 'GET work-items/LNCH-7/') return jsonResponse({ id: uuid(7), name: 'Print' });

			return route.startsWith('POST') ? jsonResponse([rowOf(uuid(1))]) : listOf();
		});

		const { json } = await addEach(server, [[CYCLE, [uuid(1), 'LNCH-7']]]);

		expect(json).toMatchObject([{ error: expect.stringContaining(causes.notAdded('LNCH-7')) }]);
	});
});
