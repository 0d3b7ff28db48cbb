import { type Field, required } from '../../shared/fields/field';
import { asText, toTextList } from '../../shared/fields/text';
import type {
	ClientFilterValues,
	ContainerFilterValues,
	ListQuery,
	ServerFilterValues,
} from '../../shared/model/call';
import type { ClientFilter, FileDownload, Operation } from '../../shared/operations/operation';
import { FILE_FIELD } from '../../shared/operations/shared/downloads';
import * as paging from '../../shared/operations/shared/paging';
import { type ParameterReader, toTexts } from '../../shared/parameters/ParameterReader';

/** Fields that are always requested, because they identify and order the rows. */
const ALWAYS_FETCHED = ['id', 'created_at', 'updated_at'];

/**
 * Reads the filters and options of a list.
 *
 * @param simplify whether the records are simplified, unless the options say which fields they have
 */
export function readListQuery(
	reader: ParameterReader,
	operation: Operation<'list'>,
	simplify: boolean,
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
	const { serverFilters, clientFilters, containers, filterValues, expandedForFilters } =
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
	const isReference = (name: string) => reference?.names.includes(name) === true;
	const referenceFields = selectedFields?.some(isReference) ? reference?.fields : [];
	const outputField = fileDownload && readOutputField(reader, fileDownload);

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
				).join(','),
			}),
		},
		serverFilters,
		...(clientFilters.length > 0 && { clientFilters }),
		...(containers.length > 0 && { containers }),
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
	readonly serverFilters: readonly ServerFilterValues[];
	/** Applied to the rows only, because no server offers them. */
	readonly clientFilters: readonly ClientFilterValues[];
	/** Applied by what is in the containers, because rows do not show those. */
	readonly containers: readonly ContainerFilterValues[];
	/** The server's filters as they are sent, by wire name. */
	readonly filterValues: Readonly<Record<string, string>>;
	/** Related records that the rows must contain for the client's filters. */
	readonly expandedForFilters: readonly string[];
}

function readFilters(reader: ParameterReader, operation: Operation<'list'>): Filters {
	const { serverFilters = [], containerFilters = [] } = operation;
	const declaredClientFilters = paging.listClientFilters(operation);
	const values = reader.optionValues('filters', [
		...serverFilters,
		...declaredClientFilters.map(({ field }) => field),
		...containerFilters.map(({ field }) => field),
	]);
	const texts = toTexts(values);
	const isUsed = ({ wire }: Field) => texts[wire] !== undefined;
	const usedServerFilters = serverFilters.filter(isUsed);
	const usedClientFilters = declaredClientFilters.filter(({ field }) => isUsed(field));

	checkRanges(reader, declaredClientFilters, texts);

	return {
		serverFilters: usedServerFilters.map(({ displayName, rowPath, test, wire }) => ({
			displayName,
			rowPath: rowPath ?? wire,
			...(test && { test }),
			values: toTextList(values[wire]),
		})),
		clientFilters: usedClientFilters.map(({ field, rowPath, test }) => ({
			displayName: field.displayName,
			rowPath,
			test,
			values: toTextList(values[field.wire]),
		})),
		containers: containerFilters
			.filter(({ field }) => isUsed(field))
			.map((filter) => ({
				displayName: filter.field.displayName,
				filter,
				values: toTextList(values[filter.field.wire]),
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
