/**
 * The rooms of `nodes/shared`, from the ground up: a file may import from its own room and from those
 * below it. What each is for stands in docs/architecture.md.
 */
export const FLOORS = [
	'result',
	'html',
	'fields',
	'lists',
	'operations',
	'panel',
	'model',
	'transport',
	'errors',
	'scheduler',
	'client',
	'storage',
	'pagination',
	'resolve',
	'input',
	'execute',
	'output',
	'events',
	'polling',
	'webhook',
	'listSearch',
] as const;

/** A file with the files of the project that it imports. */
export interface Source {
	/** From the project's top, e.g. `nodes/shared/fields/text.ts`. */
	readonly file: string;
	readonly imports: readonly string[];
}

/** Where a file is: a room, `node` for what n8n loads, which may use all rooms; undefined: nowhere. */
function roomOf(file: string): string | undefined {
	const room = /^nodes\/shared\/(\w+)\//.exec(file)?.[1];
	if (room !== undefined) return FLOORS.find((known) => known === room);
	return /^(nodes\/Plane\w*\/|credentials\/)/.test(file) ? 'node' : undefined;
}

/** A sentence for each import that leads up, and for each file that is in no room. */
export function importsAgainstFloors(sources: readonly Source[]): string[] {
	const floors: readonly string[] = [...FLOORS, 'node'];
	return sources.flatMap(({ file, imports }) => {
		const room = roomOf(file);
		if (room === undefined) {
			return [`${file} is in no room: move it to one of ${FLOORS.join(', ')}.`];
		}
		const below = floors.slice(0, floors.indexOf(room) + 1);
		return imports
			.filter((imported) => !below.includes(roomOf(imported) ?? ''))
			.map(
				(imported) =>
					`${file} imports ${imported}, but ${room} may only use ${below.join(', ')} (docs/architecture.md).`,
			);
	});
}

/** The first circle of imports: the files in it, the first one again at the end. */
export function circleIn(sources: readonly Source[]): string[] | undefined {
	const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]));
	const done = new Set<string>();
	const visit = (file: string, path: readonly string[]): string[] | undefined => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return undefined;
		for (const imported of importsOf.get(file) ?? []) {
			const circle = visit(imported, [...path, file]);
			if (circle !== undefined) return circle;
		}
		done.add(file);
		return undefined;
	};
	for (const { file } of sources) {
		const circle = visit(file, []);
		if (circle !== undefined) return circle;
	}
	return undefined;
}
