import type { JsonObject, JsonValue } from 'n8n-workflow';

import type { Call } from '../../../shared/model/call';
import { workItemContainers } from '../../../shared/operations/shared/workItemContainers';
import { readRowId } from '../../../shared/records/ListSource';
import { isProblem, type Result } from '../../../shared/result/problem';
import type { Services } from '../services';
import { ContainerContents } from './ContainerContents';

/** Adds the cycle and the modules of work items to the records of an output. */
export class ContainerColumns {
	private readonly contents: ContainerContents;

	constructor(services: Pick<Services, 'listSource' | 'scheduler'>) {
		this.contents = new ContainerContents(services);
	}

	/**
	 * Adds `cycle` and `modules`: their names to simplified records, and their IDs to others. It takes one list for
	 * each cycle and module of the project, and none for each record.
	 *
	 * @param records as the server returned them
	 * @param formatted the same records as the output shows them
	 */
	async addTo(
		records: readonly JsonObject[],
		formatted: readonly JsonObject[],
		call: Call<'list'>,
	): Promise<Result<readonly JsonObject[]>> {
		if (records.length === 0) return formatted;

		const field = call.query.simplify === true ? 'name' : 'id';
		const cycles = await this.readByRow(call, 'cycle', field);
		if (isProblem(cycles)) return cycles;

		const modules = await this.readByRow(call, 'modules', field);
		if (isProblem(modules)) return modules;

		return formatted.map((record, index) => {
			const id = readRowId(records[index] ?? {});
			const [cycle = null] = cycles.get(id) ?? [];

			return { ...record, cycle, modules: [...(modules.get(id) ?? [])] };
		});
	}

	/** Reads a field of the containers of each row. @returns by the ID of the row */
	private async readByRow(
		call: Call<'list'>,
		kind: keyof typeof workItemContainers,
		field: 'id' | 'name',
	): Promise<Result<ReadonlyMap<string, readonly JsonValue[]>>> {
		const contents = await this.contents.readAll(call, workItemContainers[kind]);
		if (isProblem(contents)) return contents;

		const byRow = new Map<string, JsonValue[]>();

		for (const [container, ids] of contents) {
			for (const id of ids) {
				const values = byRow.get(id) ?? [];

				values.push(container[field] ?? null);
				byRow.set(id, values);
			}
		}

		return byRow;
	}
}
