import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import type { LedgerEntry } from '../../service/ledger';
import { removeWhere } from '../../service/rows';
import type { Deviations, ServerKind } from '../../service/differences';
import { stableId, type Label, type Project, type WorkItem } from '../../service/state';
import { random } from '../../unit/random';
import type { NodeResult, Plane, PlaneOptions } from '../plane';
import { withPlane } from '../withPlane';
import {
	CHOICES,
	type ForeignStep,
	type FurtherValues,
	type History,
	type ImportPlan,
	isExport,
	type Method,
	type Row,
	type ServerName,
} from './history';
import { UnreliableNetwork } from './UnreliableNetwork';

const HOUR_MS = 3_600_000;

const SOURCE = 'sheet';

const SERVERS: Readonly<
	Record<ServerName, { readonly serverKind: ServerKind; readonly differences: Deviations }>
> = {
	community: { serverKind: 'community', differences: {} },
	commercial: { serverKind: 'commercial', differences: {} },
	apiV2: { serverKind: 'commercial', differences: { servesApiV2: true } },
	apiV2WithTwins: {
		serverKind: 'commercial',
		differences: { servesApiV2: true, acceptsTakenExternalIds: true },
	},
};

/** How the export of a tool is imported: with everything that belongs to its records. */
const EXPORT_OPTIONS = {
	addComments: true,
	addLinks: true,
	addRelations: true,
	archivedRecords: 'createAndArchive',
	setParents: true,
	sprintsAsCycles: true,
};

/** Values that other people have given to a record, and which no item has. */
export interface ForeignValues {
	readonly priority?: 'urgent';
	/** Their names. */
	readonly labels?: readonly string[];
	readonly cycle?: string;
	/** Whether they have moved it to that cycle between two imports, and not while one adds records to cycles. */
	readonly wasMovedBetween?: boolean;
}

/** One import of all rows, and what it has done. */
export interface ImportResult extends NodeResult {
	readonly plan: ImportPlan;
	/** What the service has carried out during it. */
	readonly changes: readonly LedgerEntry[];
	/** The records that other people have changed during it. */
	readonly foreignRecords: ReadonlySet<number>;
}

/** The key of a record in the spreadsheet. */
export const keyOf = (record: number): string => `row-${record}`;

/** The name of a record, by which Create or Update can find it. */
export const titleOf = (record: number): string => `Work on ${keyOf(record)}`;

/** A text that only one row has. */
export const textOf = (index: number): string => `Row ${index} of the sheet`;

/** Finds the only entry. @throws Error if there is none */
export function only<Entry>(entries: readonly Entry[]): Entry {
	const [entry] = entries;
	if (entry === undefined || entries.length > 1) {
		throw new Error(`There are ${entries.length} entries in place of one`);
	}

	return entry;
}

/** A Plane, what other people do in it, and the imports of one history. */
export class ImportWorld {
	/** By the number of the record. */
	readonly foreignValues = new Map<number, ForeignValues>();
	/** The records that somebody else has created. */
	readonly foreignRecords = new Set<number>();
	/** The records of which somebody else has changed a comment. */
	readonly editedRecords = new Set<number>();
	/** Whether another row than the first one can have created a record: an import was incomplete, or had faults. */
	hasLosses = false;
	/** The rows that an import has not completed, by their indexes. */
	readonly failedRows = new Set<number>();
	readonly project: Project;
	private readonly firstItems: ReadonlySet<string>;
	private foreignCount = 0;
	private isImporting = false;
	private changedRecords = new Set<number>();

	constructor(
		readonly history: History,
		readonly plane: Plane,
		private readonly network: UnreliableNetwork,
	) {
		const { projects, workItems } = plane.service.state;
		const [project] = projects;
		if (project === undefined) throw new Error('The service has no project');

		this.project = project;
		this.firstItems = new Set(workItems.map(({ id }) => id));
	}

	/** The records of the spreadsheet, and those that nobody expects. */
	get items(): readonly WorkItem[] {
		return this.plane.service.state.workItems.filter(({ id }) => !this.firstItems.has(id));
	}

