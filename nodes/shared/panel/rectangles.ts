/** A choice of resource and operation, e.g. `['label', 'create']`. */
export type Pair = readonly [resource: string, operation: string];

/** All pairs of these resources and these operations; undefined: any. */
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
 * @param wanted what is to be covered, and nothing else of `all`
 * @param all what there is to choose
 * @returns no more rectangles than pairs; mostly one
 */
export function rectanglesOf(wanted: readonly Pair[], all: readonly Pair[]): Rectangle[] {
	const keyOf = ([resource, operation]: Pair): string => `${resource} ${operation}`;
	const left = new Map(wanted.map((pair) => [keyOf(pair), pair]));
	const found: Rectangle[] = [];
	while (left.size > 0) {
		const others = all.filter((pair) => !left.has(keyOf(pair)));
		const [best] = candidatesFor([...left.values()], others)
			.map(([resources, operations]) => ({
				...{ resources, operations },
				covered: [...left].filter(
					([, pair]) => resources.includes(pair[0]) && operations.includes(pair[1]),
				),
			}))
			.sort((a, b) => b.covered.length - a.covered.length);
		if (best === undefined) break;
		for (const [key] of best.covered) left.delete(key);
		found.push(leastNames(best.resources, best.operations, others));
	}
	return found;
}

/** Of each pair, the rectangles without any of the others that begin with its resource or its operation. */
function candidatesFor(pairs: readonly Pair[], others: readonly Pair[]) {
	const resources = [...new Set(pairs.map(([resource]) => resource))];
	const operations = [...new Set(pairs.map(([, operation]) => operation))];
	const isFree = (resource: string, operation: string) =>
		!others.some((other) => other[0] === resource && other[1] === operation);
	return [
		...resources.map((resource) => {
			const across = operations.filter((operation) => isFree(resource, operation));
			const down = resources.filter((each) => across.every((operation) => isFree(each, operation)));
			return [down, across] as const;
		}),
		...operations.map((operation) => {
			const down = resources.filter((resource) => isFree(resource, operation));
			const across = operations.filter((each) => down.every((resource) => isFree(resource, each)));
			return [down, across] as const;
		}),
	];
}

/**
 * A rectangle by the fewest names: `{operation: ['getAll']}` where all lists are meant,
 * `{notOperation: ['upload']}` where all but one are.
 */
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
