import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { RequestProblem } from '../../shared/client/requestResult';
import { unexpectedResponse } from '../../shared/errors/credentialErrors';
import { isMissing, isUnsupported } from '../../shared/errors/notFound';
import { isJsonObject } from '../../shared/values/json';
import { asText } from '../../shared/values/asText';
import type { ReadTarget, ServiceCall } from '../../shared/model/call';
import { placeWithin, withPlace } from '../../shared/model/place';
import { getWorkItemPropertyValue } from '../../shared/operations/workItemPropertyValue';
import { parseListPage } from '../../shared/pagination/envelope';
import { isProblem, type Result } from '../../shared/result/problem';
import { mapConcurrently } from '../../shared/scheduler/mapConcurrently';
import { readRequest } from '../../shared/transport/request';
import type { RequestServices } from './RequestServices';

/** The values of all custom properties of a work item in one response (row 470). */
const ALL_VALUES_PATH =
	'projects/{project_id}/work-items/{work_item_id}/work-item-properties/values/';

/** Values by the IDs of their properties. A property without a value is missing. */
export type CurrentValues = ReadonlyMap<string, readonly JsonValue[]>;

/** A property whose value is read. */
export interface PropertyToRead {
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

/** Reads the values of custom properties of work items. */
export class CustomValueReader {
	/** Whether the server has no list of all values of a work item (row 470). */
	private lacksList = false;

	constructor(private readonly services: RequestServices) {}

	/**
	 * Reads the values of custom properties of a work item: with one request, and one more for each formatted text, or
	 * with one for each property from a server that has no list of all of them (row 470).
	 *
	 * @returns the values; a formatted text is `{description_html}`
	 */
	async read(
		call: ServiceCall,
		{ id, listProperties }: ValuesToRead,
	): Promise<Result<CurrentValues, RequestProblem>> {
		const target = valuesTarget(call, { work_item_id: id });
		const all = this.lacksList ? undefined : await this.readAllValues(target);
		if (isProblem(all)) return all;

		this.lacksList = all === undefined;

		const properties = await listProperties();
		if (isProblem(properties)) return properties;

		const toRead = properties.filter(
			(property) => all === undefined || (property.needsFormattedText && all.has(property.id)),
		);
		const single = await this.readSingleValues(target, toRead);

		return isProblem(single) ? single : new Map([...(all ?? []), ...single]);
	}

	/** Reads the values of properties, each with a request of its own. */
	private async readSingleValues(
		target: ReadTarget,
		properties: readonly PropertyToRead[],
	): Promise<Result<CurrentValues, RequestProblem>> {
		const results = await mapConcurrently(
			properties,
			{
				concurrency: this.services.scheduler.settings.concurrency,
				shouldStop: (result: Result<CurrentValues>) => isProblem(result),
			},
			async ({ id }) => await this.readSingleValue(target, id),
		);
		const problem = results.find(isProblem);

		return problem ?? new Map(results.flatMap((values) => (isMap(values) ? [...values] : [])));
	}

	/** The value of one property, as a map with one entry, or with none if it has no value. */
	private async readSingleValue(
		target: ReadTarget,
		property: string,
	): Promise<Result<CurrentValues>> {
		const place = placeWithin(target, { property_id: property });
		const request = readRequest(getWorkItemPropertyValue.request.path);
		const response = await this.services.client.send(place, request, {
			about: withPlace(target, place),
		});
		// A value that is not set is not found (row 468).
		if (isProblem(response)) return isMissing(response.response) ? new Map() : response;

		const { json } = response;
		const rows = (Array.isArray(json) ? json.flat() : [json]).filter(isJsonObject);

		return collectValues(rows.map((row) => ({ ...row, property_id: property })));
	}

	/** @returns undefined if the server has no such list */
	private async readAllValues(
		target: ReadTarget,
	): Promise<Result<CurrentValues, RequestProblem> | undefined> {
		const response = await this.services.client.read(target, ALL_VALUES_PATH);
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
}

const isMap = (values: Result<CurrentValues> | undefined): values is CurrentValues =>
	values instanceof Map;

/** The target for reading values: errors are about them, and not about the operation that needs them. */
function valuesTarget(call: ServiceCall, path: Readonly<Record<string, string>>): ReadTarget {
	const { displayNames } = call;
	const { action, locators, plan, feature } = getWorkItemPropertyValue;

	return {
		kind: 'read',
		...placeWithin(call, path),
		...(displayNames && { displayNames }),
		operation: { action, locators, ...(plan && { plan }), ...(feature && { feature }) },
	};
}

/** Reads the ID of the type of a work item. @returns undefined if the record does not show it */
export const readTypeId = ({ type_id: id, type }: JsonObject): string | undefined =>
	asText(id) ?? asText(isJsonObject(type) ? type.id : type);

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
