import { sleep } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { projectsField } from '../shared/events/filters';
import type { Field } from '../shared/fields/kinds';
import type { Call } from '../shared/model/call';
import { getWorkItems } from '../shared/operations';
import type { Names } from './changes/mark';
import { NameResolver } from '../shared/resolve/resolveNames';
import type { Result } from '../shared/result/problem';

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
	const callFor = (project_id: string, itemIndex: number): Call<'list'> => ({
		kind: 'list',
		itemIndex,
		workspace,
		operation: getWorkItems,
		path: { project_id },
		query: { search: {}, offset: 0 },
	});
	const first = resolver();
	const found = await first.resolve(projects.map(callFor));
	const [missing] = first.failed.values();
	if (missing !== undefined) return missing;

	const ids = found.flatMap((call) => ('path' in call ? (call.path.project_id ?? []) : []));

	const texts = Object.fromEntries(
		projects.map((text, index) => [text, ids.slice(index, index + 1)]),
	);
	const known: Record<string, Record<string, string[]>> = { [projectsField.wire]: texts };
	const lists = resolver();

	for (const { field, texts } of others) {
		for (const text of texts) {
			const operation = { ...getWorkItems, list: { ...getWorkItems.list, fields: [field] } };
			const query = { search: { [field.wire]: text }, offset: 0 };

			lists.failed.clear();
			const calls = ids.map((id, index) => ({ ...callFor(id, index), operation, query }));
			const all = (await lists.resolve(calls)).flatMap((call) =>
				call.kind === 'list' ? (call.query.search[field.wire] ?? []) : [],
			);
			const [why] = lists.failed.values();
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
