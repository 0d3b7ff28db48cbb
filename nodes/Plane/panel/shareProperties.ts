import { type INodeProperties, isObjectEmpty } from 'n8n-workflow';

import { type Pair, type Rectangle, rectanglesOf } from './rectangles';

/** The parameters of one operation, in their order. */
export interface Section {
	readonly pair: Pair;
	readonly properties: readonly INodeProperties[];
}

/** A parameter, and the operations that have it. */
interface Shared {
	readonly property: INodeProperties;
	readonly pairs: Pair[];
	/** The parameters that stand above it in one of these operations. */
	readonly above: Set<string>;
}

/**
 * The parameters of several operations in one list. One that several have alike, to the letter,
 * stands there once and is shown for all of them: n8n sends the list to every editor.
 *
 * In the list, the parameters of each operation are in their order, as long as no two operations
 * have the same two the other way round.
 */
export function shareProperties(sections: readonly Section[]): INodeProperties[] {
	const shared = new Map<string, Shared>();

	for (const { pair, properties } of sections) {
		let last: string | undefined;

		for (const property of properties) {
			const key = JSON.stringify(property);
			const entry = shared.get(key) ?? { property, pairs: [], above: new Set() };

			shared.set(key, entry);
			entry.pairs.push(pair);
			if (last !== undefined) entry.above.add(last);

			last = key;
		}
	}

	const all = sections.map(({ pair }) => pair);

	return inOrder(shared).flatMap(({ property, pairs }) =>
		rectanglesOf(pairs, all).map((rectangle) => shownFor(property, rectangle)),
	);
}

/** Each below all that stand above it; otherwise as they come. */
function inOrder(shared: ReadonlyMap<string, Shared>): Shared[] {
	const left = [...shared];
	const ordered: [string, Shared][] = [];

	while (left.length > 0) {
		const next = left.findIndex(([, { above }]) => !left.some(([key]) => above.has(key)));

		ordered.push(...left.splice(Math.max(next, 0), 1));
	}

	return ordered.map(([, entry]) => entry);
}

function shownFor(
	{ displayOptions, ...property }: INodeProperties,
	{ resource = [], operation = [], notOperation = [] }: Rectangle,
): INodeProperties {
	const show = { ...listed({ resource, operation }), ...displayOptions?.show };
	const hide = listed({ operation: notOperation });
	const shown = { ...(!isObjectEmpty(show) && { show }), ...(!isObjectEmpty(hide) && { hide }) };

	return { ...property, ...(!isObjectEmpty(shown) && { displayOptions: shown }) };
}

/** Those lists that have entries. */
const listed = (lists: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
	Object.fromEntries(
		Object.entries(lists).flatMap(([name, list]) => (list.length === 0 ? [] : [[name, [...list]]])),
	);
