import type { INodeParameters, JsonObject } from 'n8n-workflow';

import type { Outcome } from '../../../nodes/shared/transport/response';
import { byId } from '../../engine/samples';
import { jsonResponse, textResponse, withHeaders } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { PROJECT, RECORD } from '../writes/useProject';

const STORAGE = 'https://storage.example.com';
const LIST = `projects/${PROJECT}/work-items/${RECORD}/attachments/`;

/** The response to a request for a file: its address in the storage (row 20). */
export const redirect = withHeaders(textResponse('', 302), {
	location: `${STORAGE}/acme/notes.txt?X-Amz-Signature=5e1f`,
});

/** The responses of the servers, other than those of servers that work. */
export interface AttachmentResponses {
	/** The response to a request for the list. */
	readonly list?: Outcome;
	/** The response of Plane to a request for a file, by the ID of the attachment. */
	readonly file?: (id: string) => Outcome;
	/** The response of the storage to every request. */
	readonly storage?: Outcome;
}

/**
 * Lets each test of a file read the attachments of a work item, from a Plane that lists these and from the storage
 * that it redirects to. The list is a bare array (row 5).
 */
export function useAttachments() {
	const startServer = useAnswers();

	return (
		attachments: readonly JsonObject[],
		{
			list = jsonResponse([...attachments]),
			file = () => redirect,
			storage = textResponse('abc'),
		}: AttachmentResponses = {},
	) => {
		let storageRequests = 0;
		const server = startServer(
			({ route }) => (route === `GET ${LIST}` ? list : file(route.split('/').at(-2) ?? '')),
			{
				others: {
					[STORAGE]: () => {
						storageRequests += 1;

						return storage;
					},
				},
			},
		);
		const run = async (operation: string, parameters: INodeParameters) =>
			await server.run(`workItemAttachment.${operation}`, {
				projectId: byId(PROJECT),
				workItemId: byId(RECORD),
				...parameters,
			});

		return {
			/** The requests to Plane, as paths below the list: those of files are the IDs of their attachments. */
			paths: () =>
				server.routes().map((route) => route.replace(`GET ${LIST}`, '').replace('/', '')),
			countStorageRequests: () => storageRequests,

			/** Reads one attachment with its file. */
			get: async (id: string, parameters: INodeParameters = {}) =>
				await run('get', { attachmentId: byId(id), ...parameters }),

			/** Lists all attachments. */
			getAll: async (options: INodeParameters, parameters: INodeParameters = {}) =>
				await run('getAll', { returnAll: true, options, ...parameters }),
		};
	};
}
