import { setTimeout as pause } from 'node:timers/promises';
import { findById, noContent, ok, Refusal, type Answer, type Call } from './answer';
import { updateRow, removeWhere } from './rows';
import { createFieldReader, type Fields } from './fields';
import type { ListOptions, ListResponder } from './listResponder';
import type { Serializers } from './serializers';
import { externalTaken } from './refusals';
import type { Host } from './serve';
import type { Row } from './state';
import type { FieldChange } from './webhooks';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Handler = (call: Call) => Answer | Promise<Answer>;
export type Endpoint = [method: Method, path: string, handler: Handler];

/** What the fields of a body say. */
export type Values = Record<string, unknown>;

/** How long the server takes to create a record, in milliseconds. */
const CREATION_TIME = 5;

/** The change of a record that was created or deleted. */
const WHOLE_RECORD: FieldChange = { field: '', old: null, new: null };

/** A kind of record, and what becomes of the requests to read, make, change and delete one. */
export interface Table<Entry extends Row> {
	/** In the server's sentences (`Label with the same name …`). */
	name: string;
	/** Below `/api/v1/`, with the parameter that names a record at its end. */
	path: string;
	/** Those that a path can mean, in the order in which they were made. */
	rows: (call: Call) => readonly Entry[];
	/** Those that can be changed and deleted; default the same. */
	changeableRows?: (call: Call) => readonly Entry[];
	/** All that there are, to which new ones go. */
	allRows: () => Entry[];
	fields: Fields;
	required?: readonly string[];
	/** Fields that an update has beyond those of a creation. */
	updateOnlyFields?: Fields;
	/** A new one, without what the request says. */
	createBlank?: (call: Call) => Entry;
	/** Refuses values, or gives what is kept of them; without an entry they are of a new one. */
	prepare?: (values: Values, call: Call, entry?: Entry) => Values;
	/** Those whose external IDs a new one must not have; default those that can be changed. */
	externalIdScope?: (call: Call) => readonly Entry[];
	/** Why another record stands in the way of values, such as one of the same name. */
	findConflict?: (other: Entry, values: Values, entry?: Entry) => Answer | undefined;
	/** Why one cannot be deleted. */
	refuseDelete?: (entry: Entry, call: Call) => Answer | undefined;
	/** What else has to happen once one was made, changed or deleted. */
	onCreate?: (entry: Entry, call: Call, values: Values) => void;
	onUpdate?: (entry: Entry, call: Call, before: Entry) => void;
	onDelete?: (entry: Entry, call: Call) => void;
	/** What the server does with one that was made or changed once it has answered. */
	afterResponse?: (entry: Entry) => void;
	/** How one is shown in lists, alone, just made, and just changed; default as the one before. */
	serialize: (entry: Entry) => object;
	serializeSingle?: (entry: Entry) => object;
	serializeCreated?: (entry: Entry) => object;
	serializeUpdated?: (entry: Entry) => object;
	/** What deliveries call one, and how they show it; absent: none tells of it. */
	webhook?: { event: string; serialize: (entry: Entry) => object; sendsDeletion?: true };
	/** The status of a creation. */
	createdStatus?: number;
	listOptions?: ListOptions;
}

/** A table of records that can be made. */
export type Creatable<Entry extends Row> = Table<Entry> &
	Required<Pick<Table<Entry>, 'createBlank'>>;

