import { expect } from '@jest/globals';
import type { IDataObject, JsonValue } from 'n8n-workflow';

import type { WorkItem } from '../../service/state';
import { causes, outcomes } from '../../nodeTexts';
import { type FurtherValues, isExport, type Row } from './history';
import {
	keyOf,
	only,
	textOf,
	titleOf,
	type ForeignValues,
	type ImportResult,
	type ImportWorld,
} from './ImportWorld';

/** What the custom properties of the test service store for what the rows have. */
const STORED: ReadonlyMap<JsonValue, JsonValue> = new Map<JsonValue, JsonValue>([
	['high', 'High'],
	['3', 3],
	['yes', true],
	['no', false],
]);

const storedProperty = (value: JsonValue): JsonValue => STORED.get(value) ?? value;

/** A row and its index. */
interface IndexedRow {
	readonly row: Row;
	readonly index: number;
}

/** The rows about each record, in their order, by the number of the record. */
function groupRows(rows: readonly Row[]): ReadonlyMap<number, readonly IndexedRow[]> {
	const groups = new Map<number, IndexedRow[]>();

	for (const [index, row] of rows.entries()) {
		groups.set(row.record, [...(groups.get(row.record) ?? []), { row, index }]);
	}

	return groups;
}

/** Whether several rows are about one record, so that each import changes it back and forth. */
export const hasSharedRecords = ({ history: { rows } }: ImportWorld): boolean =>
	groupRows(rows).size < rows.length;

/** What a record has, in a form that can be compared. */
const describeItem = (world: ImportWorld, item: WorkItem) => ({
	name: item.name,
	description: item.description_html,
	priority: item.priority,
	labels: world.labelsOf(item),
	cycles: world.targetsOf(item, 'cycles'),
	modules: world.targetsOf(item, 'modules'),
	properties: world.propertiesOf(item),
});

/** All records of the spreadsheet and all labels, in a form that can be compared. */
export const describeState = (world: ImportWorld) => ({
	items: world.items.map((item) => ({
		id: item.id,
		updatedAt: item.updated_at,
		...describeItem(world, item),
		...world.furtherOf(item),
	})),
	labels: world.labelNames,
});

/** Expects that an import without faults has carried out all items. */
export function expectSuccess(world: ImportWorld, { error, json }: ImportResult): void {
	const { rows } = world.history;

	expect(error).toBeUndefined();
	expect(json.filter((item) => item.error !== undefined)).toEqual([]);
	expect(json.map(({ id }) => id)).toEqual(
		rows.map(({ record }) => only(world.findItems(record)).id),
	);
}

/** Expects that the server has exactly the records that the rows describe, with their values. */
export function expectComplete(world: ImportWorld): void {
	const { method, rows } = world.history;
	const groups = groupRows(rows);

	expect(world.items).toHaveLength(groups.size);
	expect(world.labelNames).toHaveLength(new Set(world.labelNames).size);

	for (const [record, group] of groups) {
		const item = only(world.findItems(record));
		const further = group[0]?.row.further;

		if (method === 'use') expectUsed(world, item, group);
		else expectUpdated(world, item, group);

		if (further !== undefined) expectFurther(world, item, { record, further });
	}

	if (isExport(method)) expectRelations(world);
}

/** Expects that a record has everything that its row names, and nothing twice. */
function expectFurther(
	world: ImportWorld,
	item: WorkItem,
	{ record, further }: { readonly record: number; readonly further: FurtherValues },
): void {
	const { comments, links, parent, isArchived } = world.furtherOf(item);
	const parentId = further.parent === undefined ? null : only(world.findItems(further.parent)).id;

	expect({ links, parent, isArchived }).toEqual({
		links: [...further.links].sort(),
		parent: parentId,
		isArchived: further.isArchived,
	});
	expect(comments).toHaveLength(further.comments.length);
	// One that was changed stands for one of the same author and time.
	if (world.editedRecords.has(record)) return;

	const texts = comments.map((html) => /First note|Second note/.exec(html)?.[0]);

	expect(texts.sort()).toEqual([...further.comments].sort());
}

