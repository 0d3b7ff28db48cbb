import type { JsonObject } from 'n8n-workflow';

import { isMissingPlace } from '../../../shared/client/requestResult';
import type { Call } from '../../../shared/model/call';
import { placeWithin } from '../../../shared/model/place';
import type { Containers } from '../../../shared/operations/operation';
import { readRowId } from '../../../shared/records/ListSource';
import { isProblem, type Result } from '../../../shared/result/problem';
import { mapConcurrently } from '../../../shared/scheduler/mapConcurrently';
import type { Services } from '../services';

/** The IDs of the rows in a container. */
export type ContainedIds = ReadonlySet<string>;

/** What is in the cycles or modules of a project (row 143). Each list is read once in a run. */
export class ContainerContents {
	constructor(private readonly services: Pick<Services, 'listSource' | 'scheduler'>) {}

	/** Reads what is in one container. */
	async readOne(
		call: Call<'list'>,
		{ path, placeholder }: Omit<Containers, 'containers'>,
		id: string,
	): Promise<Result<ContainedIds>> {
		return await this.services.listSource.readIds({
			place: placeWithin(call, { [placeholder]: id }),
			path,
			about: call,
			onlyIds: true,
		});
	}

	/** Reads what is in each container. @returns by the row of the container */
	async readAll(
		call: Call<'list'>,
		containers: Containers,
	): Promise<Result<ReadonlyMap<JsonObject, ContainedIds>>> {
		const rows = await this.readContainers(call, containers);
		if (isProblem(rows)) return rows;

		const contents = await mapConcurrently<JsonObject, Result<ContainedIds>>(
			rows,
			{ concurrency: this.services.scheduler.settings.concurrency, shouldStop: isProblem },
			async (row) => {
				const ids = await this.readOne(call, containers, readRowId(row));

				// A container that was deleted since contains nothing.
				return isProblem(ids) && isMissingPlace(ids) ? new Set<string>() : ids;
			},
		);
		const byContainer = new Map<JsonObject, ContainedIds>();

		for (const [index, row] of rows.entries()) {
			const ids = contents[index];
			if (isProblem(ids)) return ids;

			byContainer.set(row, ids ?? new Set());
		}

		return byContainer;
	}

	private async readContainers(
		call: Call<'list'>,
		{ containers }: Containers,
	): Promise<Result<readonly JsonObject[]>> {
		const rows: JsonObject[] = [];

		for (const { path } of containers) {
			const list = await this.services.listSource.read({ place: call, path, about: call });
			// Some servers have no list of archived cycles.
			if (isProblem(list) && list.isUnsupported === true) continue;
			if (isProblem(list)) return list;

			rows.push(...list.rows);
		}

		return rows;
	}
}