/** Answers the requests of tables. */
export function createTableEndpoints(
	{ hasDifference, webhooks }: Host,
	{ list, isHidden }: ListResponder,
	serializers: Serializers,
) {
	const readFields = createFieldReader(hasDifference);

	/** Waits between the look for an external ID and the creation: another may come in between (row 65). */
	async function waitForCreation({ external_id: id }: Values): Promise<void> {
		if (id && hasDifference('acceptsSimultaneousIds')) await pause(CREATION_TIME);
	}

	function refuseConflicts<Entry extends Row>(
		table: Table<Entry>,
		call: Call,
		values: Values,
		entry?: Entry,
	): void {
		if (!hasDifference('refusesTakenNames')) return;

		const { external_id: id, external_source: source } = values;
		const of = (row: object) => new Map<string, unknown>(Object.entries(row));
		const { changeableRows = table.rows, externalIdScope = changeableRows } = table;

		for (const other of changeableRows(call).filter((row) => row !== entry)) {
			const refusal = table.findConflict?.(other, values, entry);
			if (refusal) throw new Refusal(refusal);
		}

		if (!id || !source) return;

		for (const other of externalIdScope(call).filter((row) => row !== entry)) {
			const fields = of(other);
			if (fields.get('external_id') !== id || fields.get('external_source') !== source) continue;

			const named = entry && hasDifference('conflictsNameUpdatedRecord') ? entry : other;

			throw new Refusal(externalTaken(table.name, named.id));
		}
	}

	/** What the body says of a record, after all that can be said against it. */
	function readValues<Entry extends Row>(table: Table<Entry>, call: Call, entry?: Entry): Values {
		const read: Values = entry
			? readFields(call.body, { ...table.fields, ...table.updateOnlyFields })
			: readFields(call.body, table.fields, table.required);
		const values = table.prepare?.(read, call, entry) ?? read;

		refuseConflicts(table, call, values, entry);

		return values;
	}

	/** Makes a record of what values say of it. */
	function createRow<Entry extends Row>(
		table: Creatable<Entry>,
		call: Call,
		values: Values,
	): Entry {
		const entry = Object.assign(table.createBlank(call), values);

		table.allRows().push(entry);
		table.onCreate?.(entry, call, values);

		return entry;
	}

	/** Tells those who want to know what was done to one. */
	function sendDeliveries<Entry extends Row>(
		{ webhook }: Table<Entry>,
		action: string,
		entry: Entry,
		{ userId }: Call,
		changes: readonly FieldChange[],
	): void {
		if (webhook) webhooks.send(webhook.event, action, webhook.serialize(entry), userId, changes);
	}

	/** The fields of a body that are not as they were. */
	const findChanges = (body: Values, before: object, now: object): FieldChange[] => {
		const [old, values] = [before, now].map((row) => new Map<string, unknown>(Object.entries(row)));

		return Object.keys(body).flatMap((field) => {
			const change = { field, old: old?.get(field) ?? null, new: values?.get(field) ?? null };

			return JSON.stringify(change.old) === JSON.stringify(change.new) ? [] : [change];
		});
	};

	/** What deliveries tell of an update: of what was sent, where the server compares that. */
	function deliveredChanges<Entry extends Row>(
		table: Table<Entry>,
		{ body }: Call,
		before: Entry,
		now: Entry,
	): FieldChange[] {
		if (!hasDifference('comparesAsSent')) return findChanges(body, before, now);

		const sent = Object.entries(body).filter(
			([field]) => field in { ...table.fields, ...table.updateOnlyFields },
		);
		const shown = { ...before, ...(table.serializeSingle ?? table.serialize)(before) };

		return findChanges(body, shown, { ...now, ...Object.fromEntries<unknown>(sent) });
	}

	const getRecordId = ({ params }: Call) => Object.values(params).at(-1);

	return {
		make: createRow,

		/** What answers the five requests of a table; without `blank`, only reading it. */
		endpointsFor: <Entry extends Row>(table: Table<Entry>): Endpoint[] => {
			const {
				path,
				rows,
				serialize,
				serializeSingle = serialize,
				serializeCreated = serializeSingle,
			} = table;
			const {
				serializeUpdated = serializeCreated,
				changeableRows = rows,
				createdStatus = 201,
				createBlank,
			} = table;
			const collection = path.replace(/\{\w+\}\/$/, '');
			const find = (call: Call) => findById(changeableRows(call), getRecordId(call));
			const isProject = path.endsWith('projects/{project_id}/');
			const shownRows = (call: Call) =>
				!isProject && isHidden(call, table.listOptions) ? [] : rows(call);
			const readEndpoints: Endpoint[] = [
				['GET', collection, (call) => list(call, rows(call), serialize, table.listOptions)],
				[
					'GET',
					path,
					(call) =>
						ok(
							serializers.expandAndSelect(
								serializeSingle(findById(shownRows(call), getRecordId(call))),
								call.query,
							),
						),
				],
			];
			if (!createBlank) return readEndpoints;

			return [
				...readEndpoints,
				[
					'POST',
					collection,
					async (call) => {
						const values = readValues(table, call);

						await waitForCreation(values);
						const entry = createRow({ ...table, createBlank }, call, values);

						sendDeliveries(table, 'created', entry, call, [WHOLE_RECORD]);
						const body = { ...serializeCreated(entry) };

						table.afterResponse?.(entry);

						return { status: createdStatus, body };
					},
				],
				[
					'PATCH',
					path,
					(call) => {
						const entry = find(call);
						const values = readValues(table, call, entry);
						const before = { ...entry };

						updateRow(entry, values, call.userId);
						table.onUpdate?.(entry, call, before);
						sendDeliveries(
							table,
							'updated',
							entry,
							call,
							deliveredChanges(table, call, before, entry),
						);
						const answer = ok({ ...serializeUpdated(entry) });

						table.afterResponse?.(entry);

						return answer;
					},
				],
				[
					'DELETE',
					path,
					(call) => {
						const entry = find(call);
						const refusal = table.refuseDelete?.(entry, call);
						if (refusal) throw new Refusal(refusal);

						removeWhere(table.allRows(), (row) => row === entry);
						table.onDelete?.(entry, call);

						if (table.webhook?.sendsDeletion) {
							const { id } = entry;

							webhooks.send(table.webhook.event, 'deleted', { id }, call.userId, [WHOLE_RECORD]);
						}

						return noContent;
					},
				],
			];
		},
	};
}

export type TableEndpoints = ReturnType<typeof createTableEndpoints>;