/** Expects one relation of each two rows of which one names the other: the first one. */
function expectRelations(world: ImportWorld): void {
	const expected = new Map<string, string>();
	const { rows } = world.history;

	for (const { record, further } of rows) {
		for (const relation of sortByColumn(further?.relations ?? [])) {
			const isRow = rows.some((row) => row.record === relation.record);
			if (!isRow || relation.record === record) continue;

			const pair = [record, relation.record].sort().join();
			const text = describeRelation(record, relation.record, relation.type);

			if (!expected.has(pair)) expected.set(pair, text);
		}
	}

	const actual = world.items.flatMap((item) =>
		world.furtherOf(item).relations.map(({ relation_type: type, related }) => {
			const other = world.items.find(({ id }) => id === related);

			return describeRelation(numberOf(item), other && numberOf(other), type);
		}),
	);

	expect(actual.sort()).toEqual([...expected.values()].sort());
}

/** Expects that each record of the rows is there once, and that an import cannot create it. */
export function expectRefusals(world: ImportWorld, { json, changes }: ImportResult): void {
	const { rows } = world.history;

	expect(json.map(({ error }) => error)).toEqual(
		rows.map(() => expect.stringContaining(causes.exists)),
	);
	expect(changes).toEqual([]);
	expect(world.items).toHaveLength(groupRows(rows).size);
	for (const { record } of rows) expect(world.findItems(record)).toHaveLength(1);
}

/** In the order of their columns. */
const sortByColumn = (relations: FurtherValues['relations']) =>
	['blocking', 'blocked_by', 'relates_to'].flatMap((type) =>
		relations.filter((relation) => relation.type === type),
	);

const numberOf = ({ external_id: id }: WorkItem): number => Number((id ?? '').replace('row-', ''));

/** A relation as one of its sides has it, whichever names it. */
function describeRelation(one: number, other: number | undefined, type: string): string {
	if (other === undefined) return 'with something else';
	if (type === 'blocking') return `${other} is blocked by ${one}`;
	if (type === 'blocked_by') return `${one} is blocked by ${other}`;

	return `${[one, other].sort().join(' and ')}: ${type}`;
}

/** The value of the last row that has one. */
const lastValue = <Value>(
	group: readonly IndexedRow[],
	read: (row: Row) => Value | undefined,
): Value | undefined => group.map(({ row }) => read(row)).findLast((value) => value !== undefined);

const labelsIn = ({ labels }: Row): readonly string[] | undefined =>
	labels.length === 0 ? undefined : [...labels].sort();

/** A cycle by name, as the row has it, and as somebody else has moved the record. */
interface CycleChoice {
	readonly ofRow: string | undefined;
	readonly foreign: string | undefined;
}

/** The cycle that a record is to be in. What is archived stays where somebody has moved it just before. */
function findCycle(
	world: ImportWorld,
	item: WorkItem,
	{ ofRow, foreign }: CycleChoice,
): string | undefined {
	const isThere = foreign !== undefined && world.targetsOf(item, 'cycles').includes(foreign);

	return item.archived_at !== null && isThere ? foreign : (ofRow ?? foreign);
}

/** Expects that the last row has decided each value. What no row has, is as somebody else has left it. */
function expectUpdated(world: ImportWorld, item: WorkItem, group: readonly IndexedRow[]): void {
	const { row, index } = group.at(-1) ?? only([]);
	const foreign = world.foreignValues.get(row.record) ?? {};
	const ofRow = lastValue(group, (entry) => entry.cycle);
	const cycle = findCycle(world, item, { ofRow, foreign: foreign.cycle });
	const properties = group.flatMap((entry) => Object.entries(entry.row.properties));

	expect(describeItem(world, item)).toEqual({
		name: titleOf(row.record),
		description: `<p>${textOf(index)}</p>`,
		priority: lastValue(group, ({ priority }) => priority) ?? foreign.priority ?? 'none',
		labels: lastValue(group, labelsIn) ?? foreign.labels ?? [],
		cycles: cycle === undefined ? [] : [cycle],
		modules: [...new Set(group.flatMap((entry) => entry.row.modules))].sort(),
		properties: Object.fromEntries(
			properties.map(([name, value]) => [name, storedProperty(value)]),
		),
	});
}

