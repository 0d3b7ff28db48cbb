/**
 * The layers of the package, the lowest first: a file may import from its own folder and from those of
 * lower layers. docs/architecture.md says what each layer is for.
 */
export const LAYERS = [
	'nodes/shared/text',
	'nodes/shared/result',
	'nodes/shared/values',
	'libraries',
	'nodes/shared/html',
	'nodes/shared/markup',
	'nodes/shared/markdown',
	'nodes/shared/imports',
	'nodes/shared/fields',
	'nodes/shared/lists',
	'nodes/shared/operations',
	'nodes/shared/model',
	'nodes/shared/transport',
	'nodes/shared/errors',
	'nodes/shared/scheduler',
	'nodes/shared/client',
	'nodes/shared/pagination',
	'nodes/shared/records',
	'nodes/shared/resolve',
	'nodes/shared/parameters',
	'nodes/shared/output',
	'nodes/shared/events',
	'nodes/shared/listSearch',
	'nodes/Plane/panel',
	'nodes/Plane/storage',
	'nodes/Plane/input',
	'nodes/Plane/execute',
	'nodes/Plane/present',
	'nodes/Plane/ask',
	'nodes/Plane',
	'nodes/PlaneTrigger/deliveries',
	'nodes/PlaneTrigger/registration',
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

/** Finds the layer of a file, which is the innermost folder of the list, or undefined if it is in none. */
export function findLayer(file: string): string | undefined {
	const folders = LAYERS.filter((layer) => file.startsWith(`${layer}/`));

	return folders.sort((a, b) => b.length - a.length)[0];
}

/** Whether a layer may import from another one, which must be lower, and shared or of the same node. */
function mayImport(layer: string, imported: string): boolean {
	const layers: readonly string[] = LAYERS;
	const isLower = layers.indexOf(imported) <= layers.indexOf(layer);
	const isShared = /^(?:libraries|nodes\/shared)\//.test(`${imported}/`);

	return isLower && (isShared || readNodeName(imported) === readNodeName(layer));
}

/** Reads the name of the folder in `nodes` that a layer is in, or '' for the credentials. */
const readNodeName = (layer: string): string => /^nodes\/(\w+)/.exec(layer)?.[1] ?? '';

/** Describes each import of a higher layer or of another node, and each file that is in no layer. */
export function findForbiddenImports(sources: readonly Source[]): string[] {
	return sources.flatMap(({ file, imports }) => {
		const layer = findLayer(file);
		if (layer === undefined) return [`${file} is in no layer: see docs/architecture.md.`];

		return imports
			.filter((imported) => !mayImport(layer, findLayer(imported) ?? ''))
			.map(
				(imported) =>
					`${file} may not import ${imported}: only its own folder and lower layers (docs/architecture.md).`,
			);
	});
}

/** Finds an import cycle: its files, with the first one again at the end. */
export function findImportCycle(sources: readonly Source[]): string[] | undefined {
	const importsByFile = new Map(sources.map(({ file, imports }) => [file, imports]));
	const done = new Set<string>();

	const visit = (file: string, path: readonly string[]): string[] | undefined => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return undefined;

		for (const imported of importsByFile.get(file) ?? []) {
			const cycle = visit(imported, [...path, file]);
			if (cycle !== undefined) return cycle;
		}

		done.add(file);

		return undefined;
	};

	for (const { file } of sources) {
		const cycle = visit(file, []);
		if (cycle !== undefined) return cycle;
	}

	return undefined;
}