	findItems(record: number): readonly WorkItem[] {
		return this.history.method === 'upsertByTitle'
			? this.items.filter(({ name }) => name === titleOf(record))
			: this.items.filter(({ external_id: id }) => id === keyOf(record));
	}

	/** The names of labels in the project, one for each label. */
	get labelNames(): readonly string[] {
		return this.plane.service.state.labels
			.filter((row) => this.isHere(row))
			.map(({ name }) => name);
	}

	labelsOf({ labels }: WorkItem): readonly string[] {
		const rows = this.plane.service.state.labels;

		return labels.map((id) => only(rows.filter((row) => row.id === id)).name).sort();
	}

	/** The names of the cycles, or of the modules, that a record is in. */
	targetsOf({ id }: WorkItem, kind: 'cycles' | 'modules'): readonly string[] {
		return this.plane.service.state[kind]
			.filter(({ issues }) => issues.includes(id))
			.map(({ name }) => name)
			.sort();
	}

	/** The custom properties of a record, by their names. Options have their names. */
	propertiesOf({ id }: WorkItem): Readonly<Record<string, unknown>> {
		const { workItemProperties, workItemPropertyOptions, workItemPropertyValues } =
			this.plane.service.state;
		const values = workItemPropertyValues.filter(({ issue }) => issue === id);
		const entries = values.map(({ property, value }): [string, unknown] => {
			const option = workItemPropertyOptions.find((row) => row.id === value);
			const { display_name: name } = only(workItemProperties.filter((row) => row.id === property));

			return [name, option?.name ?? value];
		});

		if (new Set(entries.map(([name]) => name)).size < entries.length) {
			throw new Error('A property is there twice');
		}

		return Object.fromEntries(entries);
	}

	/** What belongs to a record beside its fields. Relations are those that its own side names. */
	furtherOf({ id, parent, archived_at: archivedAt }: WorkItem) {
		const { comments, links, relations } = this.plane.service.state;

		return {
			comments: comments.filter(({ issue }) => issue === id).map((row) => row.comment_html),
			links: links
				.filter(({ issue }) => issue === id)
				.map(({ url }) => url)
				.sort(),
			relations: relations.filter(({ issue }) => issue === id),
			parent,
			isArchived: archivedAt !== null,
		};
	}

	/** Imports all rows once, with what happens during it. */
	async import(plan: ImportPlan, faultChance = this.history.faultChance): Promise<ImportResult> {
		const { plane, network } = this;
		const canceling = new AbortController();
		const firstChange = plane.service.ledger.length;
		const waiting = [...plan.foreignSteps];

		if (faultChance > 0 || plan.end !== 'complete') this.hasLosses = true;

		this.changedRecords = new Set();
		this.isImporting = true;
		network.faultChance = faultChance;
		network.watch((before) => {
			for (const { step } of takeWhere(waiting, (entry) => entry.before <= before)) this.act(step);

			const isOver = plan.end === 'canceled' || plan.end === 'killed';
			if (!isOver || before !== plan.endsAt) return;

			network.isDown = plan.end === 'killed';
			canceling.abort();
		});

		const { operation, parameters, items } = this.describeRun();
		const limits = { retries: this.history.retries };
		const result = await plane.run(
			operation,
			{ ...parameters, limits },
			{
				items: items.map((json) => ({ json })),
				signal: canceling.signal,
				...(plan.end !== 'atFailure' && { onError: 'continueRegularOutput' }),
			},
		);
		const foreignRecords = this.changedRecords;

		for (const index of items.keys()) {
			const item = result.json[index];
			if (item === undefined || item.error !== undefined) this.failedRows.add(index);
		}

		this.isImporting = false;
		network.watch(() => undefined);
		network.isDown = false;
		for (const { step } of waiting) this.act(step);

		await plane.wait(HOUR_MS);

		return {
			...result,
			plan,
			changes: plane.service.ledger.slice(firstChange),
			foreignRecords,
		};
	}

