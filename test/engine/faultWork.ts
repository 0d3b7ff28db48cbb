import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Service } from '../service/service';
import { idOf } from '../service/state';
import type { Store } from '../service/store';
import { locator, parametersFor } from './samples';
import type { InputItem } from './startNode';
import type { Work } from './faultMatrix';

/** What an execution of the matrix does, and what has to be true of the server afterwards. */
export interface Job {
	readonly parameters: INodeParameters;
	readonly items: readonly InputItem[];
	/** How often the server has carried out the wish of an item; what can be done once counts as 1. */
	readonly carriedOut: (item: number) => Promise<number> | number;
	/** Whether the output of an item is what it has to be. */
	readonly isRight: (item: number, output: readonly IDataObject[]) => boolean;
}

const ITEMS = [0, 1, 2, 3, 4, 5];

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The things to do, against a service and its store. */
export const jobs: Readonly<Record<Work, (service: Service, store: Store) => Promise<Job> | Job>> =
	{
		list: ({ state }) => {
			const { value: project } = locator(state.projects);
			const ids = state.workItems
				.flatMap((row) => (row.project === project ? [row.id] : []))
				.sort();
			return {
				parameters: parametersFor('workItem.getAll', {
					projectId: locator(state.projects),
					returnAll: true,
				}),
				items: [{}],
				carriedOut: () => 0,
				isRight: (_, output) =>
					JSON.stringify(output.map(({ id }) => id).sort()) === JSON.stringify(ids),
			};
		},

		update: ({ state, ledger }) => {
			const [pattern] = state.modules;
			if (pattern === undefined) throw new Error('No module');
			const modules = ITEMS.map((item) => ({ ...pattern, id: idOf('module of the matrix', item) }));
			state.modules.push(...modules);
			const nameOf = (item: number) => `Name ${String(item)}`;
			return {
				parameters: parametersFor('module.update', {
					projectId: locator(state.projects),
					moduleId: byId('={{ $json.id }}'),
					updateFields: { name: '={{ $json.name }}' },
				}),
				items: modules.map(({ id }, item) => ({ json: { id, name: nameOf(item) } })),
				carriedOut: (item) => {
					const id = modules[item]?.id ?? '';
					const isNamed = state.modules.find((module) => module.id === id)?.name === nameOf(item);
					// Twice the same is as good as once.
					return isNamed && ledger.some(({ url }) => url.includes(id)) ? 1 : 0;
				},
				isRight: (item, [output]) => output?.id === modules[item]?.id,
			};
		},

		create: ({ state, ledger }) => ({
			parameters: parametersFor('label.create', {
				projectId: locator(state.projects),
				name: '={{ $json.name }}',
			}),
			items: ITEMS.map((item) => ({ json: { name: `Label ${String(item)}` } })),
			carriedOut: (item) => {
				const name = `Label ${String(item)}`;
				const made = state.labels.filter((label) => label.name === name).length;
				const asked = ledger.filter(({ body }) =>
					JSON.stringify(body).includes(`"${name}"`),
				).length;
				return Math.max(made, asked);
			},
			isRight: (item, [output]) =>
				output?.name === `Label ${String(item)}` || output?.success === true,
		}),

		addition: ({ state }) => {
			const { value: project } = locator(state.projects);
			const modules = state.modules.filter((module) => module.project === project);
			const issues = state.workItems
				.filter((row) => row.project === project)
				.slice(0, ITEMS.length);
			const targetOf = (item: number) => modules[item % modules.length];
			const heldBy = (item: number) =>
				(targetOf(item)?.issues ?? []).filter((id) => id === issues[item]?.id).length;
			return {
				parameters: parametersFor('module.addWorkItems', {
					projectId: locator(state.projects),
					moduleId: byId('={{ $json.module }}'),
					workItemIds: '={{ $json.issue }}',
				}),
				items: ITEMS.map((item) => ({
					json: { module: targetOf(item)?.id, issue: issues[item]?.id },
				})),
				carriedOut: heldBy,
				isRight: (item, [output]) =>
					output?.success === true ||
					JSON.stringify(output).includes(issues[item]?.id ?? 'nothing'),
			};
		},

		upload: async (service, store) => {
			const files = await Promise.all(
				ITEMS.map(async (item) => {
					const content = Buffer.from(`File ${String(item)} of the matrix`);
					const file = { name: `${String(item)}.txt`, type: 'text/plain', size: content.length };
					return { content, ...file, ...(await service.issueUpload(file)) };
				}),
			);
			const keyOf = (item: number) => files[item]?.upload_data.fields.key ?? '';
			return {
				parameters: parametersFor('workItemAttachment.upload', {
					credentialSource: 'json',
					uploadData: '={{ $json.credentials }}',
					binaryPropertyName: 'data',
				}),
				items: files.map(({ content, name, type, upload_data }) => ({
					json: { credentials: { upload_data } },
					files: { data: { content, name, mimeType: type } },
				})),
				carriedOut: async (item) => {
					const times = store.ledger.filter(({ key }) => key === keyOf(item)).length;
					if (times === 0) return 0;
					const isWhole = (await store.read(keyOf(item))).equals(
						files[item]?.content ?? Buffer.alloc(0),
					);
					return isWhole ? times : 0;
				},
				isRight: (item, [output]) => output?.key === keyOf(item),
			};
		},
	};
