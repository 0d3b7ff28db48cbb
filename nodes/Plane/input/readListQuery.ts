import type { JsonObject, JsonValue } from 'n8n-workflow';

import { type Field, required } from '../../shared/fields/field';
import { isJsonObject } from '../../shared/values/json';
import { measureDepth, MAX_CONDITION_DEPTH } from '../../shared/fields/searchConditions';
import { asText } from '../../shared/values/asText';
import type { ListQuery } from '../../shared/model/call';
import type { DraftSettings, FilterUse, Slot } from '../../shared/model/draft';
import type { ClientFilter, FileDownload, Operation } from '../../shared/operations/operation';
import { FILE_FIELD } from '../../shared/operations/shared/downloads';
import { countedBy } from '../../shared/operations/shared/counts';
import * as paging from '../../shared/operations/shared/paging';
import { findSimplifier } from '../../shared/operations/shared/recordOutput';
import {
	type EnteredField,
	type ParameterReader,
	toTexts,
	toValues,
} from '../../shared/parameters/ParameterReader';

/** Options that are no parameters of the query as they are. */
const READ_APART = [paging.offset.wire, countedBy.wire, ...paging.OWN_OPTIONS];

/** The filters and options of a list, and the slots for their values. */
interface EnteredQuery extends Pick<DraftSettings['list'], 'query'> {
	readonly slots: readonly Slot[];
}

/**
 * Reads the filters and options of a list.
 *
 * @param simplifies whether the output simplifies the records
 */
export function readListQuery(
	reader: ParameterReader,
	operation: Operation<'list'>,
	simplifies: boolean,
): EnteredQuery {
	const { fields = [], options = [], fileDownload, output } = operation;
	const limit = output?.kind === 'counted' ? undefined : readLimit(reader);

	const ownFields = reader.fields(fields);
	const optionFields = reader.optionFields('options', [paging.offset, ...options]);
	const { offset } = toValues(optionFields);
	const filters = readFilters(reader, operation);

	const queryFields = [...ownFields, ...optionFields].filter(
		({ field }) => !READ_APART.includes(field.wire),
	);
	const expansion = planExpansion({
		byUser: toTexts(toValues(queryFields)).expand,
		forCards: simplifies ? findSimplifier(output)?.expand : undefined,
		forFilters: filters.flatMap(({ expand }) => expand ?? []),
	});
	const outputField = fileDownload && readOutputField(reader, fileDownload);

	const hasOtherFilters = ownFields.length > 0 || filters.some(({ use }) => use.by === 'node');
	const conditions = filters.filter(({ use }) => use.by === 'search');
	const expression = filters.find(({ use }) => use.by === 'expression')?.entry.value;

	checkSearch(reader, operation, {
		conditions: conditions.length,
		expression: isJsonObject(expression) ? expression : undefined,
		hasOtherFilters,
	});

	return {
		slots: [
			...queryFields.map((entry): Slot => ({ at: 'query', ...entry })),
			...filters.map(({ entry, use }): Slot => ({ at: 'filter', ...entry, filter: use })),
		],
		query: {
			...expansion,
			isOrdered: options.some(({ wire }) => wire === 'order_by'),
			...(typeof limit === 'number' && { limit }),
			offset: typeof offset === 'number' ? offset : 0,
			...(outputField !== undefined && { binaryField: outputField }),
			simplify: simplifies,
		},
	};
}

/** Who wants related records in place of their IDs, by the fields that have them. */
interface WantedExpansions {
	/** As in the address, with commas between the names. */
	readonly byUser: string | undefined;
	/** For the form that Simplify gives to records. */
	readonly forCards: string | undefined;
	readonly forFilters: readonly string[];
}

/** Plans what the server expands. The output has the IDs of what only filters need. */
function planExpansion({
	byUser,
	forCards,
	forFilters,
}: WantedExpansions): Pick<ListQuery, 'queryParameters' | 'expandedForFilters'> {
	const shown = splitNames(byUser, forCards);
	const all = splitNames(...shown, ...forFilters);

	return {
		queryParameters: { ...(all.length > 0 && { expand: all.join(',') }) },
		expandedForFilters: forFilters.filter((name) => !shown.includes(name)),
	};
}

/** Reads how many records are returned at most. Required, because the whole list would be returned without it. */
function readLimit(reader: ParameterReader): JsonValue | undefined {
	const returnsAll = reader.value(required(paging.returnAll)) === true;

	return returnsAll ? undefined : reader.value(required(paging.limit));
}

/** A filter of a list that the user added. */
interface EnteredFilter {
	readonly entry: EnteredField;
	readonly use: FilterUse;
	/** Related records that the rows must contain for it. */
	readonly expand: string | undefined;
}