	/** Ends a cycle, so that it accepts nothing any more. */
	endCycle(name: string): void {
		for (const cycle of this.plane.service.state.cycles) {
			if (cycle.name === name)
				Object.assign(cycle, { start_date: '2026-01-01', end_date: '2026-01-02' });
		}
	}

	private readonly isHere = ({ project }: { readonly project: string }): boolean =>
		project === this.project.id;

	private describeRun() {
		const { method, rows } = this.history;
		const projectId = byId(this.project.id);

		if (method === 'fail' || method === 'use' || method === 'update') {
			return {
				operation: 'workItem.create',
				parameters: { projectId, ...this.createParameters(method) },
				items: rows.map(toItem),
			};
		}

		return {
			operation: 'workItem.upsert',
			parameters: {
				projectId,
				externalSource: SOURCE,
				columns: {
					mappingMode: 'autoMapInputData',
					value: null,
					matchingColumns: [method === 'upsertByTitle' ? 'name' : 'externalId'],
					schema: [],
				},
				createMissingLabels: true,
				...(isExport(method) && { options: EXPORT_OPTIONS }),
			},
			items: rows.map((row, index) => toColumns(row, index, method)),
		};
	}

	private createParameters(method: keyof typeof CHOICES): INodeParameters {
		const { rows } = this.history;
		const { types, workItemProperties } = this.plane.service.state;
		const names = new Set(rows.flatMap(({ properties }) => Object.keys(properties)));
		const properties = workItemProperties.filter((row) => names.has(row.display_name));
		const [type] = types.filter(({ id }) => id === workItemProperties[0]?.issue_type);

		return {
			name: '={{ $json.title }}',
			additionalFields: {
				description: '={{ $json.text }}',
				externalSource: SOURCE,
				externalId: '={{ $json.key }}',
				priority: '={{ $json.priority }}',
				labels: '={{ $json.labels }}',
				cycle: { __rl: true, mode: 'name', value: '={{ $json.cycle }}' },
				modules: '={{ $json.modules }}',
				...(names.size > 0 && { typeId: { __rl: true, mode: 'name', value: type?.name ?? '' } }),
			},
			...(names.size > 0 && {
				setCustomProperties: true,
				customProperties: {
					mappingMode: 'defineBelow',
					value: Object.fromEntries(
						properties.map(({ id, display_name: name }) => [
							id,
							`={{ $json.properties[${JSON.stringify(name)}] }}`,
						]),
					),
					schema: properties.map(({ id, display_name: displayName }) => ({ id, displayName })),
				},
			}),
			options: {
				ifItAlreadyExists: CHOICES[method],
				createMissingLabels: true,
			},
		};
	}

	/** Lets somebody else do something. */
	private act(step: ForeignStep): void {
		if (step.kind === 'createLabel') {
			this.createLabel(step.label);

			return;
		}

		const record = this.history.rows[step.row]?.record;
		if (record === undefined) return;

		const [item] = this.findItems(record);

		if (step.kind === 'create' && item === undefined) this.createItem(record);
		if (step.kind === 'create' || item === undefined) return;
		// Plane lets people delete what is archived, or restore it, and change nothing of it.
		if (item.archived_at !== null && step.kind !== 'delete') return;

		this.changedRecords.add(record);
		this.change(item, record, step);
	}

