import type { INodeParameters, INodeType } from 'n8n-workflow';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { PlaneNode } from '../../engine/engine';
import type { InputItem } from '../../engine/startNode';
import { attachmentsUrl, CHANGE, projectUrl, type Work } from '../work';
import { itemsOf } from './items';

const TYPE = 'n8n-nodes-base.httpRequest';
const VERSION = 4.2;

const FILE = join(
	__dirname,
	'../../n8n/node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
);

/** Whether the released n8n, which the node comes with, is installed in `test/n8n`. */
export const isHttpRequestInstalled = (): boolean => existsSync(FILE);

/** n8n's HTTP Request node by its type, for the engine. */
export function httpRequest(): Readonly<Record<string, INodeType>> {
	const loaded: unknown = createRequire(__filename)(FILE);
	const HttpRequest = hasClass(loaded) ? loaded.HttpRequest : undefined;
	const node: unknown = HttpRequest === undefined ? undefined : new HttpRequest();
	if (!isVersioned(node)) throw new Error(`No HTTP Request node in ${FILE}`);
	return { [TYPE]: node.getNodeType(VERSION) };
}

const hasClass = (loaded: unknown): loaded is { readonly HttpRequest: new () => unknown } =>
	typeof loaded === 'object' &&
	loaded !== null &&
	'HttpRequest' in loaded &&
	typeof loaded.HttpRequest === 'function';

const isVersioned = (node: unknown): node is { getNodeType(version: number): INodeType } =>
	typeof node === 'object' &&
	node !== null &&
	'getNodeType' in node &&
	typeof node.getNodeType === 'function';

/** The items of the work, with the address of each download. */
export function httpRequestItems(work: Work): InputItem[] {
	if (work.kind !== 'downloads') return itemsOf(work);
	return work.ids.map((id) => ({ json: { url: `${attachmentsUrl(work.place)}${id}/` } }));
}

const WITH_KEY = { authentication: 'predefinedCredentialType', nodeCredentialType: 'planeApi' };

/**
 * The node as somebody sets it up for the work, all else as n8n has it: everything at once.
 *
 * @throws Error for work that it is not compared in
 */
export function httpRequestNode(work: Work): PlaneNode {
	const node = { type: TYPE, typeVersion: VERSION, onError: 'continueRegularOutput' } as const;
	switch (work.kind) {
		case 'updates':
			return {
				...node,
				parameters: {
					method: 'PATCH',
					url: `=${projectUrl(work.place)}modules/{{ $json.moduleId }}/`,
					...WITH_KEY,
					sendBody: true,
					bodyParameters: parametersOf({ name: '={{ $json.name }}', ...CHANGE }),
					options: {},
				},
			};
		case 'uploads':
			return {
				...node,
				parameters: {
					method: 'POST',
					url: '={{ $json.url }}',
					sendBody: true,
					contentType: 'multipart-form-data',
					bodyParameters: {
						parameters: [
							{ name: 'key', value: '={{ $json.fields.key }}' },
							{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
						],
					},
					options: {},
				},
			};
		case 'downloads':
			return {
				...node,
				parameters: {
					url: '={{ $json.url }}',
					...WITH_KEY,
					options: { response: { response: { responseFormat: 'file' } } },
				},
			};
		default:
			throw new Error(`The HTTP Request node is not compared in ${work.kind}.`);
	}
}

const parametersOf = (values: Readonly<Record<string, string>>): INodeParameters => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
});
