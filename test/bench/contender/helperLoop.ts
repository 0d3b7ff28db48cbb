import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { AT_ONCE, CHANGE, projectUrl } from '../work';
import type { PlaneNode } from '../../engine/engine';
import type { Place } from '../server/protocol';
import { eachAtOnce } from './requests';

const TYPE = 'bench.helperLoop';

/**
 * The least that a node can do for an update: n8n's own request helper in a loop, with values taken
 * straight from the items, nothing checked, nothing read from an answer. What the Plane node takes
 * more than this is its own.
 */
export const helperLoop: Readonly<Record<string, INodeType>> = {
	[TYPE]: {
		description: {
			displayName: 'Helper Loop',
			name: 'helperLoop',
			group: ['transform'],
			version: 1,
			description: 'Sends the updates of the bench',
			defaults: { name: 'Helper Loop' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: 'planeApi', required: true }],
			properties: [{ displayName: 'Root', name: 'root', type: 'string', default: '' }],
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const root = this.getNodeParameter('root', 0) as string;
			const output: INodeExecutionData[] = [];
			await eachAtOnce(this.getInputData(), AT_ONCE, async ({ json: { moduleId, name } }, item) => {
				const json: unknown = await this.helpers.httpRequestWithAuthentication.call(
					this,
					'planeApi',
					{
						method: 'PATCH',
						url: `${root}modules/${moduleId as string}/`,
						body: { name, ...CHANGE },
						json: true,
					},
				);
				output[item] = { json: json as IDataObject, pairedItem: { item } };
			});
			return [output];
		},
	},
};

export const helperLoopNode = (place: Place): PlaneNode => ({
	type: TYPE,
	parameters: { root: projectUrl(place) },
});
