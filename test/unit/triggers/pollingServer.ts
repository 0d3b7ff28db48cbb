import type { ICredentialDataDecryptedObject, INodeParameters, JsonObject } from 'n8n-workflow';

import type { StaticData } from '../../../nodes/PlanePollingTrigger/changes/savedState';
import { poll } from '../../../nodes/PlanePollingTrigger/poll';
import { pollContext } from '../contexts';
import { recordWarnings } from './recordWarnings';

export const LAUNCH = '0c7da278-21b6-4225-9d30-000000000001';
export const OPERATIONS = '0c7da278-21b6-4225-9d30-000000000002';

export const CREDENTIAL = {
	apiKey: 'plane_api_1',
	baseUrl: 'https://plane.example.com',
	workspaceSlug: 'acme',
};

interface FailingRequests {
	/** A part of the paths of the requests that fail. */
	readonly path: string;
	readonly status: number;
	/** How many requests succeed first. */
	skip?: number;
}

/** A server that answers the requests of n8n's helper. */
export class PollingServer {
	/** Paths below the workspace. */
	readonly requestedPaths: string[] = [];
	failing: FailingRequests[] = [];
	/** Called once during the next request. */
	duringNextRequest?: () => Promise<unknown>;
	/** Responses by the end of their path. */
	readonly responses: Record<string, JsonObject[] | JsonObject> = {
		'/users/me/': { id: 'ada' },
		'/projects/': [
			{ id: LAUNCH, identifier: 'LNCH', name: 'Launch' },
			{ id: OPERATIONS, identifier: 'OPS', name: 'Operations' },
		],
		[`/${LAUNCH}/states/`]: [{ id: 's1', name: 'Done' }],
		[`/${LAUNCH}/work-items/`]: [],
		[`/${OPERATIONS}/work-items/`]: [],
	};

	/** Creates a work item with the next sequence number. */
	createWorkItem(name: string, fields: JsonObject = {}, project = LAUNCH): void {
		const rows = this.findRows(`/${project}/work-items/`);
		const now = new Date().toISOString();
		const row = {
			id: `${project}:${name}`,
			name,
			sequence_id: rows.length + 1,
			created_at: now,
			updated_at: now,
			...fields,
		};

		rows.unshift(row);
		this.responses[`/${row.id}/comments/`] = [];
	}

	/** Adds a comment to a work item that `createWorkItem` has created. */
	addComment(workItem: string, id: string, createdAt: string, project = LAUNCH): void {
		this.findRows(`/${project}:${workItem}/comments/`).push({ id, created_at: createdAt });
	}

	deleteProject(project: string): void {
		Reflect.deleteProperty(this.responses, `/${project}/work-items/`);
	}

	private findRows(path: string): JsonObject[] {
		const rows = this.responses[path];
		if (!Array.isArray(rows)) throw new Error(`No list ${path}`);

		return rows;
	}

	async answer(url: string) {
		const path = decodeURIComponent(new URL(url).pathname);
		const { duringNextRequest } = this;

		this.requestedPaths.push(path.replace('/api/v1/', '').replace('workspaces/acme/', ''));
		delete this.duringNextRequest;
		await duringNextRequest?.();
		const response = Object.entries(this.responses).find(([end]) => path.endsWith(end))?.[1];
		const statusCode = this.findFailureStatus(path) ?? (response === undefined ? 404 : 200);
		const json = Array.isArray(response)
			? { results: response, total_count: response.length, next_page_results: false }
			: response;
		const body = JSON.stringify(statusCode === 200 ? json : { detail: 'No.' });

		return { statusCode, headers: { date: new Date().toUTCString() }, body };
	}

	/** The status of a request that fails, or undefined. */
	private findFailureStatus(path: string): number | undefined {
		const failures = this.failing.filter((failure) => path.includes(failure.path));
		const failure = failures.find(({ skip = 0 }) => skip < 1);

		for (const planned of failures) planned.skip = (planned.skip ?? 0) - 1;

		return failure?.status;
	}
}

export interface TriggerOptions {
	/** Whether the editor fetches a test event. */
	readonly isManual?: boolean;
	/** Null if the node has no credential. */
	readonly credential?: ICredentialDataDecryptedObject | null;
	/** Static data of an earlier trigger. */
	readonly staticData?: object;
}

/** A trigger that polls the server. */
export async function createTrigger(
	server: PollingServer,
	parameters: INodeParameters,
	{ isManual = false, credential = CREDENTIAL, staticData = {} }: TriggerOptions,
) {
	const context = await pollContext(
		{ projects: [LAUNCH], ...parameters },
		credential ?? undefined,
		isManual,
		staticData,
	);

	Object.assign(context.helpers, {
		httpRequestWithAuthentication: async (name: string, { url }: { url: string }) => {
			if (name !== 'planeApi') throw new Error(`There is no credential ${name}`);

			return await server.answer(url);
		},
	});
	const data: StaticData = context.getWorkflowStaticData('node');
	let listedErrors: Error[] = [];

	context.__emitError = (error) => listedErrors.push(error);

	return {
		data,
		/** Polls, and returns what n8n gets, the names of the reported records, and what happened. */
		poll: async () => {
			const requestsBefore = server.requestedPaths.length;
			let error: (Error & { description?: string }) | undefined;

			listedErrors = [];
			const { output, warnings } = await recordWarnings(async () => {
				try {
					return await poll(context);
				} catch (thrown) {
					error = thrown as Error;

					return undefined;
				}
			});
			const records = output?.flat().map(({ json }) => json.record as JsonObject);

			return {
				error,
				/** What n8n lists as failed executions, although the poll itself has not failed. */
				listedErrors,
				output,
				recordNames: records?.map(({ id, name = id }) => name),
				requestedPaths: server.requestedPaths.slice(requestsBefore),
				warnings,
			};
		},
	};
}

/** A copy of static data, as n8n saves it. */
export const savedCopy = (data: StaticData): object => JSON.parse(JSON.stringify(data)) as object;
