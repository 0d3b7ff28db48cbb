import { sleep } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { projectsField } from '../shared/events/filters';
import type { Field } from '../shared/fields/kinds';
import type { ReadTarget } from '../shared/model/call';
import { getWorkItems } from '../shared/operations';
import type { Names } from './changes/mark';
import { NameResolver } from '../shared/resolve/resolveNames';
import { isProblem, type Problem, type Result } from '../shared/result/problem';

/** What the panel says: names or IDs, by the fields that they stand in; and where they are looked up. */
export interface Named {
	/** The server and the key (`accessOf`). */
	readonly access: string;
	readonly workspace: string;
	readonly projects: readonly string[];
	readonly others: readonly { readonly field: Field; readonly texts: readonly string[] }[];
}

/**
 * The IDs of all that is called by a name. A name has to be there in one of the projects, so that a
 * workflow does not wait in vain for a state that is spelled otherwise.
 *
 * @param before what was looked up for an earlier poll, which holds while the panel says the same of
 *   the same server
 */
export async function lookUpNames(
	client: Client,
	{ access, workspace, projects, others }: Named,
	before: Names | undefined,
): Promise<Result<Names>> {
	const all = [access, workspace, projects, ...others.map(({ texts }) => texts)];
	const asked = JSON.stringify(all);
	if (before?.asked === asked) return before;

	const resolver = () =>
		new NameResolver({
			client,
			continueOnFail: true,
			paging: { concurrency: 1, pause: async (time) => await sleep(time) },
		});
	const targetIn = (project_id: string): ReadTarget => ({
		workspace,
		operation: getWorkItems,
		path: { project_id },
	});
	const first = resolver();
	const ids: string[] = [];

	for (const text of projects) {
		const target = await first.resolvePath(targetIn(text));
		if (isProblem(target)) return target;

		ids.push(target.path.project_id ?? text);
	}

	const texts = Object.fromEntries(
		projects.map((text, index) => [text, ids.slice(index, index + 1)]),
	);
	const known: Record<string, Record<string, string[]>> = { [projectsField.wire]: texts };
	const lists = resolver();

	for (const { field, texts } of others) {
		for (const text of texts) {
			const all: string[] = [];
			let why: Problem | undefined;

			for (const id of ids) {
				const found = await lists.resolveText(targetIn(id), field, text);
				if (isProblem(found)) why ??= found;
				else all.push(found);
			}

			if (why !== undefined && (all.length === 0 || why.status !== undefined)) return why;

			known[field.wire] = { ...known[field.wire], [text]: [...new Set(all)] };
		}
	}

	return { asked, projects: [...new Set(ids)], ids: known };
}

/** The projects that are called by a name: the name, and the ID that was looked up for it. */
export const namedProjects = ({ ids }: Names): (readonly [text: string, id: string])[] =>
	Object.entries(ids[projectsField.wire] ?? {}).flatMap(([text, [id = text]]) =>
		id === text ? [] : [[text, id] as const],
	);
