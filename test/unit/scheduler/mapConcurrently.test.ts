import { describe, expect, test } from '@jest/globals';

import { mapConcurrently, type Lanes } from '../../../nodes/shared/scheduler/mapConcurrently';
import { VirtualTime } from './virtualTime';

interface Job {
	readonly name: string;
	readonly lane?: string;
	/** Milliseconds; default 100. */
	readonly takes?: number;
}

/** Does jobs in virtual time, and gives what was begun and ended, in that order. */
async function doAll(jobs: readonly Job[], given: Partial<Lanes<Job, string>> = {}) {
	const time = new VirtualTime();
	const course: string[] = [];
	let underWay = 0;
	let busiest = 0;
	const { result, took } = await time.pass(
		mapConcurrently(jobs, {
			concurrency: 3,
			scout: false,
			laneOf: ({ lane }) => lane,
			work: async ({ name, takes = 100 }) => {
				course.push(`${name} begins`);
				busiest = Math.max(busiest, ++underWay);
				await time.sleep(takes);
				underWay--;
				course.push(`${name} ends`);
				return name;
			},
			ends: () => false,
			...given,
		}),
	);
	const begun = course.flatMap((event) => (event.endsWith(' begins') ? [event.split(' ')[0]] : []));
	return { result, took, course, begun, busiest };
}

const free = (count: number): Job[] =>
	Array.from({ length: count }, (_, index) => ({ name: `job${String(index)}` }));

describe('jobs of no lane', () => {
	test('are done several at once, begun and given in their order', async () => {
		const { result, took, begun, busiest } = await doAll(free(7));
		expect(busiest).toBe(3);
		expect(took).toBe(300);
		expect(begun).toEqual(free(7).map(({ name }) => name));
		expect(result).toEqual(begun);
	});

	test('are given in their order also where later ones end first', async () => {
		const { result, course } = await doAll([{ name: 'slow', takes: 500 }, { name: 'fast' }]);
		expect(course.at(-1)).toBe('slow ends');
		expect(result).toEqual(['slow', 'fast']);
	});

	test('may be none', async () => {
		expect((await doAll([], { scout: true })).result).toEqual([]);
	});
});

describe('jobs of the same lane', () => {
	test('are done one after the other in their order, and the others beside them', async () => {
		const jobs = ['a', 'a', 'b', 'a', 'b', 'c'].map((lane, index) => ({
			name: `${lane}${String(index)}`,
			lane,
		}));
		const { course, result, took } = await doAll(jobs);
		const ofLane = (lane: string) => course.filter((event) => event.startsWith(lane));
		expect(ofLane('a')).toEqual(
			['a0', 'a1', 'a3'].flatMap((name) => [`${name} begins`, `${name} ends`]),
		);
		expect(ofLane('b')).toEqual(['b2', 'b4'].flatMap((name) => [`${name} begins`, `${name} ends`]));
		expect(result).toEqual(jobs.map(({ name }) => name));
		expect(took).toBe(300);
	});

	test('do not keep others from beginning, however many they are', async () => {
		const lane = Array.from({ length: 10 }, (_, index) => ({
			name: `a${String(index)}`,
			lane: 'a',
		}));
		const { took } = await doAll([...lane, ...free(20)]);
		// Ten in the lane, and twenty by the two others.
		expect(took).toBe(1000);
	});
});

describe('a scout', () => {
	test('goes alone', async () => {
		const { course } = await doAll(free(4), { scout: true });
		expect(course.slice(0, 3)).toEqual(['job0 begins', 'job0 ends', 'job1 begins']);
	});

	test('goes alone until it shows what the others can expect', async () => {
		const time = new VirtualTime();
		const course: string[] = [];
		const { result, took } = await time.pass(
			mapConcurrently(['a', 'b', 'c', 'd'], {
				...{ concurrency: 3, scout: true, laneOf: () => undefined, ends: () => false },
				work: async (name, show) => {
					await time.sleep(10);
					show();
					course.push(`${name} shows`);
					await time.sleep(90);
					course.push(`${name} ends`);
					return name;
				},
			}),
		);
		expect(course.slice(0, 4)).toEqual(['a shows', 'b shows', 'c shows', 'a ends']);
		expect(result).toEqual(['a', 'b', 'c', 'd']);
		expect(took).toBe(200);
	});

	test('that fails is the only one', async () => {
		const { result } = await doAll(free(4), { scout: true, ends: () => true });
		expect(result).toEqual(['job0', undefined, undefined, undefined]);
	});

	test('lets the next one of its lane follow', async () => {
		const { result } = await doAll(
			[1, 2].map((index) => ({ name: `a${String(index)}`, lane: 'a' })),
			{ scout: true },
		);
		expect(result).toEqual(['a1', 'a2']);
	});
});

test('after an end no further job is begun, and those under way are finished', async () => {
	const jobs = [{ name: 'x', takes: 10 }, { name: 'y' }, { name: 'z' }, { name: 'later' }];
	const { result } = await doAll(jobs, { ends: (name) => name === 'x' });
	expect(result).toEqual(['x', 'y', 'z', undefined]);
});
