import type { ICredentialType, INodeType } from 'n8n-workflow';
import { existsSync } from 'node:fs';
import { createRequire, isBuiltin, registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { NodeTypes } from '../node/contexts';

/** Finds the packages of this repository, which serve all builds. */
const requireFromTop = createRequire(__filename);

/**
 * Loads the Plane node of a build, whatever its folder. It gets the n8n of this repository, so that both builds
 * have the same one.
 *
 * @param folder a `dist`, or what contains one
 */
export function loadBuild(folder: string): NodeTypes {
	const dist = [resolve(folder), resolve(folder, 'dist')].find((path) =>
		existsSync(join(path, 'nodes/Plane/Plane.node.js')),
	);
	if (dist === undefined) throw new Error(`There is no build in ${folder}`);

	const requireFromBuild = createRequire(join(dist, 'index.js'));

	useOwnPackages(pathToFileURL(dist).href);

	const { Plane } = requireFromBuild('./nodes/Plane/Plane.node.js') as {
		Plane: new () => INodeType;
	};
	const { PlaneApi } = requireFromBuild('./credentials/PlaneApi.credentials.js') as {
		PlaneApi: new () => ICredentialType;
	};

	return { node: new Plane(), credential: new PlaneApi() };
}

/** The builds whose packages are those of this repository, by their URLs. */
const builds = new Set<string>();

/** Makes the code of a build find its packages in this repository. */
function useOwnPackages(build: string): void {
	if (builds.has(build)) return;

	builds.add(build);
	registerHooks({
		resolve(specifier, context, next) {
			const isPackage = /^[@\w]/.test(specifier) && !isBuiltin(specifier);
			if (!isPackage || context.parentURL?.startsWith(build) !== true) {
				return next(specifier, context);
			}

			return {
				url: pathToFileURL(requireFromTop.resolve(specifier)).href,
				shortCircuit: true,
			};
		},
	});
}

/** Makes the next `loadBuild` read the files of a build again. */
export function unloadBuild(folder: string): void {
	const { cache } = requireFromTop;

	for (const path of Object.keys(cache)) {
		if (path.startsWith(resolve(folder))) Reflect.deleteProperty(cache, path);
	}
}
