import type { INodeType } from 'n8n-workflow';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { PlaneNode } from '../../engine/engine';
import type { Place } from '../server/protocol';
import { CHANGE, projectUrl } from '../work';

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

/** The node as somebody sets it up for the updates, all else as n8n has it: everything at once. */
export const httpRequestNode = (place: Place): PlaneNode => ({
	type: TYPE,
	typeVersion: VERSION,
	onError: 'continueRegularOutput',
	parameters: {
		method: 'PATCH',
		url: `=${projectUrl(place)}modules/{{ $json.moduleId }}/`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'planeApi',
		sendBody: true,
		bodyParameters: {
			parameters: Object.entries({ name: '={{ $json.name }}', ...CHANGE }).map(([name, value]) => ({
				name,
				value,
			})),
		},
		options: {},
	},
});
