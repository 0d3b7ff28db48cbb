import { sleep } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { projectsField } from '../shared/events/filters';
import type { Field } from '../shared/fields/kinds';
import type { ReadTarget } from '../shared/model/call';
import { getWorkItems } from '../shared/operations';
import { NameResolver } from '../shared/resolve/NameResolver';
import { isProblem, type Problem, type Result } from '../shared/result/problem';
import type { ResolvedParameterNames } from './changes/TriggerState';

/** Names or IDs that the user entered, and where they are looked up. */
export interface NamesToResolve {
	/** The server and the key (`accessOf`). */
	readonly access: string;
	readonly workspace: string;
	readonly projects: readonly string[];
	readonly others: readonly FieldTexts[];
}

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
	const cacheKey = cacheKeyOf(names);
	if (cached?.cacheKey === cacheKey) return cached;

	const projectIds = await resolveProjects(client, names);
	if (isProblem(projectIds)) return projectIds;

	const projectIdsByText = names.projects.map(
		(text, index) => [text, projectIds.slice(index, index + 1)] as const,
	);
	const ids: Record<string, Record<string, readonly string[]>> = {
		[projectsField.wire]: Object.fromEntries(projectIdsByText),
	};
	const resolver = createResolver(client);
	const targets = projectIds.map((id) => workItemsOf(names.workspace, id));

	for (const { field, texts } of names.others) {
		for (const text of texts) {
			const found = await resolveInProjects(resolver, targets, { field, text });
			if (isProblem(found)) return found;

			ids[field.wire] = { ...ids[field.wire], [text]: found };
		}
	}

	return { cacheKey, projects: [...new Set(projectIds)], ids };
}

const cacheKeyOf = ({ access, workspace, projects, others }: NamesToResolve): string =>
	JSON.stringify([access, workspace, projects, ...others.map(({ texts }) => texts)]);

const createResolver = (client: Client): NameResolver =>
	new NameResolver({
		client,
		continueOnFail: true,
		paging: { concurrency: 1, pause: async (time) => await sleep(time) },
	});

/** The work items of a project, whose path and filters can have all the names. */
const workItemsOf = (workspace: string, projectId: string): ReadTarget => ({
	workspace,
	operation: getWorkItems,
	path: { project_id: projectId },
});

/** The ID of each project. */
async function resolveProjects(
	client: Client,
	{ workspace, projects }: NamesToResolve,
): Promise<Result<readonly string[]>> {
	const resolver = createResolver(client);
	const ids: string[] = [];

	for (const text of projects) {
		const target = await resolver.resolvePath(workItemsOf(workspace, text));
		if (isProblem(target)) return target;

		ids.push(target.path.project_id ?? text);
	}

	return ids;
}

/** The IDs that a text stands for in any of the projects. */
async function resolveInProjects(
	resolver: NameResolver,
	targets: readonly ReadTarget[],
	{ field, text }: { readonly field: Field; readonly text: string },
): Promise<Result<readonly string[]>> {
	const ids = new Set<string>();
	let problem: Problem | undefined;

	for (const target of targets) {
		const id = await resolver.resolveText(target, field, text);
		if (isProblem(id)) problem ??= id;
		else ids.add(id);
	}

	if (problem === undefined) return [...ids];

	// Not all projects need to have the name, but a failed request is always a problem.
	return ids.size > 0 && problem.status === undefined ? [...ids] : problem;
}

/** The projects that were not given by their IDs. */
export const projectsGivenByName = ({
	ids,
}: ResolvedParameterNames): readonly { readonly name: string; readonly id: string }[] =>
	Object.entries(ids[projectsField.wire] ?? {})
		.map(([name, [id = name]]) => ({ name, id }))
		.filter(({ name, id }) => id !== name);
