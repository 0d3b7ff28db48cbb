import { random } from '../unit/random';

/** Decisions that are the same for the same seed. */
export class Dice {
	private readonly next: () => number;

	constructor(seed: number) {
		this.next = random(seed);
		// The first number hardly differs between neighboring seeds.
		for (let turn = 0; turn < 5; turn++) this.next();
	}

	/** Whether something happens that has this chance, from 0 to 1. */
	chance(chance: number): boolean {
		return this.next() < chance;
	}

	/** A whole number from 0 to below this one. */
	below(count: number): number {
		return Math.floor(this.next() * count);
	}

	/** @throws RangeError if there is nothing to pick */
	pick<Entry>(entries: readonly Entry[]): Entry {
		const entry = entries[this.below(entries.length)];
		if (entry === undefined) throw new RangeError('Nothing to pick from');

		return entry;
	}

	/** Picks one of them, the first ones more often. */
	pickEarly<Entry>(entries: readonly Entry[]): Entry {
		const index = Math.floor(this.next() ** 2 * entries.length);
		const entry = entries[index];
		if (entry === undefined) throw new RangeError('Nothing to pick from');

		return entry;
	}

	/** Picks up to this many different ones, and at least one if there are any. */
	some<Entry>(entries: readonly Entry[], most = entries.length): Entry[] {
		const remaining = [...entries];
		const count = Math.min(remaining.length, 1 + this.below(most));

		return Array.from({ length: count }, () =>
			remaining.splice(this.below(remaining.length), 1),
		).flat();
	}
}

/** A number from 0 to below 1 that depends on nothing but this text. */
export function hashToUnit(text: string): number {
	let hash = 0x811c9dc5;

	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}

	// Mixes the last characters into all bits.
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);

	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
