import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { RequestProblem } from '../../../shared/client/requestResult';
import { isMissing } from '../../../shared/errors/notFound';
import { noCustomProperties } from '../../../shared/resolve/propertyErrors';
import { isJsonObject } from '../../../shared/values/json';
import { asText } from '../../../shared/values/asText';
import { workItemTypes } from '../../../shared/lists/lists';
import type { Call } from '../../../shared/model/call';
import { placeWithin } from '../../../shared/model/place';
import { getWorkItem } from '../../../shared/operations/workItem';
import { type CustomProperty, FORMATTED_TEXT } from '../../../shared/resolve/customProperty';
import { selectParents } from '../../../shared/resolve/RecordLists';
import { isProblem, type Result } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import { readRequest } from '../../../shared/transport/request';
import { type PropertyToRead, readTypeId } from '../CustomValueReader';
import type { Services } from '../services';

/** The field of the output with the values of the custom properties. */
const OUTPUT_FIELD = 'custom_properties';

/** The values of a work item by the names of their properties. */
interface NamedValues {
	/** Absent if the work item was deleted after its list was read. */
	readonly values?: JsonObject;
}

/** Adds the values of custom properties to the records of an output. */
export class PropertyColumn {
	constructor(private readonly services: Services) {}

	/**
	 * Adds the values of their custom properties to records, by the names of the properties: one request for each
	 * record, and one for each type.
	 *
	 * @param records as the server returned them
	 * @param formatted the same records as the output shows them
	 * @returns an entry for each record, undefined for a work item of a list that was deleted meanwhile
	 */
	async addTo(
		records: readonly JsonObject[],
		formatted: readonly JsonObject[],
		call: Call<'get' | 'list'>,
	): Promise<Result<readonly (JsonObject | undefined)[]>> {
		const results = await mapConcurrently<JsonObject, Result<NamedValues>>(
			records,
			{
				concurrency: this.services.scheduler.settings.concurrency,
				firstAlone: true,
				shouldStop: (result) => isProblem(result),
			},
			async (record) => await this.readNamedValues(record, call),
		);
		const problem = results.find(isProblem);
		if (problem !== undefined) return problem;

		return formatted.map((record, index) => {
			const result = results[index];
			if (result === undefined || isProblem(result) || result.values === undefined)
				return undefined;

			return { ...record, [OUTPUT_FIELD]: result.values };
		});
	}

	/** The values of one work item by the names of their properties. */
	private async readNamedValues(
		record: JsonObject,
		call: Call<'get' | 'list'>,
	): Promise<Result<NamedValues>> {
		const id = asText(record.id) ?? '';
		const values = await this.services.customValues.read(call, {
			id,
			listProperties: async () => {
				const properties = await this.readProperties(record, call);

				return isProblem(properties) ? properties : properties.map(toPropertyToRead);
			},
		});
		if (isProblem(values)) return (await this.wasDeleted(values, call, id)) ? {} : values;

		const properties = await this.readProperties(record, call);
		if (isProblem(properties)) return properties;

		const valuesByName: JsonObject = {};

		for (const property of properties) {
			const list = values.get(property.id);
			const shown = list && (await this.nameValues(property, list, call));

			if (shown === undefined) continue;

			// Two properties of a type may have the same name (row 456).
			const name = Object.hasOwn(valuesByName, property.name)
				? `${property.name} (${property.id})`
				: property.name;

			valuesByName[name] = property.isMulti ? shown : (shown[0] ?? null);
		}

		return { values: valuesByName };
	}

	/** Whether the values of a work item are missing because it was deleted after its list was read. */
	private async wasDeleted(
		{ response }: RequestProblem,
		call: Call<'get' | 'list'>,
		id: string,
	): Promise<boolean> {
		if (call.kind !== 'list' || !isMissing(response)) return false;

		const place = placeWithin(call, { work_item_id: id });
		const request = readRequest(getWorkItem.request.path);
		const item = await this.services.client.send(place, request, { about: call });

		return isProblem(item) && isMissing(item.response);
	}

	/**
	 * The properties of the type of a work item or, if the record does not show it, of all types of the project, each
	 * once: several types may have the same property.
	 */
	private async readProperties(
		record: JsonObject,
		call: Call<'get' | 'list'>,
	): Promise<Result<readonly CustomProperty[]>> {
		const { customProperties, lists } = this.services;
		const typeId = readTypeId(record);
		if (typeId !== undefined) return await customProperties.readTypeProperties(call, typeId);

		const place = {
			target: call,
			source: workItemTypes,
			parents: selectParents(call, workItemTypes),
		};
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
	private async nameValues(
		{ kind, relation, options = [] }: CustomProperty,
		values: readonly JsonValue[],
		call: Call<'get' | 'list'>,
	): Promise<JsonValue[]> {
		if (kind === 'OPTION') {
			return values.map((value) => options.find(({ id }) => id === value)?.name ?? value);
		}

		if (relation === FORMATTED_TEXT) {
			return values.map((value) =>
				isJsonObject(value) ? (value.description_html ?? null) : value,
			);
		}
		if (relation !== 'USER') return [...values];

		const names = await this.services.userNames.load(call);

		return values.map((value) => names.get(value) ?? value);
	}
}

const toPropertyToRead = ({ id, relation }: CustomProperty): PropertyToRead => ({
	id,
	needsFormattedText: relation === FORMATTED_TEXT,
});
