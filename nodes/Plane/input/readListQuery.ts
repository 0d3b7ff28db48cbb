import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { type Field, required } from '../../shared/fields/field';
import { isJsonObject } from '../../shared/values/json';
import { measureDepth, MAX_CONDITION_DEPTH } from '../../shared/fields/searchConditions';
import { asText, toTextList } from '../../shared/values/asText';
import type {
	ContainerFilterValues,
	ListQuery,
	SearchValues,
	ValueFilter,
} from '../../shared/model/call';
import type {
	ClientFilter,
	FileDownload,
	Operation,
	SearchConditions,
} from '../../shared/operations/operation';
import { FILE_FIELD } from '../../shared/operations/shared/downloads';
import * as paging from '../../shared/operations/shared/paging';
import { type ParameterReader, toTexts } from '../../shared/parameters/ParameterReader';

/** What the output shows of each record. */
interface RecordForm {
	readonly simplify: boolean;
	readonly includesCustomProperties: boolean;
}

/** Fields that are always requested, because they identify and order the rows. */
const ALWAYS_FETCHED = ['id', 'created_at', 'updated_at'];

/**
 * Reads the filters and options of a list.
 *
 * @param options.simplify whether the records are simplified, unless the options say which fields they have
 * @param options.includesCustomProperties whether the values of the custom properties of each record are read
 */
export function readListQuery(
	reader: ParameterReader,
	operation: Operation<'list'>,
	{ simplify, includesCustomProperties }: RecordForm,
): ListQuery {
	const { fields = [], options = [], fileDownload, simplifier } = operation;
	const reference = simplifier?.reference;
	// Required, because the whole list would be returned without them.
	const returnsAll = reader.value(required(paging.returnAll)) === true;
	const limit = returnsAll ? undefined : reader.value(required(paging.limit));

	const fieldValues = reader.values(fields);
	const {
		offset,
		fields: fieldList,
		...queryOptions
	} = reader.optionValues('options', [paging.offset, ...options]);
	const selectedFields = fieldList === undefined ? undefined : toTextList(fieldList);
	const { serverFilters, clientFilters, containers, search, filterValues, expandedForFilters } =
		readFilters(reader, operation);

	const isSimplified = simplify && selectedFields === undefined;
	const texts = toTexts({ ...fieldValues, ...queryOptions });
	const expandedByUser = splitNames(texts.expand);
	const expandedForCards = isSimplified ? splitNames(simplifier?.expand) : [];
	const expand = splitNames(...expandedByUser, ...expandedForCards, ...expandedForFilters);
	// Lists of several projects are merged by the field that sorts them.
	const sortFields = splitNames(texts.order_by?.replace(/^-/, ''));
	const filterFields = [
		...clientFilters.map(({ rowPath }) => rowPath.split('.')[0] ?? ''),
		...serverFilters.map(({ rowPath }) => rowPath),
	];
	// The properties of a record are those of its type.
	const typeFields = includesCustomProperties ? ['type_id'] : [];
	const isReference = (name: string) => reference?.names.includes(name) === true;
	const referenceFields = selectedFields?.some(isReference) ? reference?.fields : [];
	const outputField = fileDownload && readOutputField(reader, fileDownload);

	const hasOtherFilters = !isObjectEmpty(fieldValues) || clientFilters.length > 0;
	if (search !== undefined) checkSearch(reader, operation, { search, hasOtherFilters });

	return {
		queryParameters: {
			...filterValues,
			...texts,
			...(expand.length > 0 && { expand: expand.join(',') }),
			...(selectedFields && {
				fields: splitNames(
					...selectedFields.filter((name) => !isReference(name)),
					...ALWAYS_FETCHED,
					...sortFields,
					...filterFields,
					...(referenceFields ?? []),
					...typeFields,
				).join(','),
			}),
		},
		serverFilters,
		...(clientFilters.length > 0 && { clientFilters }),
		...(containers.length > 0 && { containers }),
		...(search && { search }),
		expandedForFilters: expandedForFilters.filter(
			(name) => ![...expandedByUser, ...expandedForCards].includes(name),
		),
		isOrdered: options.some(({ wire }) => wire === 'order_by'),
		...(typeof limit === 'number' && { limit }),
		offset: typeof offset === 'number' ? offset : 0,
		...(outputField !== undefined && { binaryField: outputField }),
		...(selectedFields && { fields: selectedFields }),
		simplify: isSimplified,
	};
}

