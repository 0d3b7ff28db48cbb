import type { IDataObject, IHttpRequestMethods, INodeParameters } from 'n8n-workflow';

import { byId } from '../engine/samples';
import type { Place } from './server/protocol';
import { CHANGE, entry, formFor, MIME_TYPE, nameOf, projectUrl } from './work';

/** The file that each item of an upload has. */
export const TINY = { name: 'tiny.txt', content: 'A tiny file.\n' } as const;

/** The record that is the same for all items: a work item, a module, the attachment of a file. */
export const SAME = '00000000-0000-4000-a000-000000000000';

/** Records of a list, for each item. */
export const LISTED = 5;

/** A request as somebody writes it who has an item of the bench. */
export interface BareRequest {
	readonly method: IHttpRequestMethods;
	/** Below the project. Default: the sink. */
	readonly path?: string;
	readonly qs?: IDataObject;
	readonly body?: IDataObject;
	/** What stands before the file in the form of an upload. */
	readonly form?: IDataObject;
}

export type KindName =
	| 'list'
	| 'get'
	| 'create'
	| 'update'
	| 'action'
	| 'add'
	| 'remove'
	| 'attach'
	| 'upload';

/** An operation of one kind, and the requests that one of its items comes to. */
interface Kind {
	readonly operation: string;
	readonly parameters: INodeParameters;
	readonly requests: (json: IDataObject) => readonly BareRequest[];
	/** The request that all items together come to besides, before the first of them. */
	readonly first?: BareRequest;
	/** Whether each item has the tiny file. */
	readonly hasFile?: true;
}

const ID = byId('={{ $json.id }}');
const { status, start_date: startDate, target_date: targetDate } = CHANGE;

const pathOf = ({ id }: IDataObject, folder: string): string => `${folder}/${id as string}/`;

/** One operation of each kind; the items differ in ID and name. */
export const kinds: Readonly<Record<KindName, Kind>> = {
	list: {
		operation: 'label.getAll',
		parameters: { returnAll: false, limit: LISTED },
		requests: () => [
			{ method: 'GET', path: 'labels/', qs: { limit: LISTED, offset: 0, per_page: LISTED } },
		],
	},
	get: {
		operation: 'label.get',
		parameters: { labelId: ID },
		requests: (json) => [{ method: 'GET', path: pathOf(json, 'labels') }],
	},
	create: {
		operation: 'label.create',
		parameters: { name: '={{ $json.name }}' },
		// Whether the project is archived.
		first: { method: 'GET' },
		requests: ({ name }) => [{ method: 'POST', path: 'labels/', body: { name } }],
	},
	update: {
		operation: 'module.update',
		parameters: {
			moduleId: ID,
			updateFields: { name: '={{ $json.name }}', status, startDate, targetDate },
		},
		requests: (json) => [
			{ method: 'PATCH', path: pathOf(json, 'modules'), body: { name: json.name, ...CHANGE } },
		],
	},
	action: {
		operation: 'module.delete',
		parameters: { moduleId: ID },
		requests: (json) => [{ method: 'DELETE', path: pathOf(json, 'modules') }],
	},
	add: {
		operation: 'module.addWorkItems',
		// Each to a module of its own: to the same one, the node needs a hundredth of the requests.
		parameters: { moduleId: ID, workItemIds: SAME },
		requests: (json) => [
			{
				method: 'POST',
				path: `${pathOf(json, 'modules')}module-issues/`,
				body: { issues: [SAME] },
			},
		],
	},
	remove: {
		operation: 'module.removeWorkItems',
		parameters: { moduleId: byId(SAME), workItemIds: '={{ $json.id }}' },
		requests: (json) => [{ method: 'DELETE', path: pathOf(json, `modules/${SAME}/module-issues`) }],
	},
	attach: {
		operation: 'workItemAttachment.attach',
		parameters: { workItemId: ID, binaryPropertyName: 'data' },
		requests: (json) => {
			const path = `${pathOf(json, 'work-items')}attachments/`;
			const body = { name: TINY.name, type: MIME_TYPE, size: TINY.content.length };

			return [
				{ method: 'POST', path, body },
				{ method: 'POST', form: formFor(TINY) },
				{ method: 'PATCH', path: `${path}${SAME}/`, body: { is_uploaded: true } },
			];
		},
		hasFile: true,
	},
	upload: {
		operation: 'workItemAttachment.upload',
		parameters: {
			credentialSource: 'json',
			uploadData: '={{ $json }}',
			binaryPropertyName: 'data',
		},
		requests: ({ fields }) => [{ method: 'POST', form: fields as IDataObject }],
		hasFile: true,
	},
};

/** What the bare loop has to know besides its items. */
export const bareParameters = (kind: KindName, place: Place): INodeParameters => ({
	kind,
	root: projectUrl(place),
	sink: place.sink,
});

/** What an item has, by its number. */
export function itemOf(kind: KindName, { modules, sink }: Place, index: number): IDataObject {
	const id = entry(modules, index);
	// Of two files with the same key, the second would have to wait for the first.
	if (kind === 'upload') return { url: sink, fields: formFor({ name: id }) };

	return { id, name: nameOf(index) };
}
