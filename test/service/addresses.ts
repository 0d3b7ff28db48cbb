import findMyWay from 'find-my-way';

/** Which of some paths an address is of, with the values of its placeholders. */
export interface Found {
	/** The index of the path. */
	readonly index: number;
	/** Whether the slash at the end of the path is missing. */
	readonly lacksSlash: boolean;
	readonly params: Readonly<Record<string, string>>;
}

export type FindPath = (address: string) => Found | undefined;

/** What the paths have in common. */
interface Matching {
	/** Whether `{…_id}` stands for UUIDs alone. */
	readonly uuidsOnly: boolean;
	/** Which paths are found without the slash at their end, too. */
	readonly mayLackSlash: (path: string) => boolean;
}

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** Building one takes longer than most tests: services with the same paths share it. */
const built = new Map<string, FindPath>();

/**
 * Finds the path of an address.
 *
 * @param paths with placeholders in braces and a slash at their end, as the contract has them
 */
export function findPathOf(paths: readonly string[], matching: Matching): FindPath {
	const shortened = paths.map((path) => matching.mayLackSlash(path));
	const key = JSON.stringify([paths, matching.uuidsOnly, shortened]);
	const find = built.get(key) ?? build(paths, shortened, matching.uuidsOnly);

	built.set(key, find);

	return find;
}

function build(
	paths: readonly string[],
	shortened: readonly boolean[],
	uuidsOnly: boolean,
): FindPath {
	const router = findMyWay({ maxParamLength: 10_000 });
	const places = new Map<unknown, Pick<Found, 'index' | 'lacksSlash'>>();

	/** Every method is found at the same path. */
	const add = (url: string, place: Pick<Found, 'index' | 'lacksSlash'>) => {
		const handler = () => undefined;

		places.set(handler, place);
		router.on('GET', url, handler);
	};

	for (const [index, path] of paths.entries()) {
		const url = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
			uuidsOnly && name.endsWith('_id') ? `:${name}(${uuid})` : `:${name}`,
		);

		add(url, { index, lacksSlash: false });
		if (shortened[index] === true) add(url.slice(0, -1), { index, lacksSlash: true });
	}

	return (address) => {
		const found = router.find('GET', address);
		const place = found === null ? undefined : places.get(found.handler);
		if (found === null || place === undefined) return undefined;

		const params = Object.entries(found.params).filter(
			(entry): entry is [string, string] => entry[1] !== undefined,
		);

		return { ...place, params: Object.fromEntries(params) };
	};
}
