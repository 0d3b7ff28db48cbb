import findMyWay from 'find-my-way';

/** The path that an address matches, with the values of its placeholders. */
export interface PathMatch {
	/** The index in the list of paths. */
	readonly index: number;
	/** Whether the slash at the end of the path is missing. */
	readonly lacksSlash: boolean;
	readonly params: Readonly<Record<string, string>>;
}

export type PathFinder = (address: string) => PathMatch | undefined;

/** Options that apply to all paths. */
interface PathOptions {
	/** Whether `{…_id}` matches UUIDs only. */
	readonly requiresUuids: boolean;
	/** Says whether a path also matches without its trailing slash. */
	readonly isSlashOptional: (path: string) => boolean;
}

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** Building a finder takes longer than most tests, so services with the same paths share one. */
const cachedFinders = new Map<string, PathFinder>();

/**
 * Returns a function that finds the path of an address.
 *
 * @param paths with placeholders in braces and a trailing slash, as in the contract
 */
export function createPathFinder(paths: readonly string[], matching: PathOptions): PathFinder {
	const slashIsOptional = paths.map((path) => matching.isSlashOptional(path));
	const key = JSON.stringify([paths, matching.requiresUuids, slashIsOptional]);
	const find =
		cachedFinders.get(key) ?? buildFinder(paths, slashIsOptional, matching.requiresUuids);

	cachedFinders.set(key, find);

	return find;
}

function buildFinder(
	paths: readonly string[],
	slashIsOptional: readonly boolean[],
	requiresUuids: boolean,
): PathFinder {
	const router = findMyWay({ maxParamLength: 10_000 });
	const matchesByHandler = new Map<unknown, Pick<PathMatch, 'index' | 'lacksSlash'>>();

	/** The method does not matter here, so every path is registered for GET. */
	const add = (url: string, match: Pick<PathMatch, 'index' | 'lacksSlash'>) => {
		const handler = () => undefined;

		matchesByHandler.set(handler, match);
		router.on('GET', url, handler);
	};

	for (const [index, path] of paths.entries()) {
		const url = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
			requiresUuids && name.endsWith('_id') ? `:${name}(${uuid})` : `:${name}`,
		);

		add(url, { index, lacksSlash: false });
		if (slashIsOptional[index] === true) add(url.slice(0, -1), { index, lacksSlash: true });
	}

	return (address) => {
		const routerMatch = router.find('GET', address);
		const match = routerMatch === null ? undefined : matchesByHandler.get(routerMatch.handler);
		if (routerMatch === null || match === undefined) return undefined;

		const params = Object.entries(routerMatch.params).filter(
			(entry): entry is [string, string] => entry[1] !== undefined,
		);

		return { ...match, params: Object.fromEntries(params) };
	};
}
