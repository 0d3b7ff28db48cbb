/** A choice of resource and operation, e.g. `['label', 'create']`. */
export type Pair = readonly [resource: string, operation: string];

/** All pairs of these resources and these operations; undefined stands for any. */
export interface Rectangle {
	readonly resource?: readonly string[];
	readonly operation?: readonly string[];
	/** Not these operations. */
	readonly notOperation?: readonly string[];
}

/**
 * Covers pairs by rectangles, because `displayOptions` is a cross product. A pair that nobody can
 * choose may be covered too; each other one is covered once, or its parameter would show twice.
 *
 * @param wanted those of `all` that are to be covered, and no other one
 * @param all what there is to choose
 * @returns no more rectangles than pairs; mostly one
 */
export function rectanglesOf(wanted: readonly Pair[], all: readonly Pair[]): Rectangle[] {
	const found: Rectangle[] = [];
	let left = wanted;

	while (left.length > 0) {
		const others = all.filter((pair) => !left.includes(pair));
		const [best] = candidatesFor(left, others)
			.map(([resources, operations]) => ({
				resources,
				operations,
				rest: left.filter((pair) => !resources.includes(pair[0]) || !operations.includes(pair[1])),
			}))
			.sort((a, b) => a.rest.length - b.rest.length);
		if (best === undefined) break;

		left = best.rest;
		found.push(leastNames(best.resources, best.operations, others));
	}

	return found;
}

/** Of each pair, the rectangles without any of the others that begin with its resource or its operation. */
function candidatesFor(pairs: readonly Pair[], others: readonly Pair[]) {
	const resources = [...new Set(pairs.map(([resource]) => resource))];
	const operations = [...new Set(pairs.map(([, operation]) => operation))];

	/** Those operations that none of the others has with one of these resources. */
	const freeIn = (down: readonly string[]) => {
		const taken = new Set(others.filter((pair) => down.includes(pair[0])).map((pair) => pair[1]));

		return operations.filter((operation) => !taken.has(operation));
	};

	const freeFor = (across: readonly string[]) => {
		const taken = new Set(others.filter((pair) => across.includes(pair[1])).map((pair) => pair[0]));

		return resources.filter((resource) => !taken.has(resource));
	};

	return [
		...resources.map((resource) => freeFor(freeIn([resource]))),
		...operations.map((operation) => freeFor([operation])),
	].map((down) => [down, freeIn(down)] as const);
}

/** By the fewest names: `{operation: ['getAll']}` for all lists, `{notOperation: ['upload']}`. */
function leastNames(
	resource: readonly string[],
	operation: readonly string[],
	others: readonly Pair[],
): Rectangle {
	const isAnyResource = !others.some((other) => operation.includes(other[1]));
	const excluded = (within: readonly Pair[]) => [...new Set(within.map((other) => other[1]))];
	const ways: Rectangle[] = [
		isAnyResource ? { operation } : { resource, operation },
		{ notOperation: excluded(others) },
		{ resource, notOperation: excluded(others.filter((other) => resource.includes(other[0]))) },
	];
	const [least = {}] = ways
		.filter(({ notOperation = [] }) => !notOperation.some((name) => operation.includes(name)))
		.sort((one, other) => lengthOf(one) - lengthOf(other));

	return least;
}

const lengthOf = (rectangle: Rectangle): number => Object.values(rectangle).flat().length;
