import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import type { Place } from '../server/protocol';
import { CHANGE, CONCURRENCY, buildProjectUrl } from '../work';
import { forEachConcurrently } from './byHand';

/** The name of the node type. */
export const BARE_LOOP = 'bench.bareLoop';

/** The parameters of the node for a server. */
export const bareLoopParameters = (place: Place): INodeParameters => ({
	root: buildProjectUrl(place),
});

/**
 * The least that a node can do to update modules: n8n's own request helper in a loop, with values
 * taken directly from the items, no checks, and nothing read from a response. What the Plane node
 * takes more than this is its own cost.
 */
export const bareLoop: INodeType = {
	description: {
		displayName: 'Bare Loop',
		name: 'bareLoop',
		group: ['transform'],
		version: 1,
		description: 'Updates the modules of the bench',
		defaults: { name: 'Bare Loop' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'planeApi', required: true }],
		properties: [{ displayName: 'Root', name: 'root', type: 'string', default: '' }],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const root = this.getNodeParameter('root', 0) as string;
		const output: INodeExecutionData[] = [];

		await forEachConcurrently(this.getInputData(), CONCURRENCY, async ({ json }, item) => {
			const record: unknown = await this.helpers.httpRequestWithAuthentication.call(
				this,
				'planeApi',
				{
					method: 'PATCH',
					url: `${root}modules/${json.id as string}/`,
					body: { name: json.name, ...CHANGE },
					json: true,
				},
			);

			output[item] = { json: record as typeof json, pairedItem: { item } };
		});

		return [output];
	},
};
