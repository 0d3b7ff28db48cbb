import { describe, expect, test } from '@jest/globals';

import { pollNamed } from '../../../nodes/PlanePollingTrigger/pollNamed';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { Names } from '../../../nodes/PlanePollingTrigger/changes/mark';
import type { PollResult, SavedMark } from '../../../nodes/PlanePollingTrigger/changes/poll';
import { cameIn } from '../../../nodes/PlanePollingTrigger/changes/foundEvents';
import type { Result } from '../../../nodes/shared/result/problem';

/** `LNCH` stands for a project, and another project is given by its ID. */
const namesFor = (id: string): Names => ({
	asked: '',
	projects: [id, 'p9'],
	ids: { projects: { LNCH: [id], OPS: ['p3'], p9: ['p9'] } },
});
const names = namesFor('p1');

const markOf = (revision: number): SavedMark => ({ revision, projects: {}, next: 0, names });

const resultOf = (id: string, gone: readonly string[] = [], message?: string): PollResult => ({
	foundEvents: [cameIn({ id }, 'workItems')],
	mark: markOf(2),
	gone,
	...(message !== undefined && { problem: failed(message, `See p1 and p2.`) }),
});

/** Polls by names, and returns the result and the names that each poll had. */
async function polled(results: readonly PollResult[], anew?: Result<Names>) {
	const polls: (readonly [SavedMark | undefined, Names])[] = [];
	let lookUps = 0;

	const lookUp = async () => {
		lookUps++;

		return await Promise.resolve(anew ?? names);
	};

	const { foundEvents, problem } = await pollNamed(markOf(1), {
		names,
		...(anew && { lookUp }),
		pollWith: async (before, by) => {
			polls.push([before, by]);

			return await Promise.resolve(results[polls.length - 1] ?? resultOf('none'));
		},
	});

	return { foundEvents: foundEvents.map(({ event }) => event.record.id), problem, polls, lookUps };
}

describe('a poll of projects by their names', () => {
	test('takes what was looked up as long as the projects are there', async () => {
		const { foundEvents, problem, polls, lookUps } = await polled([resultOf('i1')], namesFor('p2'));

		expect([foundEvents, problem, lookUps]).toEqual([['i1'], undefined, 0]);
		expect(polls).toEqual([[markOf(1), names]]);
	});

	test('looks names up once more where a project is gone, and goes on with what it finds', async () => {
		const results = [resultOf('i1', ['p1'], 'Gone: p1'), resultOf('i2', [], 'Away: p2')];
		const { foundEvents, problem, polls } = await polled(results, namesFor('p2'));

		expect(foundEvents).toEqual(['i1', 'i2']);
		expect(polls).toEqual([
			[markOf(1), names],
			[markOf(2), namesFor('p2')],
		]);
		expect(problem).toMatchObject({
			message: 'Away: LNCH (p2)',
			description: 'See p1 and LNCH (p2).',
		});
	});

	test.each([
		['the name still stands for the same one', [resultOf('i1', ['p1'], 'Gone: p1')], names, 1],
		['that has just been done', [resultOf('i1', ['p1'], 'Gone: p1')], undefined, 0],
		[
			'one is gone that is given by its ID',
			[resultOf('i1', ['p9'], 'Gone: p1')],
			namesFor('p2'),
			0,
		],
	])('reports it by its name where %s', async (_, results, anew, times) => {
		const { foundEvents, problem, polls, lookUps } = await polled(results, anew);

		expect([foundEvents, polls.length, lookUps]).toEqual([['i1'], 1, times]);
		expect(problem).toMatchObject({
			message: 'Gone: LNCH (p1)',
			description: 'See LNCH (p1) and p2.',
		});
	});

	test('tells why a name cannot be looked up, and what has happened', async () => {
		const { foundEvents, problem } = await polled(
			[resultOf('i1', ['p1'], 'Gone')],
			failed('No LNCH', ''),
		);

		expect([foundEvents, problem?.message]).toEqual([['i1'], 'No LNCH']);
	});
});
