/** What a user can choose in the two menus, e.g. `{ resource: 'label', operation: 'create' }`. */
export interface MenuChoice {
	readonly resource: string;
	readonly operation: string;
}

/**
 * When n8n shows a parameter: for every combination of one of these resources with one of these
 * operations. A list that is absent allows any. No rule says for what a parameter is hidden: models would read that
 * list with each operation that has the parameter.
 */
export interface DisplayRule {
	readonly resource?: readonly string[];
	readonly operation?: readonly string[];
}

/** Some resources and some operations, and all choices that combine them. */
interface Block {
	readonly resources: readonly string[];
	readonly operations: readonly string[];
}

/**
 * Finds rules that show a parameter for some choices of the menus, and for no others.
 *
 * A rule allows all combinations of its resources and operations, so that one is not always enough. If
 * `label.create`, `label.update` and `state.create` have the parameter and `state.update` does not, the
 * rules are `{ resource: ['label'] }` and `{ resource: ['state'], operation: ['create'] }`. The parameter
 * is in the panel once for each rule, and no choice may meet two of them: the parameter would be shown
 * twice. Combinations that the menus do not offer do not matter.
 *
 * @param choices those with the parameter, which are elements of `menu`
 * @param menu all choices that the menus offer
 * @returns mostly one rule, and never more rules than choices
 */
export function findDisplayRules(
	choices: readonly MenuChoice[],
	menu: readonly MenuChoice[],
): DisplayRule[] {
	const rules: DisplayRule[] = [];
	let remaining = choices;

	while (remaining.length > 0) {
		// A choice that has its rule must not meet another one.
		const excluded = menu.filter((choice) => !remaining.includes(choice));
		const block = findLargestBlock(remaining, excluded);
		if (block === undefined) break;

		rules.push(findShortestRule(block, excluded));
		remaining = remaining.filter((choice) => !isInBlock(choice, block));
	}

	return rules;
}

const isInBlock = ({ resource, operation }: MenuChoice, { resources, operations }: Block) =>
	resources.includes(resource) && operations.includes(operation);

/** Of the blocks without an excluded choice, the one with the most of these choices. */
function findLargestBlock(
	choices: readonly MenuChoice[],
	excluded: readonly MenuChoice[],
): Block | undefined {
	const [largest] = buildBlocks(choices, excluded)
		.map((block) => ({
			block,
			size: choices.filter((choice) => isInBlock(choice, block)).length,
		}))
		.sort((a, b) => b.size - a.size);

	return largest?.block;
}

/**
 * Builds blocks without an excluded choice: one from each resource, with all operations that it can
 * have, and one from each operation, with all resources. Each is extended as far as possible.
 */
function buildBlocks(choices: readonly MenuChoice[], excluded: readonly MenuChoice[]): Block[] {
	const allResources = listResources(choices);
	const allOperations = listOperations(choices);

	const findOperationsFor = (resources: readonly string[]) => {
		const conflicts = excluded.filter(({ resource }) => resources.includes(resource));
		const excludedOperations = new Set(listOperations(conflicts));

		return allOperations.filter((operation) => !excludedOperations.has(operation));
	};

	const findResourcesFor = (operations: readonly string[]) => {
		const conflicts = excluded.filter(({ operation }) => operations.includes(operation));
		const excludedResources = new Set(listResources(conflicts));

		return allResources.filter((resource) => !excludedResources.has(resource));
	};

	const resourceLists = [
		...allResources.map((resource) => findResourcesFor(findOperationsFor([resource]))),
		...allOperations.map((operation) => findResourcesFor([operation])),
	];

	return resourceLists.map((resources) => ({
		resources,
		operations: findOperationsFor(resources),
	}));
}

/** Finds the shortest rule for a block, because every editor loads the panel: for all lists, `{ operation: ['getAll'] }`. */
function findShortestRule(
	{ resources, operations }: Block,
	excluded: readonly MenuChoice[],
): DisplayRule {
	const isForAnyResource = !excluded.some(({ operation }) => operations.includes(operation));
	const isForAnyOperation = !excluded.some(({ resource }) => resources.includes(resource));

	const rules: DisplayRule[] = [
		...(excluded.length === 0 ? [{}] : []),
		...(isForAnyResource ? [{ operation: operations }] : []),
		...(isForAnyOperation ? [{ resource: resources }] : []),
		{ resource: resources, operation: operations },
	];
	const [shortest = {}] = rules.sort((a, b) => measureRule(a) - measureRule(b));

	return shortest;
}

const measureRule = (rule: DisplayRule): number => JSON.stringify(rule).length;

/** The resources of choices, each once. */
const listResources = (choices: readonly MenuChoice[]): string[] => [
	...new Set(choices.map(({ resource }) => resource)),
];

/** The operations of choices, each once. */
const listOperations = (choices: readonly MenuChoice[]): string[] => [
	...new Set(choices.map(({ operation }) => operation)),
];
