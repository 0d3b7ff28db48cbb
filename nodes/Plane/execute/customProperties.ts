import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpectedResponse } from '../../shared/errors/credentialErrors';
import { noCustomProperties } from '../../shared/errors/propertyErrors';
import { isMissing, isUnsupported } from '../../shared/errors/notFound';
import { isJsonObject } from '../../shared/fields/json';
import { asText } from '../../shared/fields/text';
import { workItemTypes } from '../../shared/lists/lists';
import type { Call, ReadTarget, ServiceCall } from '../../shared/model/call';
import { placeWithin, withPlace } from '../../shared/model/place';
import type { RequestProblem } from '../../shared/client/requestResult';
import { getWorkItem } from '../../shared/operations/workItem';
import { getWorkItemPropertyValue } from '../../shared/operations/workItemPropertyValue';
import { parseListPage } from '../../shared/pagination/envelope';
import { type CustomProperty, FORMATTED_TEXT } from '../../shared/resolve/customProperty';
import { parentsOf } from '../../shared/resolve/RecordLists';
import { isProblem, type Result } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { readRequest } from '../../shared/transport/request';
import type { Execution } from './Execution';

/** The values of all custom properties of a work item in one response (row 470). */
const ALL_VALUES_PATH =
	'projects/{project_id}/work-items/{work_item_id}/work-item-properties/values/';

/** The field of the output with the values of the custom properties. */
const OUTPUT_FIELD = 'custom_properties';

/** Values by the IDs of their properties. A property without a value is missing. */
export type CurrentValues = ReadonlyMap<string, readonly JsonValue[]>;

/** A property whose value is read. */
interface PropertyToRead {
	readonly id: string;
	/** Whether its value is a formatted text that is needed: the list of all values has only its ID (row 468). */
	readonly needsFormattedText: boolean;
}

/** The values of which properties of a work item are read. */
interface ValuesToRead {
	/** The ID of the work item. */
	readonly id: string;
	readonly listProperties: () => Promise<Result<readonly PropertyToRead[]>>;
}

/**
 * Reads the values of custom properties of a work item: with one request, and one more for each formatted text, or
 * with one for each property from a server that has no list of all of them (row 470).
 *
 * @returns the values; a formatted text is `{description_html}`
 */
export async function readCustomValues(
	call: ServiceCall,
	{ id, listProperties }: ValuesToRead,
	execution: Execution,
): Promise<Result<CurrentValues, RequestProblem>> {
	const target = valuesTarget(call, { work_item_id: id });
	const all = execution.lacksValueList ? undefined : await readAllValues(target, execution);
	if (isProblem(all)) return all;

	execution.lacksValueList = all === undefined;

	const properties = await listProperties();
	if (isProblem(properties)) return properties;

	const toRead = properties.filter(
		(property) => all === undefined || (property.needsFormattedText && all.has(property.id)),
	);
	const single = await readSingleValues(target, toRead, execution);

	return isProblem(single) ? single : new Map([...(all ?? []), ...single]);
}

/** Reads the values of properties, each with a request of its own. */
async function readSingleValues(
	target: ReadTarget,
	properties: readonly PropertyToRead[],
	execution: Execution,
): Promise<Result<CurrentValues, RequestProblem>> {
	const results = await mapConcurrently(
		properties,
		{
			concurrency: execution.paging.concurrency,
			shouldStop: (result: Result<CurrentValues>) => isProblem(result),
		},
		async ({ id }) => await readSingleValue(target, id, execution),
	);
	const problem = results.find(isProblem);

	return problem ?? new Map(results.flatMap((values) => (isMap(values) ? [...values] : [])));
}

const isMap = (values: Result<CurrentValues> | undefined): values is CurrentValues =>
	values instanceof Map;