/** Expects that one row, or somebody else, has decided the values, and that nothing has changed them since. */
function expectUsed(world: ImportWorld, item: WorkItem, group: readonly IndexedRow[]): void {
	const [first] = group;
	const creator = group.find(({ index }) => item.description_html.includes(textOf(index)));
	const record = group[0]?.row.record ?? -1;
	const foreign = world.foreignValues.get(record) ?? {};

	if (creator === undefined) {
		expect(world.foreignRecords).toContain(record);
		expect(item.name).toBe('Created by somebody else');
	} else {
		expect(item.name).toBe(titleOf(record));
	}
	// Another row can have created the record only if the first one was not completed.
	if (creator !== undefined && !world.hasLosses) expect(creator).toBe(first);

	expect(item.priority).toBe(foreign.priority ?? creator?.row.priority ?? 'none');
	expect(world.labelsOf(item)).toEqual(foreign.labels ?? (creator && labelsIn(creator.row)) ?? []);
	expectTargets(world, item, { group, creator, foreign });
	expectFirstProperties(world, item, group);
}

interface UsedRecord {
	readonly group: readonly IndexedRow[];
	readonly creator: IndexedRow | undefined;
	readonly foreign: ForeignValues;
}

/** Expects the cycle and the modules of the first row, and no others but those of the row that has created it. */
function expectTargets(
	world: ImportWorld,
	item: WorkItem,
	{ group, creator, foreign }: UsedRecord,
): void {
	const first = group[0]?.row;
	const rows = group.map(({ row }) => row);
	const cycles = world.targetsOf(item, 'cycles');
	const modules = world.targetsOf(item, 'modules');

	expect(cycles.length).toBeLessThanOrEqual(1);
	expect(modules).toEqual(expect.arrayContaining([...(first?.modules ?? [])]));

	for (const module of modules) expect(rows.flatMap((row) => row.modules)).toContain(module);

	const isFirst = creator?.row === first;
	// The first row may have failed because Plane did not answer in time: then another one has found what it had created.
	const mayBeOfAnother =
		world.failedRows.has(group[0]?.index ?? -1) &&
		rows.some(({ cycle }) => cycle !== undefined && cycle !== first?.cycle);

	if (foreign.wasMovedBetween === true) {
		expect(cycles).toEqual([foreign.cycle]);
	} else if (foreign.cycle === undefined && isFirst && !mayBeOfAnother) {
		expect(cycles).toEqual(first?.cycle === undefined ? [] : [first.cycle]);
	} else if (first?.cycle !== undefined || foreign.cycle !== undefined) {
		expect([foreign.cycle, ...rows.map(({ cycle }) => cycle)]).toContain(cycles[0] ?? 'no cycle');
	}
}

/** Expects that each property has a value of a row: that of the first one that has one, if there were no losses. */
function expectFirstProperties(
	world: ImportWorld,
	item: WorkItem,
	group: readonly IndexedRow[],
): void {
	const stored = world.propertiesOf(item);
	const names = new Set(group.flatMap(({ row }) => Object.keys(row.properties)));

	expect(Object.keys(stored).sort()).toEqual([...names].sort());

	for (const name of names) {
		const values = group
			.map(({ row }) => row.properties[name])
			.filter((value) => value !== undefined)
			.map(storedProperty);

		expect(world.hasLosses ? values : values.slice(0, 1)).toContainEqual(stored[name]);
	}
}

const SAVED = /\bsaved (?:\(ID ([0-9a-f-]{36})\)|it\b)|\bIt was saved, but\b/;

const UNCERTAIN = /may or may not|may have|not known whether|unknown|out of doubt/i;

/** Expects that each item of an import says what has become of it. */
export function expectTruth(world: ImportWorld, result: ImportResult): void {
	const { plan, error, json } = result;
	// Nobody sees the output of a process that has ended.
	if (plan.end === 'killed') return;
	if (plan.end === 'canceled' && error !== undefined) return;

	if (error !== undefined) {
		expectTrueSummary(world, result, error.description);

		return;
	}

	expect(json).toHaveLength(world.history.rows.length);

	for (const [index, item] of json.entries()) {
		if (typeof item.error === 'string')
			expectTrueFailure(world, result, { index, text: item.error });
		else expectTrueSuccess(world, result, { index, output: item });
	}
}

