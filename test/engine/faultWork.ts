import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Service } from '../service/service';
import { stableId, type ServiceState } from '../service/state';
import type { Store } from '../service/store';
import type { Work } from './faultMatrix';
import { byId, locateFirst } from './samples';
import { jsonItems, type InputItem } from './startNode';
import { credentialsAsJson, itemWithFile, getKey } from './uploads';

/** An execution of the matrix, and functions that check its effect on the server. */
export interface Job {
	readonly operation: string;
	readonly parameters: INodeParameters;
	readonly items: readonly InputItem[];
	/** How often the server has carried out an item. At most 1 if repeating it changes nothing. */
	readonly carriedOut: (item: number) => Promise<number> | number;
	/** Whether the output of an item is right. */
	readonly isRight: (item: number, output: readonly IDataObject[]) => boolean;
}

const ITEMS = [0, 1, 2, 3, 4, 5];

const inFirstProject = <Row extends { readonly project: string }>(
	{ service }: Surroundings,
	rows: readonly Row[],
): readonly Row[] => rows.filter(({ project }) => project === service.state.projects[0]?.id);

/** Prepares an execution that creates records. @param records of the service, to which they will be added */
function creation(
	resource: 'workItem' | 'label',
	{ projects }: ServiceState,
	records: readonly { readonly id: string; readonly name: string }[],
	additionalFields: INodeParameters = {},
): Job {
	const nameOf = (item: number) => `Row ${String(item)}`;
	const createdFor = (item: number) => records.filter(({ name }) => name === nameOf(item));

	return {
		operation: `${resource}.create`,
		parameters: {
			projectId: locateFirst(projects),
			name: '={{ $json.name }}',
			additionalFields,
		},
		items: jsonItems(ITEMS.map((item) => ({ name: nameOf(item) }))),
		carriedOut: (item) => createdFor(item).length,
		isRight: (item, [output]) => output?.id === createdFor(item)[0]?.id || output?.success === true,
	};
}

/** What a kind of work needs to prepare itself: a service over HTTP or without it, and a store for files. */
interface Surroundings {
	readonly service: Pick<Service, 'state' | 'ledger' | 'issueUpload'>;
	readonly store?: Store;
}

/** Prepares one kind of work. */
export const prepareJob = async (kind: Work, surroundings: Surroundings): Promise<Job> =>
	await jobs[kind](surroundings);