	private change(item: WorkItem, record: number, step: ForeignStep): void {
		const { workItems, cycles, modules, labels, ...state } = this.plane.service.state;
		const containers = [...cycles, ...modules];
		const values = this.foreignValues.get(record) ?? {};

		switch (step.kind) {
			case 'prioritize':
				item.priority = 'urgent';
				this.foreignValues.set(record, { ...values, priority: 'urgent' });
				break;
			case 'label':
				item.labels = labels
					.filter((row) => this.isHere(row) && row.name === 'design')
					.map(({ id }) => id);
				this.foreignValues.set(record, { ...values, labels: ['design'] });
				break;
			case 'move':
				for (const cycle of cycles.filter(this.isHere)) {
					removeWhere(cycle.issues, (id) => id === item.id);
					if (cycle.name !== step.cycle) continue;

					cycle.issues.push(item.id);
					item.cycle = cycle.id;
				}

				this.foreignValues.set(record, {
					...values,
					cycle: step.cycle,
					wasMovedBetween: !this.isImporting,
				});
				break;
			case 'deleteComment':
				state.comments.splice(findLastIndexOf(state.comments, item), 1);
				break;
			case 'editComment':
				this.editComment(item, record);
				break;
			case 'deleteLink':
				state.links.splice(findLastIndexOf(state.links, item), 1);
				break;
			case 'delete':
				removeWhere(workItems, ({ id }) => id === item.id);
				for (const { issues } of containers) removeWhere(issues, (id) => id === item.id);
				removeWhere(state.workItemPropertyValues, ({ issue }) => issue === item.id);
				removeWhere(state.additions, ({ issue }) => issue === item.id);
				removeWhere(state.comments, ({ issue }) => issue === item.id);
				removeWhere(state.links, ({ issue }) => issue === item.id);
				removeWhere(state.relations, (row) => [row.issue, row.related].includes(item.id));
				for (const other of workItems) if (other.parent === item.id) other.parent = null;
				this.editedRecords.delete(record);
				this.foreignValues.delete(record);
				this.foreignRecords.delete(record);
				// A later row can create the record again.
				this.hasLosses = true;
				break;
			default:
		}
	}

	private editComment({ id }: WorkItem, record: number): void {
		const comment = this.plane.service.state.comments.find(({ issue }) => issue === id);
		if (comment === undefined) return;

		comment.comment_html = '<p>By somebody else</p>';
		this.editedRecords.add(record);
	}

	/** Creates a record as another user, with other values. */
	private createItem(record: number): void {
		const { workItems, users } = this.plane.service.state;
		const [template] = workItems.filter(this.isHere);
		const at = new Date().toISOString();
		if (template === undefined) throw new Error('The service has no work items');

		this.foreignCount += 1;
		this.foreignRecords.add(record);
		this.changedRecords.add(record);
		this.foreignValues.set(record, { priority: 'urgent', labels: [] });
		workItems.push({
			...template,
			id: stableId('of somebody else', this.foreignCount),
			name: 'Created by somebody else',
			description_html: '<p>By somebody else</p>',
			external_source: SOURCE,
			external_id: keyOf(record),
			priority: 'urgent',
			labels: [],
			cycle: null,
			module: null,
			// Far from the numbers that the service gives.
			sequence_id: 1000 + this.foreignCount,
			created_by: users[1]?.id ?? '',
			created_at: at,
			updated_at: at,
		});
	}

	private createLabel(name: string): void {
		const { labels } = this.plane.service.state;
		const [template] = labels.filter(this.isHere);
		if (template === undefined || this.labelNames.includes(name)) return;

		this.foreignCount += 1;
		const label: Label = { ...template, id: stableId('of somebody else', this.foreignCount), name };

		labels.push(label);
	}
}

/** The index of the last entry of a record; the length of the list if there is none, so that nothing is removed. */
function findLastIndexOf(entries: readonly { readonly issue: string }[], { id }: WorkItem): number {
	const index = entries.findLastIndex(({ issue }) => issue === id);

	return index === -1 ? entries.length : index;
}

function takeWhere<Entry>(entries: Entry[], matches: (entry: Entry) => boolean): Entry[] {
	const taken = entries.filter(matches);

	removeWhere(entries, matches);

	return taken;
}

/** The item of a row for Work Item → Create. What a row does not have is no property of it. */
const toItem = (row: Row, index: number): IDataObject => ({
	key: keyOf(row.record),
	title: titleOf(row.record),
	text: textOf(index),
	...(row.priority !== undefined && { priority: row.priority }),
	...(row.labels.length > 0 && { labels: row.labels.join(', ') }),
	...(row.cycle !== undefined && { cycle: row.cycle }),
	...(row.modules.length > 0 && { modules: row.modules.join(', ') }),
	properties: { ...row.properties },
});

