import type { JsonObject, JsonValue } from 'n8n-workflow';

import { normalizeId } from '../values/textForms';
import type { Field } from '../fields/kinds';
import type {
	Call,
	CustomValues,
	ListQuery,
	FilterValues,
	ServiceCall,
	TypedValue,
} from '../model/call';
import { listFields } from '../operations/listFields';
import type { Body } from '../operations/operation';
import { getValueAt } from '../values/getValueAt';
import { withValueAt } from '../values/withValueAt';

/** A text in a call that stands for a record. */
export interface Reference {
	readonly field: Field;
	readonly text: string;
}

/** Returns the replacement for the text of a reference. */
type Replace = (reference: Reference) => string;

/** Returns a call with other texts in place of its references. */
type Substitute = (call: Call, replace: Replace) => Call;

/** All fields of a body, with those of its memberships. */
const fieldsOf = ({ fields, collectionFields, memberships = [] }: Body): readonly Field[] => [
	...fields,
	...collectionFields,
	...memberships.map(({ field }) => field),
];

function replaceInValue(value: JsonValue, field: Field, replace: Replace): JsonValue {
	if (typeof value === 'string') return replace({ field, text: value });
	if (!Array.isArray(value)) return value;

	return [...new Set(value.map((entry) => replaceInValue(entry, field, replace)))];
}

function replaceInBody(body: JsonObject, fields: readonly Field[], replace: Replace): JsonObject {
	let replaced = body;

	for (const field of fields.filter(({ source }) => source !== undefined)) {
		const value = getValueAt(body, field.wire);
		if (value === undefined) continue;

		replaced = withValueAt(replaced, field.wire, replaceInValue(value, field, replace));
	}

	return replaced;
}

/** Replaces the names of people and the keys of work items in values of custom properties. */
function replaceInCustom(values: CustomValues, replace: Replace): CustomValues {
	const replaced = values.values?.map(({ field, valueToSend }) => ({
		field,
		valueToSend:
			field.source === undefined ? valueToSend : replaceInValue(valueToSend, field, replace),
	}));

	return { ...values, ...(replaced && { values: replaced }) };
}

/** Replaces the names among some IDs. @returns each ID once */
const replaceIds = (ids: readonly string[], field: Field, replace: Replace): readonly string[] => [
	...new Set(ids.map((text) => normalizeId(replace({ field, text })))),
];

function replaceInParameters(
	parameters: Readonly<Record<string, string>>,
	fields: readonly Field[],
	replace: Replace,
): Record<string, string> {
	const replaced = Object.entries(parameters).map(([wire, text]): [string, string] => {
		const field = fields.find(({ wire: name, source }) => name === wire && source !== undefined);

		return [wire, field ? replace({ field, text }) : text];
	});

	return Object.fromEntries(replaced);
}

function replaceInQuery(query: ListQuery, fields: readonly Field[], replace: Replace): ListQuery {
	const replaceInTest = <Test extends FilterValues>(test: Test): Test => {
		const { field, values } = test;

		return field.source === undefined
			? test
			: { ...test, values: values.map((text) => replace({ field, text })) };
	};

	return {
		...query,
		queryParameters: replaceInParameters(query.queryParameters, fields, replace),
		...(query.serverFilters && { serverFilters: query.serverFilters.map(replaceInTest) }),
		...(query.clientFilters && { clientFilters: query.clientFilters.map(replaceInTest) }),
		...(query.containers && { containers: query.containers.map(replaceInTest) }),
		...(query.search && {
			search: { ...query.search, conditions: query.search.conditions.map(replaceInTest) },
		}),
	};
}

/**
 * Replaces every record reference in a call except path parameters.
 *
 * @param replace is called for each reference, in no particular order
 */
export function substituteReferences(call: Call, replace: Replace): Call {
	switch (call.kind) {
		case 'add':
		case 'remove': {
			const { idsField, queryFields = [] } = call.operation;
			const { queryParameters } = call;

			return {
				...call,
				ids: replaceIds(call.ids, idsField, replace),
				...(queryParameters && {
					queryParameters: replaceInParameters(queryParameters, queryFields, replace),
				}),
			};
		}

		case 'list': {
			return { ...call, query: replaceInQuery(call.query, listFields(call.operation), replace) };
		}

		case 'create':
		case 'upsert':
		case 'update': {
			const { memberships = [] } = call.operation.body;
			const targets = memberships.flatMap(({ field }) => {
				const ids = call.targets[field.wire];

				return ids === undefined ? [] : [[field.wire, replaceIds(ids, field, replace)] as const];
			});
			const body = replaceInBody(call.body, fieldsOf(call.operation.body), replace);
			const customValues = call.customValues && replaceInCustom(call.customValues, replace);

			return {
				...call,
				body,
				targets: Object.fromEntries(targets),
				...(customValues && { customValues }),
			};
		}

		case 'action': {
			const { body } = call.operation;
			if (body === undefined || call.body === undefined) return call;

			return { ...call, body: replaceInBody(call.body, fieldsOf(body), replace) };
		}

		case 'get':
		case 'attach':
		case 'upload':
			return call;
	}
}