/** The target for reading values: errors are about them, and not about the operation that needs them. */
function valuesTarget(call: ServiceCall, path: Readonly<Record<string, string>>): ReadTarget {
	const { displayNames } = call;
	const { action, locators, plan, resource } = getWorkItemPropertyValue;

	return {
		...placeWithin(call, path),
		...(displayNames && { displayNames }),
		operation: { action, locators, resource, ...(plan && { plan }) },
	};
}

/** The value of one property, as a map with one entry, or with none if it has no value. */
async function readSingleValue(
	target: ReadTarget,
	property: string,
	{ client }: Execution,
): Promise<Result<CurrentValues>> {
	const place = placeWithin(target, { property_id: property });
	const request = readRequest(getWorkItemPropertyValue.request.path);
	const response = await client.send(place, request, { about: withPlace(target, place) });
	// A value that is not set is not found (row 468).
	if (isProblem(response)) return isMissing(response.response) ? new Map() : response;

	const { json } = response;
	const rows = (Array.isArray(json) ? json.flat() : [json]).filter(isJsonObject);

	return collectValues(rows.map((row) => ({ ...row, property_id: property })));
}

/** @returns undefined if the server has no such list */
async function readAllValues(
	target: ReadTarget,
	{ client }: Execution,
): Promise<Result<CurrentValues, RequestProblem> | undefined> {
	const response = await client.read(target, ALL_VALUES_PATH);
	if (isProblem(response)) {
		return isUnsupported(response.response, target) ? undefined : response;
	}

	// The list may be empty, or in another one, as on the vendor's pages.
	const { json } = response;
	const rows = Array.isArray(json) ? json.flat() : undefined;
	const page =
		rows === undefined ? parseListPage(response) : { records: rows.filter(isJsonObject) };
	if (isProblem(page)) return unexpectedResponse(response, 'is not a list of values');

	return collectValues(page.records);
}

/** The rows are `{property_id, values: […]}`, or `{property_id, value}` with one row for each value (row 470). */
function collectValues(rows: readonly JsonObject[]): CurrentValues {
	const values = new Map<string, readonly JsonValue[]>();

	for (const row of rows) {
		const id = asText(row.property_id);
		if (id === undefined) continue;

		const list = readRowValues(row);
		const present = list.filter((value) => value !== null && value !== '');

		if (present.length > 0) values.set(id, [...(values.get(id) ?? []), ...present]);
	}

	return values;
}

/** The values in a row. Where a value is the ID of a formatted text, the row has the text beside it (row 468). */
function readRowValues({ values, value, value_detail: detail }: JsonObject): JsonValue[] {
	const html = isJsonObject(detail) ? asText(detail.description_html) : undefined;
	if (html !== undefined) return [{ description_html: html }];

	return [values ?? value ?? []].flat().map(readValue);
}

/** A value, which some servers return in an object of its own (row 468). */
const readValue = (entry: JsonValue): JsonValue =>
	isJsonObject(entry) && entry.value !== undefined ? (entry.value ?? null) : entry;

/** The values of a work item by the names of their properties. */
interface NamedValues {
	/** Absent if the work item was deleted after its list was read. */
	readonly values?: JsonObject;
}

/**
 * Adds the values of their custom properties to records, by the names of the properties: one request for each
 * record, and one for each type.
 *
 * @param records as the server returned them
 * @param formatted the same records as the output shows them
 * @returns an entry for each record, undefined for a work item of a list that was deleted meanwhile
 */
export async function addCustomProperties(
	records: readonly JsonObject[],
	formatted: readonly JsonObject[],
	call: Call<'get' | 'list'>,
	execution: Execution,
): Promise<Result<readonly (JsonObject | undefined)[]>> {
	const results = await mapConcurrently<JsonObject, Result<NamedValues>>(
		records,
		{
			concurrency: execution.paging.concurrency,
			firstAlone: true,
			shouldStop: (result) => isProblem(result),
		},
		async (record) => await readNamedValues(record, call, execution),
	);
	const problem = results.find(isProblem);
	if (problem !== undefined) return problem;

	return formatted.map((record, index) => {
		const result = results[index];
		if (result === undefined || isProblem(result) || result.values === undefined) return undefined;

		return { ...record, [OUTPUT_FIELD]: result.values };
	});
}