/** The item of a row for Work Item → Create or Update, with a column for each field. */
function toColumns(row: Row, index: number, method: Method): IDataObject {
	const { further } = row;
	if (further !== undefined && method === 'exportOfJira') return toJira(row, index, further);
	if (further !== undefined && method === 'exportOfPlane') return toPlane(row, index, further);

	return toPlainColumns(row, index, method);
}

/** The columns of Jira's CSV, as `Read Export` reads those that stand several times. */
const toJira = (row: Row, index: number, further: FurtherValues): IDataObject => {
	const keysOf = (type: string) =>
		further.relations.filter((relation) => relation.type === type).map((r) => keyOf(r.record));

	return {
		'Issue key': keyOf(row.record),
		Summary: titleOf(row.record),
		Description: textOf(index),
		...(row.priority !== undefined && { Priority: row.priority }),
		Labels: [...row.labels],
		Sprint: row.cycle ?? '',
		'Parent key': further.parent === undefined ? '' : keyOf(further.parent),
		Comment: further.comments.map((text) => `20/Oct/26 10:00 AM;ada;${text}`),
		Attachment: further.links.map((url) => `20/Oct/26 9:30 AM;ada;file;${url}`),
		'Outward issue link (Blocks)': keysOf('blocking'),
		'Inward issue link (Blocks)': keysOf('blocked_by'),
		'Outward issue link (Relates)': keysOf('relates_to'),
	};
};

/** The columns of Plane's CSV since December 2025, with the description that older ones had. */
const toPlane = (row: Row, index: number, further: FurtherValues): IDataObject => ({
	Identifier: keyOf(row.record),
	'Sequence Id': String(row.record),
	'State Name': '',
	Name: titleOf(row.record),
	Description: textOf(index),
	...(row.priority !== undefined && { Priority: row.priority }),
	Labels: JSON.stringify(row.labels),
	Cycles: JSON.stringify(row.cycle === undefined ? [] : [row.cycle]),
	Modules: JSON.stringify(row.modules),
	Parent: further.parent === undefined ? '' : keyOf(further.parent),
	Comments: JSON.stringify(
		further.comments.map((comment) => ({
			comment,
			created_by: 'Ada Lovelace',
			created_at: '2026-01-01 14:30:00',
		})),
	),
	Links: JSON.stringify(further.links.map((url) => ({ url, title: 'file' }))),
	'Archived At': further.isArchived ? '2026-02-01T09:00:00Z' : '',
	'Is Draft': 'false',
});

const toPlainColumns = (row: Row, index: number, method: Method): IDataObject => ({
	...(method !== 'upsertByTitle' && { ID: keyOf(row.record) }),
	Title: titleOf(row.record),
	Description: textOf(index),
	...(row.priority !== undefined && { Priority: row.priority }),
	...(row.labels.length > 0 && { Labels: row.labels.join(', ') }),
	...(row.cycle !== undefined && { Cycle: row.cycle }),
	...(row.modules.length > 0 && { Modules: row.modules.join(', ') }),
});

/** Lets the imports of a history take place, in a Plane of their own and in virtual time. */
export async function runHistory(
	history: History,
	work: (world: ImportWorld) => Promise<void>,
	options: Pick<PlaneOptions, 'limit'> = {},
): Promise<void> {
	const nextRandom = random(history.seed);
	const network = new UnreliableNetwork({
		nextRandom,
		kinds: history.faultKinds,
		hidesIdsOfDuplicates: history.hidesIdsOfDuplicates,
	});
	const { serverKind, differences } = SERVERS[history.server];

	await withPlane(
		{
			...options,
			serverKind,
			differences: {
				...differences,
				readsReplica: history.lag > 0,
				// Somebody else could create a record while the server does not look for one.
				acceptsSimultaneousIds: false,
			},
			workItems: 3,
			replicaLag: history.lag,
			workerDelay: history.workerDelay,
			latency: network.latency,
			carryOut: network.carryOut,
		},
		async (plane) => {
			network.planFaults(plane.service.faults);
			await work(new ImportWorld(history, plane, network));
		},
		nextRandom,
	);
}
