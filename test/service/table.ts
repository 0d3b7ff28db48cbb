import { setTimeout as pause } from 'node:timers/promises';
import { byId, gone, ok, Refusal, type Answer, type Call } from './answer';
import { change, remove } from './create';
import { fieldReader, type Fields } from './fields';
import type { ListLook, Lists } from './lists';
import type { Records } from './records';
import { externalTaken } from './refusals';
import type { Host } from './serve';
import type { Row } from './state';
import type { Changed } from './webhooks';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Handler = (call: Call) => Answer | Promise<Answer>;
export type Handled = [method: Method, path: string, handler: Handler];

/** What the fields of a body say. */
export type Values = Record<string, unknown>;

/** How long the server takes to create a record, in milliseconds. */
const CREATION = 5;

/** The change of a record that was created or deleted. */
const WHOLE: Changed = { field: '', old: null, new: null };

/** A kind of record, and what becomes of the requests to read, make, change and delete one. */
export interface Table<Entry extends Row> {
	/** In the server's sentences (`Label with the same name …`). */
	name: string;
	/** Below `/api/v1/`, with the parameter that names a record at its end. */
	path: string;
	/** Those that a path can mean, in the order in which they were made. */
	rows: (call: Call) => readonly Entry[];
	/** Those that can be changed and deleted; default the same. */
	changeable?: (call: Call) => readonly Entry[];
	/** All that there are, to which new ones go. */
	all: () => Entry[];
	fields: Fields;
	required?: readonly string[];
	/** Fields that an update has beyond those of a creation. */
	later?: Fields;
	/** A new one, without what the request says. */
	blank?: (call: Call) => Entry;
	/** Refuses values, or gives what is kept of them; without an entry they are of a new one. */
	prepare?: (values: Values, call: Call, entry?: Entry) => Values;
	/** Those whose external IDs a new one must not have; default those that can be changed. */
	rivals?: (call: Call) => readonly Entry[];
	/** Why another record stands in the way of values, such as one of the same name. */
	taken?: (other: Entry, values: Values, entry?: Entry) => Answer | undefined;
	/** Why one cannot be deleted. */
	refuseDelete?: (entry: Entry, call: Call) => Answer | undefined;
	/** What else has to happen once one was made, changed or deleted. */
	made?: (entry: Entry, call: Call, values: Values) => void;
	changed?: (entry: Entry, call: Call, before: Entry) => void;
	deleted?: (entry: Entry, call: Call) => void;
	/** What the server does with one that was made or changed once it has answered. */
	afterwards?: (entry: Entry) => void;
	/** How one is shown in lists, alone, just made, and just changed; default as the one before. */
	show: (entry: Entry) => object;
	showOne?: (entry: Entry) => object;
	showNew?: (entry: Entry) => object;
	showChanged?: (entry: Entry) => object;
	/** What deliveries call one, and how they show it; absent: none tells of it. */
	hook?: { event: string; show: (entry: Entry) => object; deletes?: true };
	/** The status of a creation. */
	created?: number;
	look?: ListLook;
}

/** A table of records that can be made. */
export type Creatable<Entry extends Row> = Table<Entry> & Required<Pick<Table<Entry>, 'blank'>>;