const jobs: Readonly<Record<Work, (surroundings: Surroundings) => Promise<Job> | Job>> = {
	list: (world) => {
		const { projects, workItems } = world.service.state;
		const idsOf = (rows: readonly { readonly id?: unknown }[]) =>
			JSON.stringify(rows.map(({ id }) => id).sort());
		const expected = idsOf(inFirstProject(world, workItems));

		return {
			operation: 'workItem.getAll',
			parameters: { projectId: locateFirst(projects), returnAll: true },
			items: [{}],
			carriedOut: () => 0,
			isRight: (_, output) => idsOf(output) === expected,
		};
	},

	update: ({ service: { state, ledger } }) => {
		const [template] = state.modules;
		if (template === undefined) throw new Error('No module');

		const modules = ITEMS.map((item) => ({
			...template,
			id: stableId('module of the matrix', item),
		}));

		state.modules.push(...modules);
		const nameOf = (item: number) => `Name ${String(item)}`;

		return {
			operation: 'module.update',
			parameters: {
				projectId: locateFirst(state.projects),
				moduleId: byId('={{ $json.id }}'),
				updateFields: { name: '={{ $json.name }}' },
			},
			items: jsonItems(modules.map(({ id }, item) => ({ id, name: nameOf(item) }))),
			carriedOut: (item) => {
				const id = modules[item]?.id ?? '';
				const isNamed = state.modules.find((module) => module.id === id)?.name === nameOf(item);

				// The same change twice has the effect of one.
				return isNamed && ledger.some(({ url }) => url.includes(id)) ? 1 : 0;
			},
			isRight: (item, [output]) => output?.id === modules[item]?.id,
		};
	},

	delete: ({ service: { state } }) => {
		const [template] = state.labels;
		if (template === undefined) throw new Error('No label');

		const labels = ITEMS.map((item) => ({
			...template,
			id: stableId('label of the matrix', item),
		}));

		state.labels.push(...labels);

		return {
			operation: 'label.delete',
			parameters: { projectId: locateFirst(state.projects), labelId: byId('={{ $json.id }}') },
			items: jsonItems(labels.map(({ id }) => ({ id }))),
			carriedOut: (item) => (state.labels.some(({ id }) => id === labels[item]?.id) ? 0 : 1),
			isRight: (item, [output]) => output?.deleted === true && output.id === labels[item]?.id,
		};
	},

	search: ({ service: { state } }) => ({
		operation: 'workItem.search',
		parameters: { search: 'a', returnAll: true },
		items: [{}],
		carriedOut: () => 0,
		isRight: (_, output) =>
			output.length > 0 && output.every(({ id }) => state.workItems.some((item) => item.id === id)),
	}),

	action: (world) => {
		const { projects, states, workItems } = world.service.state;
		const done = inFirstProject(world, states).find(({ group }) => group === 'completed');
		const items = inFirstProject(world, workItems).slice(0, ITEMS.length);

		for (const item of items) Object.assign(item, { state: done?.id });
		const fieldsOf = (item: number) => Object.entries(items[item] ?? {});

		return {
			operation: 'workItem.archive',
			parameters: { projectId: locateFirst(projects), workItemId: byId('={{ $json.id }}') },
			items: jsonItems(items.map(({ id }) => ({ id }))),
			carriedOut: (item) =>
				fieldsOf(item).some(([name, value]) => name === 'archived_at' && value !== null) ? 1 : 0,
			isRight: (item, [output]) => output?.archived === true && output.id === items[item]?.id,
		};
	},

	removal: (world) => {
		const { projects, ...state } = world.service.state;
		const [module] = inFirstProject(world, state.modules);
		const ids = inFirstProject(world, state.workItems).map(({ id }) => id);
		if (module === undefined) throw new Error('No module');

		module.issues = ids.slice(0, ITEMS.length);

		return {
			operation: 'module.removeWorkItems',
			parameters: {
				projectId: locateFirst(projects),
				moduleId: byId(module.id),
				workItemIds: '={{ $json.issue }}',
			},
			items: jsonItems(ITEMS.map((item) => ({ issue: ids[item] }))),
			carriedOut: (item) => (module.issues.includes(ids[item] ?? '') ? 0 : 1),
			isRight: (item, [output]) => output?.removed === true && output.id === ids[item],
		};
	},

	create: ({ service: { state } }) => creation('workItem', state, state.workItems),
	import: ({ service: { state } }) =>
		creation('workItem', state, state.workItems, {
			externalSource: 'sheet',
			externalId: '={{ $json.name }}',
		}),
	named: ({ service: { state } }) => creation('label', state, state.labels),

	addition: (world) => {
		const { projects, ...state } = world.service.state;
		const modules = inFirstProject(world, state.modules);
		const ids = inFirstProject(world, state.workItems).map(({ id }) => id);
		const targetOf = (item: number) => modules[item % modules.length];

		return {
			operation: 'module.addWorkItems',
			parameters: {
				projectId: locateFirst(projects),
				moduleId: byId('={{ $json.module }}'),
				workItemIds: '={{ $json.issue }}',
			},
			items: jsonItems(ITEMS.map((item) => ({ module: targetOf(item)?.id, issue: ids[item] }))),
			carriedOut: (item) => (targetOf(item)?.issues ?? []).filter((id) => id === ids[item]).length,
			isRight: (item, [output]) =>
				output?.success === true || JSON.stringify(output).includes(ids[item] ?? 'nothing'),
		};
	},

	upload: async ({ service, store }) => {
		if (store === undefined) throw new Error('Files need a store');

		const files = await Promise.all(
			ITEMS.map(async (item) => {
				const content = Buffer.from(`File ${item} of the matrix`);
				const [name, type] = [`${item}.txt`, 'text/plain'];
				const issued = await service.issueUpload({ name, type, size: content.length });
				const input = itemWithFile(issued, { content, name, mimeType: type });

				return { input, content, key: getKey(issued.upload_data) };
			}),
		);

		return {
			operation: 'workItemAttachment.upload',
			parameters: credentialsAsJson(),
			items: files.map(({ input }) => input),
			carriedOut: async (item) => {
				const { key = '', content = Buffer.alloc(0) } = files[item] ?? {};
				const times = store.ledger.filter((stored) => stored.key === key).length;
				if (times === 0) return 0;

				return (await store.read(key)).equals(content) ? times : 0;
			},
			isRight: (item, [output]) => output?.key === files[item]?.key,
		};
	},
};
