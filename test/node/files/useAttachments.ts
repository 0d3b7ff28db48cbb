import type { INodeParameters, JsonValue } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/values/asText';
import type { Outcome } from '../../../nodes/shared/transport/response';
import { withLimits } from '../../engine/limits';
import { byId } from '../../engine/samples';
import type { InputItem } from '../../engine/startNode';
import type { Respond } from '../../unit/fakePlane';
import { jsonResponse, textResponse } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { type AnswersOptions, useAnswers } from '../useAnswers';
import { fileInItem, signedForm, STORAGE, type FormParts } from './signedForm';

/** UUIDs, because the panel takes nothing else for an ID. */
const PROJECT = '591af7ba-0000-4000-8000-000000000001';
const WORK_ITEM = 'c4a97e4a-c841-4279-a339-6c2512d6b1ac';

const PREFIX = `projects/${PROJECT}/work-items/${WORK_ITEM}/attachments/`;

const RECORD = `projects/${PROJECT}/work-items/${WORK_ITEM}/`;

const noContent = textResponse('', 204);

/** What the servers answer to the three steps of a file. */
export interface StepAnswers {
	/** To the request for upload credentials, by the name of the file. Default: credentials. */
	readonly credentials?: (name: string) => Outcome;
	/** The storage. Default: 204 without a body (row 15). */
	readonly storage?: () => Outcome;
	/** To the completion, by the name of the file. Default: 204 without a body (row 16). */
	readonly completion?: (name: string) => Outcome;
	/** To requests about the work item itself. Default: none are expected. */
	readonly workItem?: Respond;
	/** The answers of other servers, by their origin: those that have files to attach. */
	readonly others?: AnswersOptions['others'];
}

/**
 * Upload credentials, as in row 16. The name of the file is its ID, too.
 *
 * @param form parts of the form that are not the usual ones
 * @param more properties of the response besides the usual ones, or instead of them
 */
export const uploadCredentials = (
	name: string,
	form: FormParts = {},
	more: Readonly<Record<string, JsonValue>> = {},
): Outcome =>
	jsonResponse({
		asset_id: name,
		attachment: { id: name, attributes: { name } },
		upload_data: signedForm(form),
		...more,
	});

/** An item with these files, by their names or as they are. */
export const itemWithFiles = (
	...files: readonly (string | ReturnType<typeof fileInItem>)[]
): InputItem => ({
	files: Object.fromEntries(
		files.map((file, index) => [
			`data${index + 1}`,
			typeof file === 'string' ? fileInItem(file) : file,
		]),
	),
});

/**
 * Lets each test of a file attach files, to one work item and with answers of its own. Routes are those below its
 * attachments: `POST`, `PATCH a.txt/`.
 */
export function useAttachments() {
	const startServer = useAnswers();

	return ({
		credentials = uploadCredentials,
		storage = () => noContent,
		completion = () => noContent,
		workItem = () => textResponse('', 500),
		others = {},
	}: StepAnswers = {}) => {
		const server = startServer(
			(request, requestNumber) => {
				const { route, body } = request;
				if (!route.includes(PREFIX)) return workItem(request, requestNumber);

				return route.startsWith('POST')
					? credentials(asText(body?.name) ?? '')
					: completion(route.split('/').at(-2) ?? '');
			},
			{ others: { [STORAGE]: storage, ...others } },
		);

		const attach = async (
			parameters: INodeParameters,
			{ options = {}, limits = {}, simple = false, ...more }: AttachOptions,
			items: readonly InputItem[] = [{}],
		) =>
			await server.run(
				'workItemAttachment.attach',
				withLimits(limits, {
					projectId: byId(PROJECT),
					workItemId: byId(WORK_ITEM),
					...parameters,
					simple,
					options,
				}),
				{ items, ...more },
			);

		return {
			/** Attaches all files of the items. */
			attach: async (items: readonly InputItem[], more: AttachOptions = {}) =>
				await attach({ allBinaryFields: true }, more, items),
			/** Attaches the file at an address. */
			attachFrom: async (fileUrl: string, more: AttachOptions = {}) =>
				await attach({ fileSource: 'url', fileUrl }, more),
			/** The requests for upload credentials. */
			announcements: () =>
				server.requests.filter(({ body }) => body?.name !== undefined).map(({ body }) => body),
			/** The routes of the requests to Plane so far. */
			routes: () =>
				server
					.routes()
					.map((route) => route.replace(PREFIX, '').replace(RECORD, 'work item').trim()),
			/** The types that files were announced with, in the order of the requests. */
			announcedTypes: () =>
				server.requests
					.filter(({ body }) => body?.name !== undefined)
					.map(({ body }) => body?.type),
		};
	};
}

interface AttachOptions extends Omit<NodeRun, 'items'> {
	readonly options?: INodeParameters;
	readonly limits?: INodeParameters;
	/** Whether Simplify is on. */
	readonly simple?: boolean;
}
