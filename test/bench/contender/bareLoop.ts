import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { CHANGE, CONCURRENCY } from '../work';
import { forEachConcurrently } from './byHand';

/** The name of the node type. */
export const BARE_LOOP = 'bench.bareLoop';

/**
 * The least that a node can do for an update: n8n's own request helper in a loop, with values taken
 * straight from the items, nothing checked, nothing read from an answer. What the Plane node takes
 * more than this is its own.
 */
export const bareLoop: INodeType = {
	description: {
		displayName: 'Bare Loop',
		name: 'bareLoop',
		group: ['transform'],
		version: 1,
		description: 'Sends the updates of the bench',
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
			const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(
				this,
				'planeApi',
				{
					method: 'PATCH',
					url: `${root}modules/${json.moduleId as string}/`,
					body: { name: json.name, ...CHANGE },
					json: true,
				},
			);
			output[item] = { json: answer as IDataObject, pairedItem: { item } };
		});
		return [output];
	},
};
