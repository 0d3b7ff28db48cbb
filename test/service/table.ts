import { findById, noContent, ok, Refusal, type Answer, type Call } from './answer';
import { removeWhere } from './rows';
import { createFieldReader, type Fields } from './fields';
import type { ListOptions, ListResponder } from './listResponder';
import { sleep } from './sleep';
import type { Serializers } from './serializers';
import { externalTaken } from './refusals';
import type { Host } from './serve';
import type { Row } from './state';
import type { DeliveredRecord } from './v2/deliveries';
import type { FieldChange } from './webhooks';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Handler = (call: Call) => Answer | Promise<Answer>;
export type Endpoint = [method: Method, path: string, handler: Handler];

/** Values by the name of their field. */
export type Values = Record<string, unknown>;

/** The time that the server takes to create a record, in milliseconds. */
const CREATION_TIME = 5;

/** The single change in the delivery about a created or deleted record. */
const WHOLE_RECORD: FieldChange = { field: '', old: null, new: null };

/** A kind of record, and how requests read, create, update and delete its rows. */
export interface Table<Entry extends Row> {
	/** The name of the kind in error texts (`Label with the same name …`). */
	name: string;
	/** Below `/api/v1/`, with the parameter of the record at its end. */
	path: string;
	/** The rows that a request can read, in the order of their creation. */
	rows: (call: Call) => readonly Entry[];
	/** The rows that a request can update and delete. Default: `rows`. */
	changeableRows?: (call: Call) => readonly Entry[];
	/** The stored array of all rows, which new ones are added to. */
	allRows: () => Entry[];
	fields: Fields;
	required?: readonly string[];
	/** Fields that only an update accepts. */
	updateOnlyFields?: Fields;
	/** Fields that only a creation accepts, and an update ignores. */
	createOnlyFields?: Fields;
	/** Returns a new row without the values of the request. */
	createBlank?: (call: Call) => Entry;
	/** Returns the values to store, or throws a refusal. `entry` is the updated row, if there is one. */
	prepare?: (values: Values, call: Call, entry?: Entry) => Values;
	/** The rows among which external IDs are unique. Default: `changeableRows`. */
	externalIdScope?: (call: Call) => readonly Entry[];
	/** Set if an update is compared with other rows only if it has the external source as well (row 411). */
	needsSourceToCompare?: true;
	/** Set if no source says that an external ID that is taken is refused (row 484). */
	hasUncheckedIds?: true;
	/** Returns a refusal if another row conflicts with the values, such as one with the same name. */
	findConflict?: (other: Entry, values: Values, entry?: Entry) => Answer | undefined;
	/** Returns the row that a creation with these values updates in place of creating another one. */
	findExisting?: (values: Values, call: Call) => Entry | undefined;
	/** Returns a refusal if a row cannot be deleted. */
	refuseDelete?: (entry: Entry, call: Call) => Answer | undefined;
	/** Side effects of a creation, an update and a deletion. */
	onCreate?: (entry: Entry, call: Call, values: Values) => void;
	onUpdate?: (entry: Entry, call: Call, before: Entry) => void;
	onDelete?: (entry: Entry, call: Call) => void;
	/** What the server does to a created or updated row after it has answered. */
	afterResponse?: (entry: Entry) => void;
	/**
	 * How a row looks in lists, alone, when created and when updated. Each defaults to the one
	 * before.
	 */
	serialize: (entry: Entry) => object;
	serializeSingle?: (entry: Entry) => object;
	serializeCreated?: (entry: Entry) => object;
	serializeUpdated?: (entry: Entry) => object;
	/** The event of deliveries about a row, and its data. Without it there are none. */
	webhook?: { event: string; serialize: (entry: Entry) => object; sendsDeletion?: true };
	/** What webhooks of API v2 report about a row. Without it, nothing. */
	report?: (entry: Entry) => DeliveredRecord;
	/** The status of a creation. Default 201. */
	createdStatus?: number;
	listOptions?: ListOptions<Entry>;
}

