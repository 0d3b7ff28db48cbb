import { type Field, required } from '../../shared/fields/field';
import { asText, textsIn } from '../../shared/fields/text';
import type { ListQuery, RowFilter, RowTest } from '../../shared/model/call';
import type { Files, List, OwnFilter } from '../../shared/operations/operation';
import { FILE_FIELD } from '../../shared/operations/shared/downloads';
import * as paging from '../../shared/operations/shared/paging';
import { type ParameterReader, toTexts } from '../../shared/parameters/ParameterReader';

/** Fields that are always requested, because they identify and order the rows. */
const ALWAYS_FETCHED = ['id', 'created_at', 'updated_at'];

/** Reads the filters and options of a list. */
export function readListQuery(reader: ParameterReader, list: List): ListQuery {
	const { fields = [], options = [], files, simplified } = list;
	// Required, because the whole list would be returned without them.
	const returnsAll = reader.value(required(paging.returnAll)) === true;
	const limit = returnsAll ? undefined : reader.value(required(paging.limit));

	const ownFields = reader.values(fields);
	const {
		offset,
		fields: fieldList,
		...queryOptions
	} = reader.optionValues('options', [paging.offset, ...options]);
	const selectedFields = fieldList === undefined ? undefined : textsIn(fieldList);
	const { serverFilters, clientFilters, filterValues, expandedForFilters } = readFilters(
		reader,
		list,
	);

	const isSimple =
		simplified !== undefined &&
		reader.value(paging.simplify) === true &&
		selectedFields === undefined;
	const search = toTexts({ ...ownFields, ...queryOptions });
	const expandedByUser = splitNames(search.expand);
	const expandedForCards = isSimple ? splitNames(simplified.expand) : [];
	const expand = splitNames(...expandedByUser, ...expandedForCards, ...expandedForFilters);
	const filterFields = [
		...clientFilters.map(({ row }) => row.split('.')[0] ?? ''),
		...serverFilters.map(({ rowField }) => rowField),
	];
	const outputField = files && readOutputField(reader, files);

	return {
		search: {
			...filterValues,
			...search,
			...(expand.length > 0 && { expand: expand.join(',') }),
			...(selectedFields && {
				fields: [...new Set([...selectedFields, ...ALWAYS_FETCHED, ...filterFields])].join(','),
			}),
		},
		filters: serverFilters,
		...(clientFilters.length > 0 && { tests: clientFilters }),
		expandedForTests: expandedForFilters.filter(
			(name) => ![...expandedByUser, ...expandedForCards].includes(name),
		),
		isOrdered: options.some(({ wire }) => wire === 'order_by'),
		...(typeof limit === 'number' && { limit }),
		offset: typeof offset === 'number' ? offset : 0,
		...(outputField !== undefined && { filesInto: outputField }),
		...(selectedFields && { fields: selectedFields }),
		isSimple,
	};
}

/** The filters of a list that the user added. */
interface Filters {
	/** Applied by the server, and once more to its rows: some servers ignore them (row 8). */
	readonly serverFilters: readonly RowFilter[];
	/** Applied to the rows only, because no server offers them. */
	readonly clientFilters: readonly RowTest[];
	/** The server's filters as they are sent, by wire name. */
	readonly filterValues: Readonly<Record<string, string>>;
	/** Related records that the rows must contain for the client's filters. */
	readonly expandedForFilters: readonly string[];
}

function readFilters(reader: ParameterReader, list: List): Filters {
	const { filters = [], ownFilters = [] } = list;
	const declaredClientFilters = [...ownFilters, ...paging.createdFilters];
	const values = reader.optionValues('filters', [
		...filters,
		...declaredClientFilters.map(({ field }) => field),
	]);
	const texts = toTexts(values);
	const isUsed = ({ wire }: Field) => texts[wire] !== undefined;
	const usedServerFilters = filters.filter(isUsed);
	const usedClientFilters = declaredClientFilters.filter(({ field }) => isUsed(field));

	checkRanges(reader, declaredClientFilters, texts);

	return {
		serverFilters: usedServerFilters.map(({ displayName, rowField, wire }) => ({
			displayName,
			rowField: rowField ?? wire,
			values: textsIn(values[wire]),
		})),
		clientFilters: usedClientFilters.map(({ field, row, test }) => ({
			displayName: field.displayName,
			row,
			test,
			values: textsIn(values[field.wire]),
		})),
		filterValues: Object.fromEntries(
			usedServerFilters.map(({ wire }) => [wire, texts[wire] ?? '']),
		),
		expandedForFilters: usedClientFilters.flatMap(({ expand }) => expand ?? []),
	};
}

/** The names in comma-separated lists, each once. */
export const splitNames = (...lists: readonly (string | undefined)[]): readonly string[] => [
	...new Set(lists.flatMap((list) => list?.split(',') ?? []).filter((name) => name !== '')),
];

/** The binary field for the records' files, or undefined if they are not to be downloaded. */
function readOutputField(
	reader: ParameterReader,
	{ wanted: download, into: outputField }: Files,
): string | undefined {
	const values = reader.optionValues('options', [download, outputField]);
	if (values[download.wire] !== true) return undefined;

	return (asText(values[outputField.wire]) ?? '') || FILE_FIELD;
}

/** Adds a problem for each range that ends before it starts, which no row could ever match. */
function checkRanges(
	reader: ParameterReader,
	clientFilters: readonly OwnFilter[],
	texts: Readonly<Record<string, string>>,
): void {
	for (const start of clientFilters.filter(({ test }) => test === 'from')) {
		const end = clientFilters.find(
			({ row, test }) => row === start.row && ['to', 'before'].includes(test),
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
