import { isObjectEmpty, type JsonObject, type JsonValue } from 'n8n-workflow';

import { dispatchByKind } from '../operations/kindTable';
import type { ContainerFilter, Kind } from '../operations/operation';
import { asText, toTextList } from '../values/asText';
import { isJsonObject } from '../values/json';
import { normalizeId } from '../values/textForms';
import { withValueAt } from '../values/withValueAt';
import { withValuesAt } from '../values/withValuesAt';
import type { Call, CallParts, ListQuery, RecordValues } from './call';
import type { Draft, DraftsByKind, FilterUse, Slot, SlotPlace } from './draft';
import { withValuesBody } from './valuesBody';

/** Builds the parts that calls of each kind have besides their location. */
const BUILDERS: { readonly [K in Kind]: (draft: Draft<K>) => CallParts[K] } = {
	list(draft) {
		const { projects, settings } = draft;
		const names = slotsAt(draft, 'projects').flatMap(({ value }) => toIds(value));

		return {
			...settings,
			query: buildQuery(draft),
			...(projects && { projects: { kind: projects, names } }),
		};
	},
	get: ({ settings }) => settings,
	create: (draft) => ({ ...draft.settings, ...buildWrite(draft) }),
	upsert: (draft) => {
		const initialValues = buildBody(draft, true);
		const keptIds = collectKeptIds(draft);

		return {
			...draft.settings,
			...buildWrite(draft),
			...(!isObjectEmpty(initialValues) && { initialValues }),
			...(!isObjectEmpty(keptIds) && { keptIds }),
		};
	},
	update: (draft) => ({ ...draft.settings, ...buildWrite(draft) }),
	action(draft) {
		const { initialValues, ...settings } = draft.settings;
		const body = withValuesAt(buildBody(draft), initialValues);

		return { ...settings, ...(!isObjectEmpty(body) && { body }) };
	},
	add: (draft) => buildIds(draft),
	remove: (draft) => ({ ...draft.settings, ...buildIds(draft) }),
	attach: ({ settings }) => settings,
	upload: ({ settings }) => settings,
};

/**
 * Makes the call of a draft. The values of its slots are in it as they are: IDs once they have been resolved, and names
 * before, for errors about them.
 */
export function buildCall<K extends Kind>(draft: Draft<K>): Call<K>;

export function buildCall(draft: Draft): Call {
	const { kind, operation, itemIndex, workspace, displayNames, removedContents } = draft;
	const parts = dispatchByKind<DraftsByKind, Kind, [], object>(BUILDERS, draft);
	const location = kind !== 'upload' && {
		workspace,
		path: collectPath(draft),
		...(displayNames && { displayNames }),
		...(removedContents && { removedContents }),
	};

	// The compiler does not follow a spread of parts that depend on the kind.
	return withValuesBody({ kind, operation, itemIndex, ...location, ...parts } as Call);
}

/** The slots in one place, in their order. */
export const slotsAt = ({ slots }: Pick<Draft, 'slots'>, place: SlotPlace): readonly Slot[] =>
	slots.filter(({ at }) => at === place);

/** The values of the placeholders of the path, by their wire names. */
export const collectPath = (draft: Pick<Draft, 'slots'>): Readonly<Record<string, string>> =>
	toParameters(slotsAt(draft, 'path'));

/** The values of slots as parameters of a path or a query, by wire name: lists separated by commas, without empty ones. */
function toParameters(slots: readonly Slot[]): Record<string, string> {
	const parameters: Record<string, string> = {};

	for (const { field, value } of slots) {
		const text = Array.isArray(value) ? value.map(asText).join(',') : asText(value);
		if (text !== undefined && text !== '') parameters[field.wire] = text;
	}

	return parameters;
}

/** The IDs in a value as servers return them, each once. */
const toIds = (value: JsonValue): readonly string[] => [
	...new Set(toTextList(value).map(normalizeId)),
];

/** What is added to a record or removed from it. */
function buildIds(draft: Draft<'add' | 'remove'>): CallParts['add'] {
	const queryParameters = toParameters(slotsAt(draft, 'query'));

	return {
		ids: slotsAt(draft, 'ids').flatMap(({ value }) => toIds(value)),
		...(!isObjectEmpty(queryParameters) && { queryParameters }),
	};
}

/** @param isForNew whether it is made of the values that only a new record gets, or of all others */
function buildBody(draft: Draft, isForNew = false): JsonObject {
	let body: JsonObject = {};

	for (const { field, value, onlyForNew = false } of slotsAt(draft, 'body')) {
		if (onlyForNew === isForNew) body = withValueAt(body, field.wire, value);
	}

	return body;
}

function collectKeptIds(draft: Draft<'upsert'>): Record<string, readonly string[]> {
	const idsByWire: Record<string, readonly string[]> = {};

	for (const { field, keptIds } of slotsAt(draft, 'body')) {
		if (keptIds !== undefined) idsByWire[field.wire] = keptIds;
	}

	return idsByWire;
}

function buildWrite(
	draft: Draft<'create' | 'upsert' | 'update'>,
): Pick<RecordValues, 'body' | 'customValues' | 'targets'> {
	const targets: Record<string, readonly string[]> = {};

	for (const { field, value } of slotsAt(draft, 'membership')) {
		const ids = toIds(value);
		if (ids.length > 0) targets[field.wire] = ids;
	}

	const values = slotsAt(draft, 'property').map(({ field, value, removedContents }) => ({
		field,
		valueToSend: value,
		...(removedContents && { removedContents }),
	}));

	return {
		body: buildBody(draft),
		targets,
		...(values.length > 0 && { customValues: values }),
	};
}

function buildQuery(draft: Draft<'list'>): ListQuery {
	const { operation, settings } = draft;
	const filters = slotsAt(draft, 'filter');
	const filtersBy = <By extends FilterUse['by']>(by: By) =>
		filters.flatMap(({ field, value, filter }) =>
			filter !== undefined && isBy(filter, by) ? { field, filter, values: toTextList(value) } : [],
		);
	const rowFiltersBy = (by: 'server' | 'node' | 'search') =>
		filtersBy(by).map(({ field, values, filter: { rowPath, test } }) => ({
			field,
			rowPath,
			test,
			values,
		}));

	const clientFilters = rowFiltersBy('node');
	const containers = filtersBy('container').map(({ field, filter: { container }, values }) => ({
		field,
		...toContainerTest(container, values[0] ?? ''),
	}));
	const expression = filters.find(({ filter }) => filter?.by === 'expression')?.value;
	const sentFilters = filters.filter(({ filter }) => filter?.by === 'server');

	return {
		...settings.query,
		queryParameters: {
			...toParameters(sentFilters),
			...toParameters(slotsAt(draft, 'query')),
			...settings.query.queryParameters,
		},
		serverFilters: rowFiltersBy('server'),
		...(clientFilters.length > 0 && { clientFilters }),
		...(containers.length > 0 && { containers }),
		...(operation.search && {
			search: {
				conditions: rowFiltersBy('search'),
				...(isJsonObject(expression) && { expression }),
			},
		}),
	};
}

/** What a filter by containers asks for. Its value is the ID of one, or whether rows are in none. */
const toContainerTest = (filter: ContainerFilter, value: string) =>
	filter.test === 'in'
		? { kind: 'inOne' as const, filter, containerId: value }
		: { kind: value === 'true' ? ('inNone' as const) : ('inAny' as const), filter };

const isBy = <By extends FilterUse['by']>(
	filter: FilterUse,
	by: By,
): filter is Extract<FilterUse, { by: By }> => filter.by === by;
