import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import {
	type ContainerField,
	workItemContainers,
} from '../../../shared/operations/shared/workItemContainers';
import { readRowId } from '../../../shared/records/ListSource';
import { isProblem, type Result } from '../../../shared/result/problem';
import type { Services } from '../services';
import { ContainerContents } from './ContainerContents';

/** What records are in, by their IDs. */
type Column = ReadonlyMap<string, readonly JsonValue[]>;

/** Adds the cycle and the modules of work items to the records of an output. */
export class ContainerColumns {
	private readonly contents: ContainerContents;

	constructor(services: Pick<Services, 'listSource' | 'scheduler'>) {
		this.contents = new ContainerContents(services);
	}

	/**
	 * Adds what records are in: by name to simplified records, and by ID to others. It takes one list for each cycle or
	 * module of the project, and none for each record.
	 *
	 * @param records as the server returned them
	 * @param formatted the same records as the output shows them
	 * @param fields which fields to add
	 */
	async addTo(
		records: readonly JsonObject[],
		formatted: readonly JsonObject[],
		call: Call<'list'>,
		fields: readonly ContainerField[],
	): Promise<Result<readonly JsonObject[]>> {
		if (records.length === 0) return formatted;

		const columns = new Map<ContainerField, Column>();

		for (const field of fields) {
			const column = await this.readColumn(call, field);
			if (isProblem(column)) return column;

			columns.set(field, column);
		}

		return formatted.map((record, index) => {
			const id = readRowId(records[index] ?? {});
			const added: JsonObject = {};

			for (const [field, column] of columns) added[field] = toValue(field, column.get(id));

			return { ...record, ...added };
		});
	}

	/** Reads what each row is in. */
	private async readColumn(call: Call<'list'>, field: ContainerField): Promise<Result<Column>> {
		const contents = await this.contents.readAll(call, workItemContainers[field]);
		if (isProblem(contents)) return contents;

		const shownField = call.query.simplify === true ? 'name' : 'id';
		const column = new Map<string, JsonValue[]>();

		for (const [container, ids] of contents) {
			for (const id of ids) {
				const values = column.get(id) ?? [];

				values.push(container[shownField] ?? null);
				column.set(id, values);
			}
		}

		return column;
	}
}

/** A work item is in one cycle at most, and in any number of modules. */
const toValue = (field: ContainerField, containers: readonly JsonValue[] = []): JsonValue =>
	field === 'cycle' ? (containers[0] ?? null) : [...containers];
