import { Refusal } from '../answer';
import { isUuid } from '../fields';
import { isRecord } from '../http';
import { noExternalIds } from '../rows';
import type { Row } from '../state';
import type { Creatable, TableEndpoints } from '../table';
import { checkBody } from './body';
import { invalid, notFoundProblem, problem, toProblem } from './problems';
import type { Resource, V2Call } from './resource';

export type Body = Readonly<Record<string, unknown>>;

/** A value that only one row can have. */
export interface UniqueKey {
	readonly member: string;
	readonly value: string;
}

/** How the rows of a kind are created, changed and deleted, alone or as part of a bulk request. */
export interface Writer<Entry extends Row> {
	/** The row with an ID. @throws Refusal 404 */
	find(call: V2Call, id: string | undefined): Entry;
	/** The name and the external ID of a new row that no other row may have, each with its member. */
	listUniqueKeys(body: Body): readonly UniqueKey[];
	/** @throws Refusal if the row could not be written. Without it, nothing is written yet. */
	check(call: V2Call, body: Body, entry?: Entry): void;
	create(call: V2Call, body: Body): Promise<Entry>;
	update(call: V2Call, body: Body, entry: Entry): Entry;
	remove(call: V2Call, entry: Entry): void;
}

const conflict = (detail: string): Refusal => new Refusal(problem(409, { detail }));

const readText = (row: object, name: string): string => String(Reflect.get(row, name) ?? '');

