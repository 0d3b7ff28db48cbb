import { describe, expect, test } from '@jest/globals';

import type { PollResult } from '../../../nodes/PlanePollingTrigger/changes/pollProjects';
import { recordCreated } from '../../../nodes/PlanePollingTrigger/changes/toEvent';
import type {
	ResolvedParameterNames,
	TriggerState,
} from '../../../nodes/PlanePollingTrigger/changes/TriggerState';
import { pollWithCurrentNames } from '../../../nodes/PlanePollingTrigger/pollWithCurrentNames';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import type { Result } from '../../../nodes/shared/result/problem';

/** The names if `LNCH` stands for this project; another project was entered by its ID, `p9`. */
const namesWith = (launchId: string): ResolvedParameterNames => ({
	cacheKey: '',
	projects: [launchId, 'p9'],
	ids: { projects: { LNCH: [launchId], OPS: ['p3'], p9: ['p9'] } },
});

const NAMES = namesWith('p1');

const stateWith = (revision: number): TriggerState => ({
	revision,
	projects: {},
	nextProjectIndex: 0,
	names: NAMES,
	stalledPolls: {},
});

interface ResultFields {
	readonly inaccessible?: readonly string[];
	readonly message?: string;
}

/** The result of a poll that found a new work item. */
const resultWith = (id: string, { inaccessible = [], message }: ResultFields = {}): PollResult => ({
	events: [recordCreated({ id }, 'workItems')],
	state: stateWith(2),
	hasReadProject: true,
	inaccessibleProjects: inaccessible,
	...(message !== undefined && { problem: failed(message, 'See p1 and p2.') }),
});

/**
 * Polls, with these results one after the other.
 *
 * @param refreshed the names if they are resolved again; undefined if they have just been resolved
 */
async function poll(results: readonly PollResult[], refreshed?: Result<ResolvedParameterNames>) {
	const polls: { before: TriggerState | undefined; names: ResolvedParameterNames }[] = [];
	let timesResolved = 0;

	const resolveAgain = async () => {
		timesResolved++;

		return await Promise.resolve(refreshed ?? NAMES);
	};

	const { events, problem } = await pollWithCurrentNames(stateWith(1), {
		names: NAMES,
		...(refreshed && { resolveAgain }),
		pollOnce: async (before, names) => {
			polls.push({ before, names });

			return await Promise.resolve(results[polls.length - 1] ?? resultWith('none'));
		},
	});

	return { recordIds: events.map(({ event }) => event.record.id), problem, polls, timesResolved };
}

describe('polling projects that were entered by name', () => {
	test('keeps the IDs as long as the projects exist', async () => {
		const { recordIds, problem, polls, timesResolved } = await poll(
			[resultWith('i1')],
			namesWith('p2'),
		);

		expect(recordIds).toEqual(['i1']);
		expect(problem).toBeUndefined();
		expect(timesResolved).toBe(0);
		expect(polls).toEqual([{ before: stateWith(1), names: NAMES }]);
	});

	test('resolves the names once more if a project is gone, and polls again', async () => {
		const results = [
			resultWith('i1', { inaccessible: ['p1'], message: 'Not found: p1' }),
			resultWith('i2', { message: 'Unavailable: p2' }),
		];

		const { recordIds, problem, polls } = await poll(results, namesWith('p2'));

		expect(recordIds).toEqual(['i1', 'i2']);
		expect(polls).toEqual([
			{ before: stateWith(1), names: NAMES },
			{ before: stateWith(2), names: namesWith('p2') },
		]);
		expect(problem).toMatchObject({
			message: 'Unavailable: LNCH (p2)',
			description: 'See p1 and LNCH (p2).',
		});
	});

	test.each([
		['the name still stands for the same project', ['p1'], NAMES, 1],
		['the names have just been resolved', ['p1'], undefined, 0],
		['the project that is gone was entered by its ID', ['p9'], namesWith('p2'), 0],
	])('reports the project by its name if %s', async (_, inaccessible, refreshed, times) => {
		const results = [resultWith('i1', { inaccessible, message: 'Not found: p1' })];

		const { recordIds, problem, polls, timesResolved } = await poll(results, refreshed);

		expect(recordIds).toEqual(['i1']);
		expect(polls).toHaveLength(1);
		expect(timesResolved).toBe(times);
		expect(problem).toMatchObject({
			message: 'Not found: LNCH (p1)',
			description: 'See LNCH (p1) and p2.',
		});
	});

	test('reports events, and why a name cannot be resolved any more', async () => {
		const results = [resultWith('i1', { inaccessible: ['p1'], message: 'Not found' })];

		const { recordIds, problem } = await poll(results, failed('No LNCH', ''));

		expect(recordIds).toEqual(['i1']);
		expect(problem?.message).toBe('No LNCH');
	});
});