/** What was carried out for a row in an import. */
const changesOf = ({ changes }: ImportResult, index: number) =>
	changes.filter(({ body }) => JSON.stringify(body ?? '').includes(textOf(index)));

function expectTrueFailure(
	world: ImportWorld,
	result: ImportResult,
	{ index, text }: { readonly index: number; readonly text: string },
): void {
	const [isSaved, id] = SAVED.exec(text) ?? [];
	const record = world.history.rows[index]?.record ?? -1;

	if (isSaved !== undefined) {
		if (!result.foreignRecords.has(record)) {
			const ids = world.findItems(record).map((item) => item.id);

			expect({ text, ids }).toEqual({ text, ids: [id ?? expect.anything()] });
		}
	} else if (!UNCERTAIN.test(text)) {
		expect({ text, changes: changesOf(result, index) }).toEqual({ text, changes: [] });
	}
}

function expectTrueSuccess(
	world: ImportWorld,
	result: ImportResult,
	{ index, output }: { readonly index: number; readonly output: IDataObject },
): void {
	const { method, rows } = world.history;
	const row = rows[index];
	if (row === undefined || result.foreignRecords.has(row.record)) return;

	const item = only(world.findItems(row.record));

	expect(output.id).toBe(item.id);
	expect(output.external_id ?? null).toBe(method === 'upsertByTitle' ? null : keyOf(row.record));
	if (output.outcome === 'created') expect(changesOf(result, index)).not.toEqual([]);
	if (output.outcome === 'unchanged') expect(changesOf(result, index)).toEqual([]);
	if (method === 'fail') expectOwn(world, item, index);
	if (method === 'use' || method === 'fail') return;

	const isLast = rows.findLastIndex(({ record }) => record === row.record) === index;
	if (!isLast) return;

	const { labels, cycles, modules, properties, ...values } = describeItem(world, item);

	expect(values.description).toBe(`<p>${textOf(index)}</p>`);
	if (row.priority !== undefined) expect(values.priority).toBe(row.priority);
	if (row.labels.length > 0) expect(labels).toEqual([...row.labels].sort());

	if (row.cycle !== undefined) {
		const foreign = world.foreignValues.get(row.record)?.cycle;

		expect(cycles).toEqual([findCycle(world, item, { ofRow: row.cycle, foreign })]);
	}

	expect(modules).toEqual(expect.arrayContaining([...row.modules]));

	for (const [name, value] of Object.entries(row.properties)) {
		expect(properties[name]).toEqual(storedProperty(value));
	}

	const { further } = row;
	if (further === undefined) return;

	const { comments, links, isArchived } = world.furtherOf(item);

	expect(comments).toHaveLength(further.comments.length);
	expect(links).toEqual([...further.links].sort());
	expect(isArchived).toBe(further.isArchived);
}

/** Expects that an item has created the record that it returns, which nobody else has. */
function expectOwn({ plane }: ImportWorld, item: WorkItem, index: number): void {
	const [user] = plane.service.state.users;

	expect(item.description_html).toBe(`<p>${textOf(index)}</p>`);
	expect(item.created_by).toBe(user?.id);
}

/** Expects that the summary of a run that has ended early is right about the items that it calls done and not done. */
function expectTrueSummary(world: ImportWorld, result: ImportResult, description: string): void {
	for (const index of readRanges(/Done: \d+ of \d+ items \(([^)]*)\)/, description)) {
		const record = world.history.rows[index]?.record ?? -1;
		if (!result.foreignRecords.has(record)) expect(world.findItems(record)).toHaveLength(1);
	}

	for (const index of readRanges(/Not done: ([\d, -]+)/, description)) {
		expect({ description, changes: changesOf(result, index) }).toEqual({
			description,
			changes: [],
		});
	}

	if (description.includes(outcomes.nothingChanged)) expect(result.changes).toEqual([]);
}

/** Reads the ranges in a text, e.g. `0-2, 5`. */
function readRanges(pattern: RegExp, text: string): readonly number[] {
	const [, ranges = ''] = pattern.exec(text) ?? [];

	return ranges
		.split(', ')
		.filter((range) => range !== '')
		.flatMap((range) => {
			const [first = 0, last = first] = range.split('-').map(Number);

			return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
		});
}
