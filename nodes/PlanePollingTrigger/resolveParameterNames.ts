import { sleep } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { projectsField } from '../shared/events/filters';
import type { Field } from '../shared/fields/kinds';
import type { ReadTarget } from '../shared/model/call';
import { getWorkItems } from '../shared/operations';
import { NameResolver } from '../shared/resolve/NameResolver';
import type { Reference } from '../shared/resolve/slots';
import { explainAbsence } from '../shared/resolve/resolveInAny';
import { isProblem, type Result } from '../shared/result/problem';
import type { ResolvedParameterNames } from './changes/TriggerState';

/** The names and IDs that the user entered. */
export interface NamesToResolve {
	/** The server and the key, as `namesFingerprint` returns it. */
	readonly access: string;
	readonly workspace: string;
	readonly projects: readonly string[];
	/** Those that are looked up in the projects. */
	readonly fieldTexts: readonly FieldTexts[];
}

/** The names and IDs that the user entered in one field. */
interface FieldTexts {
	readonly field: Field;
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
		continueOnFail: true,
		paging: { concurrency: 1, pause: async (time) => await sleep(time) },
	});
	const projectIds = await resolveProjects(resolver, names);
	if (isProblem(projectIds)) return projectIds;

	const projectIdsByText = names.projects.map(
		(text, index) => [text, projectIds.slice(index, index + 1)] as const,
	);
	const ids: Record<string, Record<string, readonly string[]>> = {
		[projectsField.wire]: Object.fromEntries(projectIdsByText),
	};
	const targets = projectIds.map((id) => workItemsTarget(names.workspace, id));

	for (const { field, texts } of names.fieldTexts) {
		for (const text of texts) {
			const found = await resolveInProjects(resolver, targets, { field, text });
			if (isProblem(found)) return found;

			ids[field.wire] = { ...ids[field.wire], [text]: found };
		}
	}

	return { cacheKey, projects: [...new Set(projectIds)], ids };
}

const createCacheKey = ({ access, workspace, projects, fieldTexts }: NamesToResolve): string =>
	JSON.stringify([access, workspace, projects, ...fieldTexts.map(({ texts }) => texts)]);

/** The work items of a project: in their path and filters, all these names can be resolved. */
const workItemsTarget = (workspace: string, projectId: string): ReadTarget => ({
	workspace,
	operation: getWorkItems,
	path: { project_id: projectId },
});

/** Resolves each project to its ID. */
async function resolveProjects(
	resolver: NameResolver,
	{ workspace, projects }: NamesToResolve,
): Promise<Result<readonly string[]>> {
	const ids: string[] = [];

	for (const text of projects) {
		const target = await resolver.resolvePath(workItemsTarget(workspace, text));
		if (isProblem(target)) return target;

		ids.push(target.path.project_id ?? text);
	}

	return ids;
}

/**
 * Resolves a text to the IDs that it stands for in any of the projects. Nobody would notice that a name is not known
 * in one of them, so a project that cannot be read, or that has several records with the name, is a Problem.
 */
async function resolveInProjects(
	resolver: NameResolver,
	targets: readonly ReadTarget[],
	reference: Reference,
): Promise<Result<readonly string[]>> {
	const name = await resolver.resolveInAny(targets, reference);
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
