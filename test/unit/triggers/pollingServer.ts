import type { ICredentialDataDecryptedObject, INodeParameters, JsonObject } from 'n8n-workflow';

import { pollPlane } from '../../../nodes/PlanePollingTrigger/pollPlane';
import type { Memory } from '../../../nodes/PlanePollingTrigger/changes/poll';
import { pollContext } from '../contexts';
import { logged } from './logged';

const uuid = (number: number) => `0c7da278-21b6-4225-9d30-00000000000${number}`;

export const [launch, other] = [uuid(1), uuid(2)];
export const CREDENTIAL = {
	apiKey: 'plane_api_1',
	baseUrl: 'https://plane.example.com',
	workspaceSlug: 'acme',
};

/** A server in the place of n8n's requests. */
export class Plane {
	readonly asked: string[] = [];
	/** The status of requests whose address has this in it, after as many of them as are let through. */
	failing: { readonly path: string; readonly status: number; skip?: number }[] = [];
	/** What happens while a request is under way. */
	meanwhile?: () => Promise<unknown>;
	readonly lists: Record<string, JsonObject[] | JsonObject> = {
		'/users/me/': { id: 'ada' },
		'/projects/': [
			{ id: launch, identifier: 'LNCH', name: 'Launch' },
			{ id: other, identifier: 'OPS', name: 'Operations' },
		],
		[`/${launch}/states/`]: [{ id: 's1', name: 'Done' }],
		[`/${launch}/work-items/`]: [],
		[`/${other}/work-items/`]: [],
	};

	/** Creates a work item; numbers go on by one. */
	create(name: string, more: JsonObject = {}, project = launch): void {
		const rows = this.rows(`/${project}/work-items/`);
		const at = new Date().toISOString();
		const row = { id: `${project}:${name}`, name, sequence_id: rows.length + 1, ...more };

		rows.unshift({ created_at: at, updated_at: at, ...row });
		this.lists[`/${row.id}/comments/`] = [];
	}

	/** A project is deleted. */
	lose(project: string): void {
		Reflect.deleteProperty(this.lists, `/${project}/work-items/`);
	}

	rows(path: string): JsonObject[] {
		const rows = this.lists[path];
		if (!Array.isArray(rows)) throw new Error(`No list ${path}`);

		return rows;
	}

	async answer(url: string) {
		const { pathname } = new URL(url);
		const path = decodeURIComponent(pathname);

		this.asked.push(path.replace('/api/v1/', '').replace('workspaces/acme/', ''));
		await this.meanwhile?.();
		const failing = this.failing.find((each) => path.includes(each.path) && (each.skip ?? 0) < 1);

		for (const each of this.failing) if (path.includes(each.path)) each.skip = (each.skip ?? 0) - 1;
		const [, rows] = Object.entries(this.lists).find(([end]) => path.endsWith(end)) ?? [];
		const all = Array.isArray(rows)
			? { results: rows, total_count: rows.length, next_page_results: false }
			: rows;
		const statusCode = failing?.status ?? (rows === undefined ? 404 : 200);
		const body = JSON.stringify(statusCode === 200 ? all : { detail: 'No.' });

		return { statusCode, headers: { date: new Date().toUTCString() }, body };
	}
}

export interface Around {
	readonly isTest?: boolean;
	/** Null: it has none. */
	readonly credential?: ICredentialDataDecryptedObject | null;
	/** What it remembers of an earlier run. */
	readonly memory?: object;
}

/** A trigger on this server. */
export async function pollingOn(
	plane: Plane,
	parameters: INodeParameters,
	{ isTest = false, credential = CREDENTIAL, memory = {} }: Around,
) {
	const all = { projects: [launch], ...parameters };
	const context = await pollContext(all, credential ?? undefined, isTest, memory);

	Object.assign(context.helpers, {
		httpRequestWithAuthentication: async (name: string, { url }: { url: string }) => {
			if (name !== 'planeApi') throw new Error(`Nobody has a credential ${name}`);

			return await plane.answer(url);
		},
	});
	const trigger: Memory = context.getWorkflowStaticData('node');

	return {
		memory: trigger,
		/** Polls: the names of the records that are reported, what is logged, how it fails, what is asked. */
		poll: async () => {
			const before = plane.asked.length;
			let error: unknown;
			const { given, lines } = await logged(async () => {
				try {
					return await pollPlane(context);
				} catch (thrown) {
					error = thrown;

					return undefined;
				}
			});
			const foundEvents = given?.flat().map(({ json }) => json);
			const asked = plane.asked.slice(before);

			return {
				error: error as (Error & { description?: string }) | undefined,
				given,
				asked,
				lines,
				foundEvents: foundEvents?.map(
					({ record }) => (record as JsonObject).name ?? (record as JsonObject).id,
				),
			};
		},
	};
}

/** What n8n saves of it. */
export const saved = (memory: Memory): object => JSON.parse(JSON.stringify(memory)) as object;