/** The values of one work item by the names of their properties. */
async function readNamedValues(
	record: JsonObject,
	call: Call<'get' | 'list'>,
	execution: Execution,
): Promise<Result<NamedValues>> {
	const id = asText(record.id) ?? '';
	const values = await readCustomValues(
		call,
		{
			id,
			listProperties: async () => {
				const properties = await readProperties(record, call, execution);

				return isProblem(properties) ? properties : properties.map(toPropertyToRead);
			},
		},
		execution,
	);
	if (isProblem(values))
		return (await wasDeleted(values, call, { id, client: execution.client })) ? {} : values;

	const properties = await readProperties(record, call, execution);
	if (isProblem(properties)) return properties;

	const valuesByName: JsonObject = {};

	for (const property of properties) {
		const list = values.get(property.id);
		const shown = list && (await nameValues(property, list, call, execution));

		if (shown === undefined) continue;

		// Two properties of a type may have the same name (row 456).
		const name = Object.hasOwn(valuesByName, property.name)
			? `${property.name} (${property.id})`
			: property.name;

		valuesByName[name] = property.isMulti ? shown : (shown[0] ?? null);
	}

	return { values: valuesByName };
}

const toPropertyToRead = ({ id, relation }: CustomProperty): PropertyToRead => ({
	id,
	needsFormattedText: relation === FORMATTED_TEXT,
});

/** Whether the values of a work item are missing because it was deleted after its list was read. */
async function wasDeleted(
	{ response }: RequestProblem,
	call: Call<'get' | 'list'>,
	{ id, client }: { readonly id: string } & Pick<Execution, 'client'>,
): Promise<boolean> {
	if (call.kind !== 'list' || !isMissing(response)) return false;

	const place = placeWithin(call, { work_item_id: id });
	const request = readRequest(getWorkItem.request.path);
	const item = await client.send(place, request, { about: call });

	return isProblem(item) && isMissing(item.response);
}

/** Reads the ID of the type of a work item. @returns undefined if the record does not show it */
export const readTypeId = ({ type_id: id, type }: JsonObject): string | undefined =>
	asText(id) ?? asText(isJsonObject(type) ? type.id : type);

/**
 * The properties of the type of a work item or, if the record does not show it, of all types of the project, each
 * once: several types may have the same property.
 */
async function readProperties(
	record: JsonObject,
	call: Call<'get' | 'list'>,
	{ lists, customProperties }: Execution,
): Promise<Result<readonly CustomProperty[]>> {
	const typeId = readTypeId(record);
	if (typeId !== undefined) return await customProperties.readTypeProperties(call, typeId);

	const place = { target: call, source: workItemTypes, parents: parentsOf(call, workItemTypes) };
	const types = await lists.read(place);
	if (isProblem(types)) return types;
	if (types === undefined) return noCustomProperties();

	const properties = new Map<string, CustomProperty>();

	for (const row of types) {
		const own = await customProperties.readTypeProperties(call, asText(row.id) ?? '');
		if (isProblem(own)) return own;

		for (const property of own) properties.set(property.id, property);
	}

	return [...properties.values()];
}

/** Replaces the IDs of options and people by their names, and formatted texts by their HTML. */
async function nameValues(
	{ kind, relation, options = [] }: CustomProperty,
	values: readonly JsonValue[],
	call: Call<'get' | 'list'>,
	execution: Execution,
): Promise<JsonValue[]> {
	if (kind === 'OPTION') {
		return values.map((value) => options.find(({ id }) => id === value)?.name ?? value);
	}

	if (relation === FORMATTED_TEXT) {
		return values.map((value) => (isJsonObject(value) ? (value.description_html ?? null) : value));
	}
	if (relation !== 'USER') return [...values];

	const names = await execution.loadUserNames(call);

	return values.map((value) => names.get(value) ?? value);
}