/** The filters of a list that the user added. */
interface Filters {
	/** Applied by the server, and once more to its rows: some servers ignore them (row 8). */
	readonly serverFilters: readonly ValueFilter[];
	/** Applied to the rows only, because no server offers them. */
	readonly clientFilters: readonly ValueFilter[];
	/** Applied by what is in the containers, because rows do not show those. */
	readonly containers: readonly ContainerFilterValues[];
	/** Sent as conditions, if the list is a search. */
	readonly search?: SearchValues;
	/** The server's filters as they are sent, by wire name. */
	readonly filterValues: Readonly<Record<string, string>>;
	/** Related records that the rows must contain for the client's filters. */
	readonly expandedForFilters: readonly string[];
}

function readFilters(reader: ParameterReader, operation: Operation<'list'>): Filters {
	const { serverFilters = [], containerFilters = [], search } = operation;
	const conditionFilters = search?.filters ?? [];
	const declaredClientFilters = paging.listClientFilters(operation);
	const values = reader.optionValues('filters', [
		...serverFilters,
		...declaredClientFilters.map(({ field }) => field),
		...containerFilters.map(({ field }) => field),
		...conditionFilters.map(({ field }) => field),
		...(search ? [search.expression] : []),
	]);
	const texts = toTexts(values);
	const isUsed = ({ wire }: Field) => texts[wire] !== undefined;
	const usedServerFilters = serverFilters.filter(isUsed);
	const usedClientFilters = declaredClientFilters.filter(({ field }) => isUsed(field));

	checkRanges(reader, declaredClientFilters, texts);
	checkRanges(
		reader,
		conditionFilters.map(({ field, key, test }) => ({ field, rowPath: key, test })),
		texts,
	);

	return {
		serverFilters: usedServerFilters.map((field) => ({
			field,
			rowPath: field.rowPath ?? field.wire,
			test: field.test ?? 'is',
			values: toTextList(values[field.wire]),
		})),
		clientFilters: usedClientFilters.map(({ field, rowPath, test }) => ({
			field,
			rowPath,
			test,
			values: toTextList(values[field.wire]),
		})),
		containers: containerFilters
			.filter(({ field }) => isUsed(field))
			.map((filter) => ({
				field: filter.field,
				filter,
				values: toTextList(values[filter.field.wire]),
			})),
		...(search && { search: readSearch(search, values) }),
		filterValues: Object.fromEntries(
			usedServerFilters.map(({ wire }) => [wire, texts[wire] ?? '']),
		),
		expandedForFilters: usedClientFilters.flatMap(({ expand }) => expand ?? []),
	};
}

/** The conditions among the values of filters, by their wire names. */
function readSearch({ filters, expression }: SearchConditions, values: JsonObject): SearchValues {
	const conditions = filters.map(({ field, key, test }) => ({
		field,
		rowPath: key,
		test,
		values: toTextList(values[field.wire]),
	}));
	const json = values[expression.wire];

	return {
		conditions: conditions.filter((condition) => condition.values.length > 0),
		...(isJsonObject(json) && { expression: json }),
	};
}

interface SearchToCheck {
	readonly search: SearchValues;
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
	{ search: { conditions, expression }, hasOtherFilters }: SearchToCheck,
): void {
	const [term] = fields;
	if (reader.problemCount > 0 || term === undefined || declared === undefined) return;

	if (expression === undefined) {
		if (hasOtherFilters || conditions.length > 0) return;

		reader.addProblem(term, 'there is nothing to look for', 'Enter a text, or add a filter.');

		return;
	}

	const isSeveral = projectScope !== undefined && reader.value(projectScope.choice) === 'several';
	const isJoined = (conditions.length > 0 || isSeveral) && expression.and === undefined;
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
