import type { JsonObject } from 'n8n-workflow';

import { noCustomProperties } from './propertyErrors';
import type { Field } from '../fields/kinds';
import { customerProperties, propertyOptions, workItemProperties } from '../lists/lists';
import type { RequestTarget } from '../model/call';
import { isProblem, type Result } from '../result/problem';
import {
	addOptions,
	type CustomProperty,
	declareField,
	type PropertyOption,
	readCustomProperty,
	readOptions,
} from './customProperty';
import type { RecordLists } from './RecordLists';

/** Reads the custom properties of types of work items and of customers, each list once. */
export class CustomProperties {
	/** The properties in rows that were read before. A dropdown may have thousands of options. */
	private readonly propertiesByRow = new WeakMap<JsonObject, CustomProperty>();
	/** The same properties with their options, if their rows do not have them. */
	private readonly propertiesWithOptions = new WeakMap<CustomProperty, CustomProperty>();
	/** The fields of properties, each declared once, however many items have a value for it. */
	private readonly fields = new WeakMap<CustomProperty, Field>();

	constructor(private readonly lists: RecordLists) {}

	/** The property in a row: always the same object for the same row. */
	private read(row: JsonObject, owner?: CustomProperty['owner']): CustomProperty {
		const property = this.propertiesByRow.get(row) ?? readCustomProperty(row, owner);

		this.propertiesByRow.set(row, property);

		return property;
	}

	/** The properties of a type, in the order of the server. @returns a Problem if they cannot be read */
	async readTypeProperties(
		target: RequestTarget,
		typeId: string,
	): Promise<Result<readonly CustomProperty[]>> {
		const parents = { project_id: target.path.project_id ?? '', type_id: typeId };
		const rows = await this.lists.read({ target, source: workItemProperties, parents });
		if (isProblem(rows)) return rows;
		if (rows === undefined) return noCustomProperties();

		const properties: CustomProperty[] = [];

		for (const row of rows) {
			const property = await this.withOptions(target, this.read(row));
			if (isProblem(property)) return property;

			properties.push(property);
		}

		return properties;
	}

	/** Adds the options of a property if its row does not have them, by a request of its own. */
	async withOptions(
		target: RequestTarget,
		property: CustomProperty,
	): Promise<Result<CustomProperty>> {
		if (property.kind !== 'OPTION' || property.options !== undefined) return property;

		const earlier = this.propertiesWithOptions.get(property);
		if (earlier !== undefined) return earlier;

		const options = await this.readOptions(target, property);
		if (isProblem(options)) return options;

		const complete = addOptions(property, options);

		this.propertiesWithOptions.set(property, complete);

		return complete;
	}

	private async readOptions(
		target: RequestTarget,
		property: CustomProperty,
	): Promise<Result<readonly PropertyOption[]>> {
		if (property.owner === 'customer') {
			const rows = await this.lists.readRecord(target, customerProperties, property.id);
			if (isProblem(rows)) return rows;

			const [row = {}] = rows;

			return readCustomProperty(row).options ?? [];
		}

		const parents = { project_id: target.path.project_id ?? '', property_id: property.id };
		const rows = await this.lists.read({ target, source: propertyOptions, parents });

		return isProblem(rows) ? rows : readOptions(rows ?? []);
	}

	/** The properties of customers, without the options, which their list leaves out (row 455). */
	async readCustomerProperties(target: RequestTarget): Promise<Result<readonly CustomProperty[]>> {
		const rows = await this.lists.read({ target, source: customerProperties, parents: {} });
		if (isProblem(rows)) return rows;
		if (rows === undefined) return noCustomProperties();

		return rows.map((row) => this.read(row, 'customer'));
	}

	/** The properties of customers with their options: one request more for each dropdown. */
	async readCustomerPropertiesWithOptions(
		target: RequestTarget,
	): Promise<Result<readonly CustomProperty[]>> {
		const properties = await this.readCustomerProperties(target);
		if (isProblem(properties)) return properties;

		const complete: CustomProperty[] = [];

		for (const property of properties) {
			const withOptions = await this.withOptions(target, property);
			if (isProblem(withOptions)) return withOptions;

			complete.push(withOptions);
		}

		return complete;
	}

	/** The field for the values of a property: always the same one for the same property. */
	getField(property: CustomProperty): Field {
		const field = this.fields.get(property) ?? declareField(property);

		this.fields.set(property, field);

		return field;
	}
}