/** A table whose rows can be created. */
export type Creatable<Entry extends Row> = Table<Entry> &
	Required<Pick<Table<Entry>, 'createBlank'>>;

/** Creates the functions that turn tables into endpoints. */
export function createTableEndpoints(
	{ state, hasDifference, rowFactory, webhooks }: Host,
	{ list, isHidden }: ListResponder,
	serializers: Serializers,
) {
	const readFields = createFieldReader(hasDifference);

	/**
	 * Waits between the check of an external ID and the creation, so that requests can overtake each
	 * other (row 65).
	 */
	async function waitForCreation({ external_id: id }: Values): Promise<void> {
		if (id && hasDifference('acceptsSimultaneousIds')) await sleep(CREATION_TIME);
	}

	function refuseConflicts<Entry extends Row>(
		table: Table<Entry>,
		call: Call,
		values: Values,
		entry?: Entry,
	): void {
		const { changeableRows = table.rows } = table;
		const namedRows = hasDifference('refusesTakenNames') ? changeableRows(call) : [];

		for (const other of namedRows.filter((row) => row !== entry)) {
			const refusal = table.findConflict?.(other, values, entry);
			if (refusal) throw new Refusal(refusal);
		}

		const checksIds = hasDifference(
			table.hasUncheckedIds === true ? 'checksExternalIds' : 'refusesTakenNames',
		);
		if (checksIds) refuseTakenId(table, call, entry);
	}

	/**
	 * Refuses an external ID that another row has. The server compares it as it was sent, with blanks that
	 * it does not store (row 410), and that of an update with the source that the row has (row 411).
	 */
	function refuseTakenId<Entry extends Row>(table: Table<Entry>, call: Call, entry?: Entry): void {
		const { changeableRows = table.rows, externalIdScope = changeableRows } = table;
		const { external_id: id } = call.body;
		const comparesOwnSource = entry !== undefined && table.needsSourceToCompare !== true;
		const ownSource: unknown = comparesOwnSource
			? Reflect.get(entry, 'external_source')
			: undefined;
		const source = 'external_source' in call.body ? call.body.external_source : ownSource;
		if (!id || (!source && !comparesOwnSource)) return;

		const sentId = typeof id === 'number' ? String(id) : id;
		const other = externalIdScope(call).find(
			(row) =>
				row !== entry &&
				Reflect.get(row, 'external_id') === sentId &&
				Reflect.get(row, 'external_source') === (source ?? null),
		);
		if (other === undefined) return;

		const named = entry && hasDifference('conflictsNameUpdatedRecord') ? entry : other;

		throw new Refusal(externalTaken(table.name, named.id));
	}

	/** Reads the values of a body. @throws Refusal if they are invalid or conflict with another row */
	function readValues<Entry extends Row>(table: Table<Entry>, call: Call, entry?: Entry): Values {
		const read: Values = entry
			? readFields(call.body, { ...table.fields, ...table.updateOnlyFields })
			: readFields(call.body, { ...table.fields, ...table.createOnlyFields }, table.required);
		const values = table.prepare?.(read, call, entry) ?? read;

		refuseConflicts(table, call, values, entry);

		return values;
	}

	/** Creates a row with these values, or updates the one that is the same. */
	function createRow<Entry extends Row>(
		table: Creatable<Entry>,
		call: Call,
		values: Values,
	): Entry {
		const existing = table.findExisting?.(values, call);
		if (existing !== undefined) return rowFactory.update(existing, values, call.userId);

		const entry = Object.assign(table.createBlank(call), values);

		table.allRows().push(entry);
		table.onCreate?.(entry, call, values);

		return entry;
	}

	function sendDeliveries<Entry extends Row>(
		{ webhook }: Table<Entry>,
		action: string,
		entry: Entry,
		{ userId }: Call,
		listChanges: () => readonly FieldChange[],
	): void {
		if (!webhook || webhooks.listTargets().length === 0) return;

		webhooks.send(webhook.event, action, webhook.serialize(entry), userId, listChanges());
	}

	/** Returns the changed ones of the fields of a body. */
	const findChanges = (body: Values, before: object, now: object): FieldChange[] => {
		const oldValues = new Map<string, unknown>(Object.entries(before));
		const newValues = new Map<string, unknown>(Object.entries(now));

		return Object.keys(body).flatMap((field) => {
			const change = {
				field,
				old: oldValues.get(field) ?? null,
				new: newValues.get(field) ?? null,
			};

			return JSON.stringify(change.old) === JSON.stringify(change.new) ? [] : [change];
		});
	};

	/**
	 * Returns the changes that deliveries report. Some servers compare the sent values, not the
	 * stored ones.
	 */
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

	/** Reports a change of a row to the webhooks of API v2. */
	function report<Entry extends Row>(
		table: Table<Entry>,
		action: 'created' | 'updated',
		entry: Entry,
		before?: Entry,
	): void {
		if (state.webhooks.length === 0) return;

		const record = table.report?.(entry);
		if (record === undefined) return;

		const wasArchived = before !== undefined && Boolean(Reflect.get(before, 'archived_at'));
		const isArchived = Boolean(Reflect.get(entry, 'archived_at'));
		const reported = before && isArchived && !wasArchived ? 'archived' : action;

		webhooks.registered.send(reported, record, before && table.report?.(before));
	}

	/** Creates a row from the body of a request, and sends the deliveries about it. */
	async function createEntry<Entry extends Row>(
		table: Creatable<Entry>,
		call: Call,
	): Promise<Entry> {
		const values = readValues(table, call);

		await waitForCreation(values);
		const entry = createRow(table, call, values);

		sendDeliveries(table, 'created', entry, call, () => [WHOLE_RECORD]);
		report(table, 'created', entry);

		return entry;
	}

	/** Changes a row as the body of a request says, and sends the deliveries about it. */
	function updateEntry<Entry extends Row>(table: Table<Entry>, call: Call, entry: Entry): Entry {
		const values = readValues(table, call, entry);
		const before = { ...entry };

		rowFactory.update(entry, values, call.userId);
		table.onUpdate?.(entry, call, before);
		sendDeliveries(table, 'updated', entry, call, () =>
			deliveredChanges(table, call, before, entry),
		);
		report(table, 'updated', entry, before);

		return entry;
	}

	/** Deletes a row, and sends the deliveries about it. @throws Refusal if it cannot be deleted */
	function deleteEntry<Entry extends Row>(table: Table<Entry>, call: Call, entry: Entry): void {
		const refusal = table.refuseDelete?.(entry, call);
		if (refusal) throw new Refusal(refusal);

		const before = table.report?.(entry);

		removeWhere(table.allRows(), (row) => row === entry);
		table.onDelete?.(entry, call);
		if (before) webhooks.registered.send('deleted', before, before);

		if (table.webhook?.sendsDeletion) {
			const { id } = entry;

			webhooks.send(table.webhook.event, 'deleted', { id }, call.userId, [WHOLE_RECORD]);
		}
	}

	const getRecordId = ({ params }: Call) => Object.values(params).at(-1);

	return {
		make: createRow,
		checkEntry: readValues,
		createEntry,
		updateEntry,
		deleteEntry,
		report,

		/** Returns the five endpoints of a table, or only those that read it if rows cannot be created. */
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
						const entry = await createEntry({ ...table, createBlank }, call);
						const body = { ...serializeCreated(entry) };

						table.afterResponse?.(entry);

						return { status: createdStatus, body };
					},
				],
				[
					'PATCH',
					path,
					(call) => {
						const entry = updateEntry(table, call, find(call));
						const answer = ok({ ...serializeUpdated(entry) });

						table.afterResponse?.(entry);

						return answer;
					},
				],
				[
					'DELETE',
					path,
					(call) => {
						deleteEntry(table, call, find(call));

						return noContent;
					},
				],
			];
		},
	};
}

export type TableEndpoints = ReturnType<typeof createTableEndpoints>;
