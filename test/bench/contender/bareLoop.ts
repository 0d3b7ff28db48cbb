import FormData from 'form-data';
import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { kinds, type BareRequest, type KindName } from '../kinds';
import { CONCURRENCY } from '../work';
import { forEachConcurrently } from './byHand';

/** The name of the node type. */
export const BARE_LOOP = 'bench.bareLoop';

/**
 * The least that a node can do for its items: n8n's own request helper in a loop, with values taken
 * straight from the items, nothing checked, nothing read from an answer. What the Plane node takes
 * more than this is its own.
 */
export const bareLoop: INodeType = {
	description: {
		displayName: 'Bare Loop',
		name: 'bareLoop',
		group: ['transform'],
		version: 1,
		description: 'Sends the requests of the items of the bench',
		defaults: { name: 'Bare Loop' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'planeApi', required: true }],
		properties: ['kind', 'root', 'sink'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [kind, root, sink = ''] = ['kind', 'root', 'sink'].map(
			(name) => this.getNodeParameter(name, 0) as string,
		);
		const { first, requests } = kinds[kind as KindName];
		const { helpers } = this;

		const send = async (bare: BareRequest, item: number): Promise<unknown> => {
			const { path = '', form, ...request } = bare;
			if (form !== undefined) {
				const body = await formOf(this, item, form);
				// To follow one, the whole file would be kept in memory.
				const options = { ...request, url: sink, body, disableFollowRedirect: true };

				return (await helpers.httpRequest(options)) as unknown;
			}

			const options = { ...request, url: `${root}${path}`, json: true };

			return (await helpers.httpRequestWithAuthentication.call(
				this,
				'planeApi',
				options,
			)) as unknown;
		};
		if (first !== undefined) await send(first, 0);

		const output: INodeExecutionData[][] = [];

		await forEachConcurrently(this.getInputData(), CONCURRENCY, async ({ json }, item) => {
			const answers: unknown[] = [];

			for (const request of requests(json)) answers.push(await send(request, item));
			output[item] = rowsOf(answers[0]).map((row) => ({ json: row, pairedItem: { item } }));
		});

		return [output.flat()];
	},
};

/** The form of an upload; the file streams from n8n's binary data storage, as it must where it is large. */
async function formOf(
	{ helpers }: IExecuteFunctions,
	item: number,
	fields: IDataObject,
): Promise<FormData> {
	const file = helpers.assertBinaryData(item, 'data');
	const { id = '', fileName: filename = '', mimeType: contentType } = file;
	const form = new FormData();

	for (const [field, value] of Object.entries(fields)) form.append(field, value);
	const { fileSize: knownLength } = await helpers.getBinaryMetadata(id);

	form.append('file', await helpers.getBinaryStream(id), { filename, contentType, knownLength });

	return form;
}

/** The records of an answer; one without any where there is none, as after a delete. */
function rowsOf(answer: unknown): readonly IDataObject[] {
	if (typeof answer !== 'object' || answer === null) return [{}];
	if (Array.isArray(answer)) return answer as IDataObject[];

	// A page is all else that the bench has.
	return 'results' in answer ? (answer.results as IDataObject[]) : [answer as IDataObject];
}
