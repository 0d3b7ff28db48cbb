import { describe, expect, test } from '@jest/globals';

import { type Concurrency, mapConcurrently } from '../../../nodes/shared/scheduler/mapConcurrently';
import { VirtualTime } from './virtualTime';

interface Item {
	readonly name: string;
	readonly key?: string;
	/** Milliseconds until it shows what others can expect; default: it does so when it ends. */
	readonly shows?: number;
	/** Milliseconds; default 100. */
	readonly takes?: number;
}

/** Works on items in virtual time, and gives what has happened, in that order. */
async function workOn(items: readonly Item[], options: Partial<Concurrency<Item, string>> = {}) {
	const time = new VirtualTime();
	const events: string[] = [];
	let underWay = 0;
	let busiest = 0;
	const { result, took } = await time.pass(
		mapConcurrently(
			items,
			{ concurrency: 3, orderBy: ({ key }) => key, ...options },
			async ({ name, shows = 0, takes = 100 }, showed) => {
				events.push(`${name} begins`);
				busiest = Math.max(busiest, ++underWay);
				await time.sleep(shows);
				if (shows > 0) showed();

				await time.sleep(takes - shows);
				underWay--;
				events.push(`${name} ends`);

				return name;
			},
		),
	);

	return { result, took, events, busiest };
}

const free = (count: number): Item[] =>
	Array.from({ length: count }, (_, index) => ({ name: `item${String(index)}` }));

const keyed = (...keys: string[]): Item[] =>
	keys.map((key, index) => ({ name: `${key}${String(index)}`, key }));

const namesOf = (items: readonly Item[]) => items.map(({ name }) => name);

describe('items without a key', () => {
	test('are worked on several at once, begun and given in their order', async () => {
		const { result, took, events, busiest } = await workOn(free(7));

		expect(busiest).toBe(3);
		expect(took).toBe(300);
		const begun = events.filter((event) => event.endsWith(' begins'));

		expect(begun).toEqual(free(7).map(({ name }) => `${name} begins`));
		expect(result).toEqual(namesOf(free(7)));
	});

	test('are given in their order also where later ones end first', async () => {
		const { result, events } = await workOn([{ name: 'slow', takes: 500 }, { name: 'fast' }]);

		expect(events.at(-1)).toBe('slow ends');
		expect(result).toEqual(['slow', 'fast']);
	});

	test('may be none', async () => {
		expect((await workOn([], { firstAlone: true })).result).toEqual([]);
	});
});

describe('items with the same key', () => {
	test('are worked on one after the other in their order, and the others beside them', async () => {
		const items = keyed('a', 'a', 'b', 'a', 'b', 'c');
		const { events, result, took } = await workOn(items);
		const of = (key: string) => events.filter((event) => event.startsWith(key));
		const inTurn = (...names: string[]) =>
			names.flatMap((name) => [`${name} begins`, `${name} ends`]);

		expect(of('a')).toEqual(inTurn('a0', 'a1', 'a3'));
		expect(of('b')).toEqual(inTurn('b2', 'b4'));
		expect(result).toEqual(namesOf(items));
		expect(took).toBe(300);
	});

	test('do not keep others from beginning, however many they are', async () => {
		const { took } = await workOn([
			...keyed(...Array.from({ length: 10 }, () => 'a')),
			...free(20),
		]);

		// Ten with the key, and twenty by the two others.
		expect(took).toBe(1000);
	});
});

describe('a first item', () => {
	test('goes alone', async () => {
		const { events } = await workOn(free(4), { firstAlone: true });

		expect(events.slice(0, 3)).toEqual(['item0 begins', 'item0 ends', 'item1 begins']);
	});

	test('goes alone until it shows what the others can expect', async () => {
		const items = ['a', 'b', 'c', 'd'].map((name) => ({ name, shows: 10 }));
		const { events, result, took } = await workOn(items, { firstAlone: true });

		expect(events.slice(0, 4)).toEqual(['a begins', 'b begins', 'c begins', 'a ends']);
		expect(result).toEqual(['a', 'b', 'c', 'd']);
		expect(took).toBe(200);
	});

	test('that fails is the only one', async () => {
		const { result } = await workOn(free(4), { firstAlone: true, shouldStop: () => true });

		expect(result).toStrictEqual(['item0', undefined, undefined, undefined]);
	});

	test('lets the next one with its key follow', async () => {
		const { result } = await workOn(keyed('a', 'a'), { firstAlone: true });

		expect(result).toEqual(['a0', 'a1']);
	});
});

test('after a stop no further item is begun, and those under way are finished', async () => {
	const items = [{ name: 'x', takes: 10 }, { name: 'y' }, { name: 'z' }, { name: 'later' }];
	const { result } = await workOn(items, { shouldStop: (name) => name === 'x' });

	expect(result).toStrictEqual(['x', 'y', 'z', undefined]);
});

test('items need no key', async () => {
	const double = async (item: number) => await Promise.resolve(2 * item);

	expect(await mapConcurrently([1, 2, 3], { concurrency: 2 }, double)).toEqual([2, 4, 6]);
});