/** Collects every record reference in a call except path parameters. */
export const collectReferences = (call: Call): Reference[] =>
	collectWith(substituteReferences, call);

/** Collects the references that a function would replace. */
function collectWith(substitute: Substitute, call: Call): Reference[] {
	const references: Reference[] = [];

	substitute(call, (reference) => {
		references.push(reference);

		return reference.text;
	});

	return references;
}

/** The texts of a call that list several names and still have to be split, with their fields. */
export function findTextsToSplit(call: ServiceCall): readonly Reference[] {
	const fields = listFields(call.operation);
	const references: Reference[] = [];

	for (const { field, textToSplit } of listCustomValues(call)) {
		if (textToSplit !== undefined) references.push({ field, text: textToSplit });
	}

	for (const [wire, text] of Object.entries(call.textsToSplit ?? {})) {
		const field = fields.find(
			(candidate) => candidate.wire === wire && candidate.kind.readTextToSplit !== undefined,
		);

		if (field !== undefined) references.push({ field, text });
	}

	return references;
}

/** The values of custom properties that a call sets. */
const listCustomValues = (call: ServiceCall): readonly TypedValue[] =>
	call.kind === 'create' || call.kind === 'update' ? (call.customValues?.values ?? []) : [];

/** Replaces the list in a field of a call by these names. */
export function replaceList(
	call: ServiceCall,
	field: Field,
	names: readonly string[],
): ServiceCall {
	const { wire } = field;

	switch (call.kind) {
		case 'add':
		case 'remove':
			return { ...call, ids: names };
		case 'create':
		case 'upsert':
		case 'update': {
			const customValues = call.customValues && replaceCustomList(call.customValues, field, names);
			if (customValues !== undefined) return { ...call, customValues };

			const isTarget = call.targets[wire] !== undefined;

			return isTarget
				? { ...call, targets: { ...call.targets, [wire]: names } }
				: { ...call, body: withValueAt(call.body, wire, [...names]) };
		}

		case 'list': {
			const { query, projects } = call;
			if (projects !== undefined && wire === call.operation.projectScope?.several.wire) {
				return { ...call, projects: { ...projects, names } };
			}

			const replaceIn = <Test extends FilterValues>(test: Test): Test =>
				test.field === field ? { ...test, values: names } : test;
			const { clientFilters, search } = query;

			return {
				...call,
				query: {
					...query,
					...(clientFilters && { clientFilters: clientFilters.map(replaceIn) }),
					...(search && {
						search: { ...search, conditions: search.conditions.map(replaceIn) },
					}),
				},
			};
		}

		case 'action':
		case 'get':
		case 'attach':
			return call;
	}
}

/** Replaces the list of a custom property by these names. @returns undefined if the field is not that of one */
function replaceCustomList(
	customValues: CustomValues,
	field: Field,
	names: readonly string[],
): CustomValues | undefined {
	const { values = [] } = customValues;
	if (!values.some((value) => value.field === field)) return undefined;

	return {
		...customValues,
		values: values.map((value) =>
			value.field === field ? { field, valueToSend: [...names] } : value,
		),
	};
}

/** Replaces the names of the projects in which a list is read. */
export function substituteProjects(call: Call, replace: Replace): Call {
	if (call.kind !== 'list' || call.projects === undefined) return call;

	const { projects, operation } = call;
	const field = operation.projectScope?.several;
	if (field === undefined) return call;

	return { ...call, projects: { ...projects, names: replaceIds(projects.names, field, replace) } };
}

/** Collects the names of the projects in which a list is read. */
export const collectProjects = (call: Call): Reference[] => collectWith(substituteProjects, call);

/**
 * Removes values from the filters of a list.
 *
 * @returns undefined if a filter has no values left, so that no row can match
 */
export function removeFilterValues(
	call: Call<'list'>,
	values: readonly Reference[],
): Call<'list'> | undefined {
	const reduce = <Test extends FilterValues>(test: Test): Test => ({
		...test,
		values: test.values.filter(
			(value) => !values.some(({ field, text }) => field === test.field && text === value),
		),
	});

	const { serverFilters = [], clientFilters = [], containers = [], search } = call.query;
	const conditions = search?.conditions.map(reduce) ?? [];
	const query = {
		...call.query,
		serverFilters: serverFilters.map(reduce),
		clientFilters: clientFilters.map(reduce),
		containers: containers.map(reduce),
		...(search && { search: { ...search, conditions } }),
	};
	const tests = [
		...query.serverFilters,
		...query.clientFilters,
		...query.containers,
		...conditions,
	];

	return tests.some((test) => test.values.length === 0) ? undefined : { ...call, query };
}
