import { sleep } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import type { NameFilter } from '../shared/events/eventParameters';
import { nameFields, projectsField } from '../shared/events/filters';
import { findName, type NameQuery } from '../shared/events/findName';
import { NameResolver } from '../shared/resolve/NameResolver';
import { explainAbsence } from '../shared/resolve/resolveInAny';
import { isProblem, type Result } from '../shared/result/problem';
import type { ResolvedParameterNames } from './changes/TriggerState';

/** The names and IDs that the user entered. */
export interface NamesToResolve {
	/** The server and the key, as `namesFingerprint` returns it. */
	readonly access: string;
	readonly workspace: string;
	readonly projects: readonly string[];
	/** The names and IDs in the other filters. */
	readonly entries: readonly FilterEntries[];
}

/** The names and IDs that the user entered in one filter. */
interface FilterEntries {
	readonly filter: NameFilter;
	readonly texts: readonly string[];
}

/**
 * Resolves names to IDs. A name has to exist in at least one of the projects, because a misspelled state
 * would silently never match.
 *
 * @param cached the result of an earlier poll, which is used again unless the parameters, the server or
 *   the key have changed
 */
export async function resolveParameterNames(
	client: Client,
	names: NamesToResolve,
	cached: ResolvedParameterNames | undefined,
): Promise<Result<ResolvedParameterNames>> {
	const cacheKey = createCacheKey(names);
	if (cached?.cacheKey === cacheKey) return cached;

	const resolver = new NameResolver({
		client,
		paging: { concurrency: 1, pause: async (time) => await sleep(time) },
	});
	const find = async (query: Omit<NameQuery, 'workspace'>) =>
		await resolveName(resolver, { ...query, workspace: names.workspace });
	const projectIds: string[] = [];
	const idsByProject: Record<string, readonly string[]> = {};

	for (const name of names.projects) {
		const found = await find({ filter: 'projects', name });
		if (isProblem(found)) return found;

		idsByProject[name] = found;
		projectIds.push(...found);
	}

	const ids: Record<string, Record<string, readonly string[]>> = {
		[projectsField.wire]: idsByProject,
	};

	for (const { filter, texts } of names.entries) {
		const { wire } = nameFields[filter];

		for (const name of texts) {
			const found = await find({ filter, name, projectIds });
			if (isProblem(found)) return found;

			ids[wire] = { ...ids[wire], [name]: found };
		}
	}

	return { cacheKey, projects: [...new Set(projectIds)], ids };
}

const createCacheKey = ({ access, workspace, projects, entries }: NamesToResolve): string =>
	JSON.stringify([access, workspace, projects, ...entries.map(({ texts }) => texts)]);

/**
 * Resolves a name to the IDs that it stands for in any of the projects. Nobody would notice that a name is not known
 * in one of them, so a project that cannot be read, or that has several records with the name, is a Problem.
 */
async function resolveName(
	resolver: NameResolver,
	query: NameQuery,
): Promise<Result<readonly string[]>> {
	const name = await findName(resolver, query);
	const [hiddenProject] = name.hidden.values();
	const problem = name.failed ?? hiddenProject ?? explainAbsence([name]);

	return problem ?? [...new Set(name.found.values())];
}

/** Lists the projects that the user entered by name rather than by ID. */
export const projectsEnteredByName = ({
	ids,
}: ResolvedParameterNames): readonly { readonly name: string; readonly id: string }[] =>
	Object.entries(ids[projectsField.wire] ?? {})
		.map(([name, [id = name]]) => ({ name, id }))
		.filter(({ name, id }) => id !== name);
