import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../engine/samples';
import { jsonItems } from '../../engine/startNode';
import { stableId } from '../../service/state';
import { expectedImports, prepareProject } from '../../tools/expectedImports';
import type { NodeRun, Plane, PlaneOptions } from '../plane';

/** What a test says beside the rows. */
interface Import {
	readonly options?: INodeParameters;
	readonly checkOnly?: boolean;
	readonly matchOn?: 'externalId' | 'name';
	readonly run?: NodeRun;
}

/** Starts a server whose first project has the states of a new one, and nothing else. Default: a Community Edition. */
export async function startImport(
	startPlane: (options: PlaneOptions) => Promise<Plane>,
	server: PlaneOptions = { serverKind: 'community' },
) {
	const plane = await startPlane(server);
	const [world] = expectedImports;
	if (world === undefined) throw new Error('There is no example of an export');

	const { state } = plane.service;
	const [anyCycle] = state.cycles;
	const projectId = prepareProject(state, world);

	return {
		plane,
		projectId,

		/** Imports rows; those that fail do not stop the others. */
		importRows: async (
			rows: readonly IDataObject[],
			{ options = {}, checkOnly = false, matchOn = 'externalId', run = {} }: Import = {},
		) =>
			await plane.run(
				'workItem.upsert',
				{
					projectId: byId(projectId),
					externalSource: 'tool',
					columns: {
						mappingMode: 'autoMapInputData',
						value: null,
						matchingColumns: [matchOn],
					},
					createMissingLabels: true,
					options,
					checkOnly,
				},
				{ items: jsonItems(rows), onError: 'continueRegularOutput', ...run },
			),

		/** Adds a cycle without work items to the project. @param endDate null: it has no dates */
		addCycle: (name: string, endDate: string | null = null) => {
			if (anyCycle === undefined) throw new Error('The service has no cycle');

			const id = stableId('cycle', 1000 + state.cycles.length);
			const dates = { start_date: endDate, end_date: endDate };
			const cycle = { ...anyCycle, ...dates, id, project: projectId, name, issues: [] as string[] };

			state.cycles.push(cycle);

			return cycle;
		},

		/** The titles of the work items of the project, each with the name of its state. */
		statesByTitle: () =>
			Object.fromEntries(
				state.workItems
					.filter(({ project }) => project === projectId)
					.map((item) => [item.name, state.states.find(({ id }) => id === item.state)?.name]),
			),
	};
}