/** Creates the writer of a kind of record. Version 1 does the work, so that both show the same. */
export function createWriter<Entry extends Row>(
	resource: Resource<Entry>,
	{ createEntry, updateEntry, deleteEntry, checkEntry }: TableEndpoints,
): Writer<Entry> {
	const { table, fields = {}, stored = [] } = resource;
	const changeableRows = resource.changeableRows ?? table.changeableRows ?? table.rows;
	const { externalIdScope = table.changeableRows ?? table.rows } = table;
	const members = new Map(Object.entries(fields).map(([member, field]) => [field, member]));
	/** Version 2 compares external IDs itself. */
	const tableOfV1: Creatable<Entry> = { ...table, externalIdScope: () => [] };

	/** Turns the refusals of version 1 into problems. */
	function translateRefusals<Result>(run: () => Result): Result {
		try {
			return run();
		} catch (error) {
			throw translateError(error);
		}
	}

	const translateError = (error: unknown): unknown =>
		error instanceof Refusal
			? new Refusal(toProblem(error.answer, (field) => members.get(field) ?? field))
			: error;

	function findTaken(call: V2Call, body: Body, entry?: Entry): Entry | undefined {
		const { external_id: id, external_source: source }: Body = { ...entry, ...body };
		if (!id || !source) return undefined;

		return externalIdScope(call).find(
			(row) =>
				row !== entry &&
				readText(row, 'external_id') === id &&
				readText(row, 'external_source') === source,
		);
	}

	/** Whether a body names the external ID that a row has already. */
	const hasOwnPair = (body: Body, entry: Entry | undefined): boolean =>
		entry !== undefined &&
		Object.keys(noExternalIds).every((name) => readText(entry, name) === body[name]);

	function refuseConflicts(call: V2Call, body: Body, entry?: Entry): void {
		const isCreation = entry === undefined;
		const acceptsTaken = isCreation && resource.acceptsTakenIds === true;
		const hasPair = Object.keys(noExternalIds).some((name) => body[name] !== undefined);
		if (
			hasPair &&
			!acceptsTaken &&
			!hasOwnPair(body, entry) &&
			findTaken(call, body, entry) !== undefined
		) {
			throw conflict('A record with this external_source and external_id already exists.');
		}

		const { uniqueMember = '' } = resource;
		const name = body[uniqueMember];
		if (typeof name !== 'string') return;

		const isTaken = changeableRows(call).some(
			(row) => row !== entry && readText(row, uniqueMember) === name.trim(),
		);
		if (isTaken) throw conflict('A record with this name already exists.');
	}

	/** Returns the request as version 1 would get it. */
	function toV1Call(call: V2Call, body: Body, entry?: Entry): V2Call {
		const translated = new Map<string, unknown>(
			Object.entries(resource.translate?.({ ...body }, call, entry) ?? body),
		);
		const known = Object.keys(call.operation.group.body);
		const sent = [...translated].filter(
			([member, value]) =>
				(known.includes(member) || member === 'project_id') &&
				!stored.includes(member) &&
				// A new record has nothing that null could clear.
				(value !== null || entry !== undefined),
		);

		return {
			...call,
			body: Object.fromEntries(sent.map(([member, value]) => [fields[member] ?? member, value])),
		};
	}

	function prepare(call: V2Call, body: Body, entry?: Entry): V2Call {
		const { group } = call.operation;

		checkBody(body, group.body, entry ? [] : group.required);

		// A required member may be left out of an update, but not cleared.
		if (entry) {
			checkBody(
				body,
				{},
				group.required.filter((name) => body[name] !== undefined),
			);
		}

		const callOfV1 = toV1Call(call, body, entry);

		refuseConflicts(call, body, entry);

		return callOfV1;
	}

	function finish(call: V2Call, body: Body, entry: Entry, isNew: boolean): Entry {
		const storedValues = stored.filter((member) => body[member] !== undefined);

		Object.assign(entry, Object.fromEntries(storedValues.map((member) => [member, body[member]])));
		resource.onWrite?.(entry, { ...call, body: { ...body } }, isNew);

		return entry;
	}

	return {
		find(call, id) {
			const entry = changeableRows(call).find((row) => row.id === id);
			if (entry === undefined) throw new Refusal(notFoundProblem);

			return entry;
		},

		listUniqueKeys(body) {
			const { external_id: id, external_source: source } = body;
			const { acceptsTakenIds, uniqueMember = '' } = resource;
			const keys: UniqueKey[] = [];
			if (id && source && acceptsTakenIds !== true) {
				keys.push({ member: 'external_id', value: JSON.stringify([source, id]) });
			}

			const name = body[uniqueMember];
			if (typeof name === 'string') keys.push({ member: uniqueMember, value: name.trim() });

			return keys;
		},

		check(call, body, entry) {
			const callOfV1 = prepare(call, body, entry);

			translateRefusals(() => checkEntry(tableOfV1, callOfV1, entry));
		},

		async create(call, body) {
			const callOfV1 = prepare(call, body);

			try {
				return finish(call, body, await createEntry(tableOfV1, callOfV1), true);
			} catch (error) {
				throw translateError(error);
			}
		},

		update(call, body, entry) {
			const callOfV1 = prepare(call, body, entry);

			translateRefusals(() => updateEntry(tableOfV1, callOfV1, entry));

			return finish(call, body, entry, false);
		},

		remove(call, entry) {
			try {
				deleteEntry(table, call, entry);
			} catch (error) {
				const translated = translateError(error);
				// A record that is in use cannot be deleted (row 518).
				const isInUse = translated instanceof Refusal && translated.answer.status === 400;

				throw isInUse ? conflict('The record is in use.') : translated;
			}
		},
	};
}

/** Reads the rows of a bulk request. @throws Refusal 400 for a list that is empty or too long */
export function readBulkRows(body: Body, name: string, longest: number): readonly unknown[] {
	const list = body[name];
	const rows: readonly unknown[] = Array.isArray(list) ? list : [];
	const refuse = (message: string) => invalid({ field: name, code: 'invalid', message });
	if (rows.length === 0) throw refuse('At least one row is required.');
	if (rows.length > longest) throw refuse(`At most ${longest} rows.`);

	return rows;
}

/** Reads the bodies of a bulk request. @throws Refusal 400 if a row is no object */
export function readBulkBodies(body: Body, longest: number): readonly Body[] {
	const rows = readBulkRows(body, 'items', longest);
	const bodies = rows.filter(isRecord);
	if (bodies.length < rows.length) {
		throw invalid({ field: 'items', code: 'invalid', message: 'Every row must be an object.' });
	}

	return bodies;
}

/** Reads the IDs of a bulk request. @throws Refusal 400 if one is no UUID */
export function readBulkIds(body: Body, longest: number): readonly string[] {
	const rows = readBulkRows(body, 'ids', longest);

	checkBody(body, { ids: { type: 'uuid[]' } });

	return rows.filter(isUuid);
}
