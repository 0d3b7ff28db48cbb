/**
 * The layers of the package, the lowest first: a file may import from its own folder and from those of
 * lower layers. What each is for stands in docs/architecture.md.
 */
export const LAYERS = [
	'nodes/shared/text',
	'nodes/shared/result',
	'nodes/shared/html',
	'nodes/shared/fields',
	'nodes/shared/rows',
	'nodes/shared/lists',
	'nodes/shared/operations',
	'nodes/shared/model',
	'nodes/shared/transport',
	'nodes/shared/errors',
	'nodes/shared/scheduler',
	'nodes/shared/client',
	'nodes/shared/pagination',
	'nodes/shared/resolve',
	'nodes/shared/parameters',
	'nodes/shared/output',
	'nodes/shared/events',
	'nodes/shared/listSearch',
	'nodes/Plane/panel',
	'nodes/Plane/storage',
	'nodes/Plane/input',
	'nodes/Plane/execute',
	'nodes/Plane/output',
	'nodes/Plane',
	'nodes/PlaneTrigger/deliveries',
	'nodes/PlaneTrigger',
	'nodes/PlanePollingTrigger/changes',
	'nodes/PlanePollingTrigger',
	'credentials',
] as const;

/** A file with the files of the project that it imports. */
export interface Source {
	/** From the project's top, e.g. `nodes/shared/fields/text.ts`. */
	readonly file: string;
	readonly imports: readonly string[];
}

/** The layer of a file: the longest one whose folder it is in, or undefined if it is in none. */
export function layerOf(file: string): string | undefined {
	const folders = LAYERS.filter((layer) => file.startsWith(`${layer}/`));

	return folders.sort((a, b) => b.length - a.length)[0];
}

/** Whether files of one layer may import from another one: from a lower one, of their own node or shared. */
function mayImport(layer: string, imported: string): boolean {
	const layers: readonly string[] = LAYERS;
	const isLower = layers.indexOf(imported) <= layers.indexOf(layer);
	const isShared = imported.startsWith('nodes/shared/');

	return isLower && (isShared || nodeOf(imported) === nodeOf(layer));
}

/** The folder below `nodes` that a layer is in; '' for the credentials. */
const nodeOf = (layer: string): string => /^nodes\/(\w+)/.exec(layer)?.[1] ?? '';

/** A sentence for each import that leads up or to another node, and for each file that is in no layer. */
export function forbiddenImports(sources: readonly Source[]): string[] {
	return sources.flatMap(({ file, imports }) => {
		const layer = layerOf(file);
		if (layer === undefined) return [`${file} is in no layer: see docs/architecture.md.`];

		return imports
			.filter((imported) => !mayImport(layer, layerOf(imported) ?? ''))
			.map(
				(imported) =>
					`${file} may not import ${imported}: only its own folder and lower layers (docs/architecture.md).`,
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