/** Answers the requests of tables. */
export function tables(
	{ hasDifference, webhooks }: Host,
	{ list, isHidden }: Lists,
	records: Records,
) {
	const readFields = fieldReader(hasDifference);

	/** Waits between the look for an external ID and the creation: another may come in between (row 65). */
	async function passTime({ external_id: id }: Values): Promise<void> {
		if (id && hasDifference('lateConflicts')) await pause(CREATION);
	}

	function refuseTaken<Entry extends Row>(
		table: Table<Entry>,
		call: Call,
		values: Values,
		entry?: Entry,
	): void {
		if (!hasDifference('namesAreTaken')) return;

		const { external_id: id, external_source: source } = values;
		const of = (row: object) => new Map<string, unknown>(Object.entries(row));
		const { changeable = table.rows, rivals = changeable } = table;

		for (const other of changeable(call).filter((row) => row !== entry)) {
			const refusal = table.taken?.(other, values, entry);
			if (refusal) throw new Refusal(refusal);
		}

		if (!id || !source) return;

		for (const other of rivals(call).filter((row) => row !== entry)) {
			const fields = of(other);
			if (fields.get('external_id') !== id || fields.get('external_source') !== source) continue;

			const named = entry && hasDifference('namesUpdatedRecord') ? entry : other;

			throw new Refusal(externalTaken(table.name, named.id));
		}
	}

	/** What the body says of a record, after all that can be said against it. */
	function read<Entry extends Row>(table: Table<Entry>, call: Call, entry?: Entry): Values {
		const read: Values = entry
			? readFields(call.body, { ...table.fields, ...table.later })
			: readFields(call.body, table.fields, table.required);
		const values = table.prepare?.(read, call, entry) ?? read;

		refuseTaken(table, call, values, entry);

		return values;
	}

	/** Makes a record of what values say of it. */
	function make<Entry extends Row>(table: Creatable<Entry>, call: Call, values: Values): Entry {
		const entry = Object.assign(table.blank(call), values);

		table.all().push(entry);
		table.made?.(entry, call, values);

		return entry;
	}

	/** Tells those who want to know what was done to one. */
	function tell<Entry extends Row>(
		{ hook }: Table<Entry>,
		action: string,
		entry: Entry,
		{ by }: Call,
		changes: readonly Changed[],
	): void {
		if (hook) webhooks.send(hook.event, action, hook.show(entry), by, changes);
	}

	/** The fields of a body that are not as they were. */
	const changesIn = (body: Values, before: object, now: object): Changed[] => {
		const [old, values] = [before, now].map((row) => new Map<string, unknown>(Object.entries(row)));

		return Object.keys(body).flatMap((field) => {
			const change = { field, old: old?.get(field) ?? null, new: values?.get(field) ?? null };

			return JSON.stringify(change.old) === JSON.stringify(change.new) ? [] : [change];
		});
	};

	/** What deliveries tell of an update: of what was sent, where the server compares that. */
	function changesOf<Entry extends Row>(
		table: Table<Entry>,
		{ body }: Call,
		before: Entry,
		now: Entry,
	): Changed[] {
		if (!hasDifference('comparesAsSent')) return changesIn(body, before, now);

		const sent = Object.entries(body).filter(
			([field]) => field in { ...table.fields, ...table.later },
		);
		const shown = { ...before, ...(table.showOne ?? table.show)(before) };

		return changesIn(body, shown, { ...now, ...Object.fromEntries<unknown>(sent) });
	}

	const lastOf = ({ params }: Call) => Object.values(params).at(-1);

	return {
		make,

		/** What answers the five requests of a table; without `blank`, only reading it. */
		handled: <Entry extends Row>(table: Table<Entry>): Handled[] => {
			const { path, rows, show, showOne = show, showNew = showOne } = table;
			const { showChanged = showNew, changeable = rows, created = 201, blank } = table;
			const collection = path.replace(/\{\w+\}\/$/, '');
			const find = (call: Call) => byId(changeable(call), lastOf(call));
			const isProject = path.endsWith('projects/{project_id}/');
			const shownRows = (call: Call) =>
				!isProject && isHidden(call, table.look) ? [] : rows(call);
			const reading: Handled[] = [
				['GET', collection, (call) => list(call, rows(call), show, table.look)],
				[
					'GET',
					path,
					(call) => ok(records.asAsked(showOne(byId(shownRows(call), lastOf(call))), call.query)),
				],
			];
			if (!blank) return reading;

			return [
				...reading,
				[
					'POST',
					collection,
					async (call) => {
						const values = read(table, call);

						await passTime(values);
						const entry = make({ ...table, blank }, call, values);

						tell(table, 'created', entry, call, [WHOLE]);
						const body = { ...showNew(entry) };

						table.afterwards?.(entry);

						return { status: created, body };
					},
				],
				[
					'PATCH',
					path,
					(call) => {
						const entry = find(call);
						const values = read(table, call, entry);
						const before = { ...entry };

						change(entry, values, call.by);
						table.changed?.(entry, call, before);
						tell(table, 'updated', entry, call, changesOf(table, call, before, entry));
						const answer = ok({ ...showChanged(entry) });

						table.afterwards?.(entry);

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

						remove(table.all(), (row) => row === entry);
						table.deleted?.(entry, call);

						if (table.hook?.deletes) {
							const { id } = entry;

							webhooks.send(table.hook.event, 'deleted', { id }, call.by, [WHOLE]);
						}

						return gone;
					},
				],
			];
		},
	};
}

export type Tables = ReturnType<typeof tables>;
