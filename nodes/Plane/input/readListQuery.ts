import { required } from '../../shared/fields/field';
import { asText, textsIn } from '../../shared/fields/text';
import type { ListQuery, RowTest } from '../../shared/model/call';
import type { Files, List, OwnFilter } from '../../shared/operations/operation';
import { FILE_FIELD } from '../../shared/operations/shared/downloads';
import * as paging from '../../shared/operations/shared/paging';
import { type ParameterReader, textsOf } from '../../shared/parameters/ParameterReader';

/** What a list is asked for to know each row again, whatever fields are wanted. */
const NEEDED = ['id', 'created_at', 'updated_at'];

/** Reads what a list is asked for. */
export function readListQuery(reader: ParameterReader, list: List): ListQuery {
	const { fields = [], filters = [], ownFilters = [], options = [], files, simplified } = list;
	// Neither is optional: without them, a list that was to be cut would come whole.
	const all = reader.value(required(paging.returnAll)) === true;
	const limit = all ? undefined : reader.value(required(paging.limit));
	const asked = reader.values(fields);
	const {
		offset,
		fields: wanted,
		...expressed
	} = reader.chosen('options', [paging.offset, ...options]);
	const own = [...ownFilters, ...paging.createdFilters];
	const added = reader.chosen('filters', [...filters, ...own.map(({ field }) => field)]);
	const given = textsOf(added);
	const tests = own.flatMap(({ field, row, test }): readonly RowTest[] => {
		const { wire, displayName } = field;
		if (given[wire] === undefined) return [];

		return [{ displayName, row, test, values: textsIn(added[wire]) }];
	});

	readRanges(reader, own, given);

	const isSimple = simplified !== undefined && reader.value(paging.simplify) === true;
	const names = wanted === undefined ? undefined : textsIn(wanted);
	const narrowing = filters.flatMap(({ rowField, ...field }) => {
		const { wire, displayName } = field;
		if (given[wire] === undefined) return [];

		return [{ displayName, rowField: rowField ?? wire, values: textsIn(added[wire]) }];
	});
	const search = textsOf({ ...asked, ...expressed });
	const expanded = splitNames(search.expand);
	const forTests = own
		.filter(({ field }) => given[field.wire] !== undefined)
		.flatMap(({ expand }) => expand ?? []);
	const shown = isSimple && names === undefined ? splitNames(simplified.expand) : [];
	const expand = splitNames(...expanded, ...shown, ...forTests);
	const filesInto = files && readFilesInto(reader, files);
	const looked = [
		...tests.map(({ row }) => row.split('.')[0] ?? ''),
		...narrowing.map((filter) => filter.rowField),
	];

	return {
		search: {
			...Object.fromEntries(
				Object.entries(given).filter(([name]) => filters.some(({ wire }) => wire === name)),
			),
			...search,
			...(expand.length > 0 && { expand: expand.join(',') }),
			...(names && { fields: [...new Set([...names, ...NEEDED, ...looked])].join(',') }),
		},
		filters: narrowing,
		...(tests.length > 0 && { tests }),
		expandedForTests: forTests.filter((name) => ![...expanded, ...shown].includes(name)),
		isOrdered: options.some(({ wire }) => wire === 'order_by'),
		...(typeof limit === 'number' && { limit }),
		offset: typeof offset === 'number' ? offset : 0,
		...(filesInto !== undefined && { filesInto }),
		...(names && { fields: names }),
		isSimple: isSimple && names === undefined,
	};
}

/** The names in lists that are separated by commas, each once. */
export const splitNames = (...lists: readonly (string | undefined)[]): readonly string[] => [
	...new Set(lists.flatMap((list) => list?.split(',') ?? []).filter((name) => name !== '')),
];

/** The binary field that takes the files; undefined: they are not wanted. */
function readFilesInto(reader: ParameterReader, { wanted, into }: Files): string | undefined {
	const added = reader.chosen('options', [wanted, into]);

	return added[wanted.wire] === true ? (asText(added[into.wire]) ?? '') || FILE_FIELD : undefined;
}

/** Notes each range whose end is before its start, so that no row could ever be in it. */
function readRanges(
	reader: ParameterReader,
	own: readonly OwnFilter[],
	given: Readonly<Record<string, string>>,
): void {
	for (const start of own.filter(({ test }) => test === 'from')) {
		const end = own.find(({ row, test }) => row === start.row && ['to', 'before'].includes(test));
		const [from, to] = [given[start.field.wire], end && given[end.field.wire]];
		// Instants in UTC, and days, have the order of their texts.
		if (end === undefined || from === undefined || to === undefined) continue;
		if (end.test === 'before' ? from < to : from <= to) continue;

		const { displayName } = start.field;
		const clause = end.test === 'before' ? 'is not after' : 'is before';
		const remedy =
			end.test === 'before'
				? `Use a time after ${displayName}.`
				: `Use a day that is not before ${displayName}.`;

		reader.note(end.field, `${to} ${clause} ${displayName} ${from}`, remedy);
	}
}
