import { describe, expect, test } from '@jest/globals';

import { type Concurrency, mapConcurrently } from '../../../nodes/shared/scheduler/mapConcurrently';
import { VirtualTime } from './virtualTime';

interface Item {
	readonly name: string;
	readonly key?: string;
	/** Milliseconds until it lets the others start. By default, they start when it ends. */
	readonly startsOthersAfter?: number;
	/** Milliseconds, 100 by default. */
	readonly duration?: number;
}

/** Processes items in virtual time, and records what starts and ends in which order. */
async function processItems(
	items: readonly Item[],
	options: Partial<Concurrency<Item, string>> = {},
) {
	const time = new VirtualTime();
	const events: string[] = [];
	let inProgress = 0;
	let maxInProgress = 0;
	const { result, elapsed } = await time.advanceUntil(
		mapConcurrently(
			items,
			{ concurrency: 3, orderBy: ({ key }) => key, ...options },
			async ({ name, startsOthersAfter = 0, duration = 100 }, startOthers) => {
				events.push(`${name} starts`);
				maxInProgress = Math.max(maxInProgress, ++inProgress);
				await time.sleep(startsOthersAfter);
				if (startsOthersAfter > 0) startOthers();

				await time.sleep(duration - startsOthersAfter);
				inProgress--;
				events.push(`${name} ends`);

				return name;
			},
		),
	);

	return { result, elapsed, events, maxInProgress };
}

const itemsWithoutKey = (count: number): Item[] =>
	Array.from({ length: count }, (_, index) => ({ name: `item${String(index)}` }));

const itemsWithKeys = (...keys: string[]): Item[] =>
	keys.map((key, index) => ({ name: `${key}${String(index)}`, key }));

const listNames = (items: readonly Item[]) => items.map(({ name }) => name);

describe('items without a key', () => {
	test('are processed several at once, started and returned in their order', async () => {
		const { result, elapsed, events, maxInProgress } = await processItems(itemsWithoutKey(7));

		const starts = events.filter((event) => event.endsWith(' starts'));

		expect(maxInProgress).toBe(3);
		expect(elapsed).toBe(300);
		expect(starts).toEqual(itemsWithoutKey(7).map(({ name }) => `${name} starts`));
		expect(result).toEqual(listNames(itemsWithoutKey(7)));
	});

	test('are returned in their order even if later ones end first', async () => {
		const { result, events } = await processItems([
			{ name: 'slow', duration: 500 },
			{ name: 'fast' },
		]);

		expect(events.at(-1)).toBe('slow ends');
		expect(result).toEqual(['slow', 'fast']);
	});

	test('may be none at all', async () => {
		const { result } = await processItems([], { firstAlone: true });

		expect(result).toEqual([]);
	});
});

describe('items with the same key', () => {
	test('are processed one after the other in their order, while others run beside them', async () => {
		const items = itemsWithKeys('a', 'a', 'b', 'a', 'b', 'c');

		const { events, result, elapsed } = await processItems(items);

		const filterEvents = (key: string) => events.filter((event) => event.startsWith(key));
		const listEvents = (...names: string[]) =>
			names.map((name) => [`${name} starts`, `${name} ends`]).flat();

		expect(filterEvents('a')).toEqual(listEvents('a0', 'a1', 'a3'));
		expect(filterEvents('b')).toEqual(listEvents('b2', 'b4'));
		expect(result).toEqual(listNames(items));
		expect(elapsed).toBe(300);
	});

	test('do not block others, however many they are', async () => {
		const { elapsed } = await processItems([
			...itemsWithKeys(...Array.from({ length: 10 }, () => 'a')),
			...itemsWithoutKey(20),
		]);

		// One worker takes the ten with the key, the two others the other twenty.
		expect(elapsed).toBe(1000);
	});
});

describe('a first item that goes alone', () => {
	test('ends before the others start', async () => {
		const { events } = await processItems(itemsWithoutKey(4), { firstAlone: true });

		expect(events.slice(0, 3)).toEqual(['item0 starts', 'item0 ends', 'item1 starts']);
	});

	test('can let the others start before it ends', async () => {
		const items = ['a', 'b', 'c', 'd'].map((name) => ({ name, startsOthersAfter: 10 }));

		const { events, result, elapsed } = await processItems(items, { firstAlone: true });

		expect(events.slice(0, 4)).toEqual(['a starts', 'b starts', 'c starts', 'a ends']);
		expect(result).toEqual(['a', 'b', 'c', 'd']);
		expect(elapsed).toBe(200);
	});

	test('is the only one if it stops the rest', async () => {
		const { result } = await processItems(itemsWithoutKey(4), {
			firstAlone: true,
			shouldStop: () => true,
		});

		expect(result).toStrictEqual(['item0', undefined, undefined, undefined]);
	});

	test('is followed by the next one with its key', async () => {
		const { result } = await processItems(itemsWithKeys('a', 'a'), { firstAlone: true });

		expect(result).toEqual(['a0', 'a1']);
	});
});

test('mapConcurrently starts no further item after a stop, and finishes those in progress', async () => {
	const items = [{ name: 'x', duration: 10 }, { name: 'y' }, { name: 'z' }, { name: 'later' }];

	const { result } = await processItems(items, { shouldStop: (name) => name === 'x' });

	expect(result).toStrictEqual(['x', 'y', 'z', undefined]);
});

test('mapConcurrently needs no key', async () => {
	const double = async (item: number) => await Promise.resolve(2 * item);

	expect(await mapConcurrently([1, 2, 3], { concurrency: 2 }, double)).toEqual([2, 4, 6]);
});