function readFilters(
	reader: ParameterReader,
	operation: Operation<'list'>,
): readonly EnteredFilter[] {
	const { search } = operation;
	const declared = listFilters(operation);
	const entries = reader.optionFields(
		'filters',
		declared.map(({ field }) => field),
	);
	const texts = toTexts(toValues(entries));

	const valueFilters = paging
		.listClientFilters(operation)
		.filter((filter) => !paging.isByContainer(filter));

	checkRanges(reader, valueFilters, texts);
	checkRanges(
		reader,
		(search?.filters ?? []).map(({ field, key, test }) => ({ field, rowPath: key, test })),
		texts,
	);

	return declared.flatMap(({ field: { wire }, use, expand }) => {
		const entry = entries.find(({ field }) => field.wire === wire);
		// An empty text is no filter.
		const isUsed = texts[wire] !== undefined || isJsonObject(entry?.value);

		return isUsed && entry !== undefined ? { entry, use, expand } : [];
	});
}

/** A filter that a list offers. */
interface DeclaredFilter {
	readonly field: Field;
	readonly use: FilterUse;
	readonly expand?: string | undefined;
}

/** The filters that a list offers, in the order in which their names are looked up. */
const listFilters = (operation: Operation<'list'>): readonly DeclaredFilter[] => [
	// Applied once more to the rows: some servers ignore them (row 8).
	...(operation.serverFilters ?? []).map((field) => ({
		field,
		use: {
			by: 'server' as const,
			rowPath: field.rowPath ?? field.wire,
			test: field.test ?? ('is' as const),
		},
	})),
	...paging.listClientFilters(operation).map((filter): DeclaredFilter => {
		if (paging.isByContainer(filter)) {
			return { field: filter.field, use: { by: 'container', container: filter } };
		}

		const { field, rowPath, test, expand } = filter;

		return { field, use: { by: 'node', rowPath, test }, expand };
	}),
	...(operation.search?.filters ?? []).map(({ field, key, test }) => ({
		field,
		use: { by: 'search' as const, rowPath: key, test },
	})),
	...(operation.search
		? [{ field: operation.search.expression, use: { by: 'expression' as const } }]
		: []),
];

interface SearchToCheck {
	/** How many conditions there are besides the expression. */
	readonly conditions: number;
	readonly expression: JsonObject | undefined;
	/** Whether there is a text to look for, or a filter that is no condition. */
	readonly hasOtherFilters: boolean;
}

/**
 * Adds a problem if a search has nothing to look for, because it is unknown what servers return for it, or if its
 * conditions are nested too deep once they are joined.
 */
function checkSearch(
	reader: ParameterReader,
	{ fields = [], projectScope, search: declared }: Operation<'list'>,
	{ conditions, expression, hasOtherFilters }: SearchToCheck,
): void {
	const [term] = fields;
	if (reader.problemCount > 0 || term === undefined || declared === undefined) return;

	if (expression === undefined) {
		if (hasOtherFilters || conditions > 0) return;

		reader.addProblem(term, 'there is nothing to look for', 'Enter a text, or add a filter.');

		return;
	}

	const isSeveral = projectScope !== undefined && reader.value(projectScope.choice) === 'several';
	const isJoined = (conditions > 0 || isSeveral) && expression.and === undefined;
	if (!isJoined || measureDepth(expression) < MAX_CONDITION_DEPTH) return;

	reader.addProblem(
		declared.expression,
		`beside other filters, ${MAX_CONDITION_DEPTH - 1} objects at most may be nested within each other`,
		'Join the conditions with fewer "and", "or" and "not", or remove the other filters.',
	);
}

/** The names in comma-separated lists, each once. */
export const splitNames = (...lists: readonly (string | undefined)[]): readonly string[] => [
	...new Set(lists.flatMap((list) => list?.split(',') ?? []).filter((name) => name !== '')),
];

/** The binary field for the records' files, or undefined if they are not to be downloaded. */
function readOutputField(
	reader: ParameterReader,
	{ downloadOption, outputField }: FileDownload,
): string | undefined {
	const values = reader.optionValues('options', [downloadOption, outputField]);
	if (values[downloadOption.wire] !== true) return undefined;

	return (asText(values[outputField.wire]) ?? '') || FILE_FIELD;
}

/** Adds a problem for each range that ends before it starts, which no row could ever match. */
function checkRanges(
	reader: ParameterReader,
	clientFilters: readonly ClientFilter[],
	texts: Readonly<Record<string, string>>,
): void {
	for (const start of clientFilters.filter(({ test }) => test === 'from')) {
		const end = clientFilters.find(
			({ rowPath, test }) => rowPath === start.rowPath && ['to', 'before'].includes(test),
		);
		const from = texts[start.field.wire];
		const to = end && texts[end.field.wire];
		if (end === undefined || from === undefined || to === undefined) continue;

		// Days, and instants in UTC, can be compared as texts.
		const isExclusive = end.test === 'before';
		if (isExclusive ? from < to : from <= to) continue;

		const { displayName } = start.field;
		const clause = isExclusive ? 'is not after' : 'is before';
		const remedy = isExclusive
			? `Use a time after ${displayName}.`
			: `Use a day that is not before ${displayName}.`;

		reader.addProblem(end.field, `${to} ${clause} ${displayName} ${from}`, remedy);
	}
}
