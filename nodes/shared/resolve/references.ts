import type { JsonObject, JsonValue } from 'n8n-workflow';

import { normalizeId } from '../fields/identifier';
import { isJsonObject } from '../fields/json';
import type { Field } from '../fields/kinds';
import type {
	Call,
	ListQuery,
	ServerFilterValues,
	ClientFilterValues,
	ServiceCall,
} from '../model/call';
import { allFields } from '../operations/allFields';
import type { Body } from '../operations/operation';

/** A text in a call that stands for a record of a list. */
export interface Reference {
	readonly field: Field;
	readonly text: string;
}

type Replace = (reference: Reference) => string;

/** The fields of a body, however deep they stand in it, with those of its memberships. */
const fieldsIn = ({ fields, collectionFields, memberships = [] }: Body): readonly Field[] => [
	...fields,
	...collectionFields,
	...memberships.map(({ field }) => field),
];

/** A value with other texts in the place of those that stand for records. */
function replaced(value: JsonValue, field: Field, replace: Replace): JsonValue {
	if (typeof value === 'string') return replace({ field, text: value });
	if (!Array.isArray(value)) return value;

	return [...new Set(value.map((entry) => replaced(entry, field, replace)))];
}

function replacedInBody(body: JsonObject, fields: readonly Field[], replace: Replace): JsonObject {
	const copy: JsonObject = { ...body };

	for (const field of fields.filter(({ source }) => source !== undefined)) {
		const [name = '', inner] = field.wire.split('.');
		const value = copy[name];
		if (value === undefined) continue;

		if (inner === undefined) copy[name] = replaced(value, field, replace);
		else if (isJsonObject(value)) {
			const one = { ...field, wire: inner };

			copy[name] = replacedInBody(value, [one], replace);
		}
	}

	return copy;
}

/** Each of these IDs once, with IDs in the place of what stands for them. */
const replacedIds = (ids: readonly string[], field: Field, replace: Replace): readonly string[] => [
	...new Set(ids.map((text) => normalizeId(replace({ field, text })))),
];

function replacedInQuery(query: ListQuery, fields: readonly Field[], replace: Replace): ListQuery {
	const named = (displayName: string) =>
		fields.find((field) => field.displayName === displayName && field.source !== undefined);

	const inValues = <Test extends ServerFilterValues | ClientFilterValues>(test: Test): Test => {
		const field = named(test.displayName);
		if (field === undefined) return test;

		return { ...test, values: test.values.map((text) => replace({ field, text })) };
	};

	const search = Object.entries(query.search).map(([wire, text]): [string, string] => {
		const field = fields.find((each) => each.wire === wire && each.source !== undefined);

		return [wire, field ? replace({ field, text }) : text];
	});

	return {
		...query,
		search: Object.fromEntries(search),
		...(query.serverFilters && { serverFilters: query.serverFilters.map(inValues) }),
		...(query.clientFilters && { clientFilters: query.clientFilters.map(inValues) }),
	};
}

/**
 * A call with other texts in the place of all that stand for records, but for those of its path.
 *
 * @param replace gives the ID for a text; asked for each, in no certain order
 */
export function withReplaced(call: Call, replace: Replace): Call {
	switch (call.kind) {
		case 'add':
			return { ...call, ids: replacedIds(call.ids, call.operation.idsField, replace) };
		case 'remove':
			return { ...call, ids: replacedIds(call.ids, call.operation.idsField, replace) };

		case 'list': {
			const { fields = [], serverFilters = [], clientFilters = [], options = [] } = call.operation;
			const own = clientFilters.map(({ field }) => field);
			const all = [...fields, ...serverFilters, ...own, ...options];

			return { ...call, query: replacedInQuery(call.query, all, replace) };
		}

		case 'create':
		case 'update': {
			const { memberships = [] } = call.operation.body;
			const targets = memberships.flatMap(({ field }) => {
				const ids = call.targets[field.wire];

				return ids === undefined ? [] : [[field.wire, replacedIds(ids, field, replace)] as const];
			});
			const body = replacedInBody(call.body, fieldsIn(call.operation.body), replace);

			return { ...call, body, targets: Object.fromEntries(targets) };
		}

		case 'action': {
			const { body } = call.operation;
			if (body === undefined || call.body === undefined) return call;

			return { ...call, body: replacedInBody(call.body, fieldsIn(body), replace) };
		}

		case 'get':
		case 'attach':
		case 'upload':
			return call;
	}
}

/** All texts in a call that stand for records, but for those of its path. */
export function referencesIn(call: Call): Reference[] {
	const found: Reference[] = [];

	withReplaced(call, (reference) => {
		found.push(reference);

		return reference.text;
	});

	return found;
}

/** The fields of a call that hold lists of names, with the texts that are still to be split. */
export function textsToSplitIn(call: ServiceCall): readonly Reference[] {
	const fields = allFields(call.operation);

	return Object.entries(call.textsToSplit ?? {}).flatMap(([wire, text]) => {
		const field = fields.find((each) => each.wire === wire && each.kind.textToSplit !== undefined);

		return field === undefined ? [] : [{ field, text }];
	});
}

/** A call whose list in a field has these entries. */
export function withList(call: ServiceCall, field: Field, names: readonly string[]): ServiceCall {
	const { wire, displayName } = field;

	switch (call.kind) {
		case 'add':
		case 'remove':
			return { ...call, ids: names };
		case 'create':
		case 'update': {
			const isTarget = call.targets[wire] !== undefined;

			return isTarget
				? { ...call, targets: { ...call.targets, [wire]: names } }
				: { ...call, body: { ...call.body, [wire]: [...names] } };
		}

		case 'list': {
			const { query } = call;
			const tests = query.clientFilters?.map((test) =>
				test.displayName === displayName ? { ...test, values: names } : test,
			);

			return { ...call, query: { ...query, ...(tests && { clientFilters: tests }) } };
		}

		case 'action':
		case 'get':
		case 'attach':
			return call;
	}
}
