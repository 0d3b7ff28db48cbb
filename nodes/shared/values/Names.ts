import { once } from '../text/once';
import { foldName, normalizeId, trimText } from './textForms';

/** By what people choose something. */
export interface NamedBy<Item> {
	/** Returns its ID, or `''` for an item that cannot be chosen. Absent: items are chosen by their names only. */
	readonly id?: (item: Item) => string;
	/**
	 * Returns its names in tiers, the most specific first: an email address before a display name. The names in one tier
	 * are equally specific.
	 */
	readonly names: (item: Item) => readonly (readonly string[])[];
}

/** The items with a name of one tier, by the folded name. */
type Tier<Item> = Map<string, Item[]>;

interface Index<Item> {
	readonly byId: ReadonlyMap<string, Item>;
	readonly tiers: readonly Tier<Item>[];
}

/**
 * Finds which of several items a text means: the item with this ID, or else the items with this name in the first tier
 * that has it. Names are compared as `foldName` says. If only one is spelled exactly like the text, the text stands for it.
 */
export class Names<Item> {
	/** Most lists of choices are never searched. */
	private readonly index = once(() => buildIndex(this.items, this.by));

	constructor(
		private readonly items: readonly Item[],
		private readonly by: NamedBy<Item>,
	) {}

	/**
	 * Finds the item that a text means.
	 *
	 * @returns several items if nothing tells them apart, the exact spellings first; none if no item has the name
	 */
	find(text: string): readonly Item[] {
		const { byId, tiers } = this.index();
		const item = byId.get(normalizeId(text.trim()));
		if (item !== undefined) return [item];

		for (const [index, tier] of tiers.entries()) {
			const namesakes = tier.get(foldName(text));
			if (namesakes === undefined) continue;

			const exact = namesakes.filter((namesake) => this.isSpelledSo(namesake, index, text));
			const others = namesakes.filter((namesake) => !exact.includes(namesake));

			return exact.length === 1 ? exact : [...exact, ...others];
		}

		return [];
	}

	/** Whether a text means any item. */
	has(text: string): boolean {
		return this.find(text).length > 0;
	}

	private isSpelledSo(item: Item, tier: number, text: string): boolean {
		const names = this.by.names(item)[tier] ?? [];

		return names.some((name) => trimText(name) === trimText(text));
	}
}

function buildIndex<Item>(items: readonly Item[], by: NamedBy<Item>): Index<Item> {
	const byId = new Map<string, Item>();
	const tiers: Tier<Item>[] = [];

	for (const item of items) {
		const id = by.id?.(item);
		if (id === '') continue;
		if (id !== undefined) byId.set(normalizeId(id), item);

		for (const [index, names] of by.names(item).entries()) {
			const tier = (tiers[index] ??= new Map());

			for (const name of new Set(names.map(foldName))) {
				if (name === '') continue;

				const namesakes = tier.get(name);
				if (namesakes === undefined) tier.set(name, [item]);
				else namesakes.push(item);
			}
		}
	}

	return { byId, tiers };
}
