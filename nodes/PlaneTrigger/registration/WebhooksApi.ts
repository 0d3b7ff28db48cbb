import type { V2Request } from '../../shared/client/ApiV2';
import type { Client } from '../../shared/client/client';
import { isProblemDocument } from '../../shared/client/problemDocument';
import type { RequestProblem, RequestResult } from '../../shared/client/requestResult';
import { unexpectedResponse } from '../../shared/errors/credentialErrors';
import { isJsonObject } from '../../shared/values/json';
import type { ReadTarget } from '../../shared/model/call';
import { getProjects } from '../../shared/operations';
import { type ListPage, parseListPage } from '../../shared/pagination/envelope';
import { PageReader } from '../../shared/pagination/PageReader';
import { buildPageQuery, type PageQuery } from '../../shared/pagination/pageQuery';
import { RowCollector } from '../../shared/pagination/RowCollector';
import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { readFirstText } from '../../shared/values/readFirstText';
import {
	CANNOT_DELETE,
	explainRefusal,
	mayBeTaken,
	NO_API_V2,
	NO_WEBHOOK_ROUTES,
	TURNED_OFF,
	withAlternatives,
} from './errors';
import {
	type DesiredWebhook,
	JSON_CONTENT,
	readWebhook,
	type Webhook,
	type WebhookChanges,
	writeChanges,
} from './webhook';

/** A webhook with the secret that signs its deliveries; `''` if the server did not send it. */
export interface WebhookWithSecret {
	readonly webhook: Webhook;
	readonly secret: string;
}

/** The outcome of a creation. */
export type Creation =
	| { readonly kind: 'created'; readonly created: WebhookWithSecret }
	| {
			readonly kind: 'failed';
			readonly problem: Problem;
			/** Whether another webhook with the same URL may be the reason. */
			readonly isTaken: boolean;
	  };

const LIST = 'webhooks/';
const ONE = 'webhooks/{webhook_id}/';

/** The largest page of API v2, and the last offset that it takes (row 504). */
const PAGE_SIZE = 200;
const MAX_ROWS = 10_000;

/** The webhooks of a workspace, over API v2 (rows 519 to 522). */
export class WebhooksApi {
	/** @param workspace slug of the workspace */
	constructor(
		private readonly client: Client,
		private readonly workspace: string,
	) {}

	/** Finds out why this server cannot have its webhooks registered; undefined if it can. */
	async findObstacle(): Promise<Problem | undefined> {
		const status = await this.client.apiV2.probe(this.createTarget());

		switch (status.kind) {
			case 'available':
				return undefined;
			case 'absent':
				return NO_API_V2;
			case 'turnedOff':
				return TURNED_OFF;
			case 'unknown':
				return withAlternatives(status.problem);
		}
	}

	/**
	 * Lists the webhooks of the workspace, each once: pages can overlap if one is added meanwhile. The server's
	 * filter by URL is of no use, because it misses other spellings of the same URL (row 507).
	 */
	async list(): Promise<Result<readonly Webhook[]>> {
		const fetch = async (page: PageQuery) => await this.fetchPage(page);
		const firstPage = await fetch(buildPageQuery(PAGE_SIZE, 0));
		if (isProblem(firstPage)) return firstPage;

		const query = { queryParameters: {}, offset: 0, limit: MAX_ROWS };
		const rows = new RowCollector({ query, firstPage, start: 0 });
		const problem = await new PageReader(rows, { size: PAGE_SIZE, concurrency: 1, fetch }).read();
		if (problem !== undefined) return problem;

		return rows
			.finish()
			.records.map(readWebhook)
			.filter((webhook) => webhook !== undefined);
	}

	private async fetchPage({ per_page, offset }: PageQuery): Promise<Result<ListPage>> {
		const query = { per_page, offset };
		const response = await this.sendIfKnown({ method: 'GET', path: LIST, effect: 'read', query });
		if (response === undefined) return NO_WEBHOOK_ROUTES;
		if (isProblem(response)) return explainRefusal(response);

		const page = parseListPage(response);
		const { json } = response;

		return isProblem(page)
			? page
			: { ...page, hasMore: isJsonObject(json) && typeof json.next === 'number' };
	}

	/** Creates a webhook that is not active yet: its secret has to be renewed first (row 520). */
	async createInactive({ url, name, scopes }: DesiredWebhook): Promise<Creation> {
		const body = {
			url,
			name,
			scopes: [...scopes],
			is_active: false,
			version: 'v2',
			content_type: JSON_CONTENT,
		};
		const result = await this.sendIfKnown({ method: 'POST', path: LIST, effect: 'create', body });
		if (result === undefined) {
			return { kind: 'failed', problem: NO_WEBHOOK_ROUTES, isTaken: false };
		}

		if (isProblem(result)) {
			const { response } = result;

			return {
				kind: 'failed',
				problem: explainRefusal(result, url),
				isTaken: response !== undefined && mayBeTaken(response),
			};
		}

		const created = readWithSecret(result);

		return isProblem(created)
			? { kind: 'failed', problem: created, isTaken: false }
			: { kind: 'created', created };
	}

	/**
	 * Gives a webhook another secret; the former one is no longer valid. It is not sent again if the
	 * response is lost: the server could carry out both in either order.
	 *
	 * @returns undefined if the server cannot do that
	 */
	async regenerateSecret(webhookId: string): Promise<Result<WebhookWithSecret | undefined>> {
		const path = `${ONE}regenerate/`;
		const response = await this.sendIfKnown({ method: 'POST', path, effect: 'create' }, webhookId);
		if (response === undefined) return undefined;
		if (isProblem(response)) return explainRefusal(response);

		return readWithSecret(response);
	}

	/** Changes a webhook. */
	async update(webhookId: string, changes: WebhookChanges): Promise<Result<Webhook>> {
		const body = writeChanges(changes);
		const response = await this.sendIfKnown(
			{ method: 'PATCH', path: ONE, effect: 'change', body },
			webhookId,
		);
		if (response === undefined) return NO_WEBHOOK_ROUTES;
		if (isProblem(response)) return explainRefusal(response);

		return readWebhook(response.json) ?? unexpectedResponse(response, 'is not a webhook');
	}

	/** Deletes a webhook. That it is gone already is no problem. */
	async remove(webhookId: string): Promise<Problem | undefined> {
		const response = await this.sendIfKnown(
			{ method: 'DELETE', path: ONE, effect: 'change' },
			webhookId,
		);
		if (response === undefined) return CANNOT_DELETE;
		if (!isProblem(response) || isGone(response)) return undefined;

		return explainRefusal(response);
	}

	/** @returns undefined if the server does not have this route */
	private async sendIfKnown(
		request: V2Request,
		webhookId?: string,
	): Promise<RequestResult | undefined> {
		return await this.client.apiV2.request(this.createTarget(webhookId), request);
	}

	/** The operation only serves to explain errors that any request can have, such as a wrong key. */
	private createTarget(webhookId = ''): ReadTarget {
		return {
			kind: 'read',
			workspace: this.workspace,
			operation: getProjects,
			path: { webhook_id: webhookId },
		};
	}
}

/** Whether the server reports that a webhook does not exist. */
const isGone = ({ response }: RequestProblem): boolean =>
	response?.status === 404 && isProblemDocument(response);

/** The text of the response is not part of a problem: it may contain the secret. */
function readWithSecret(
	response: Exclude<RequestResult, RequestProblem>,
): Result<WebhookWithSecret> {
	const { json } = response;
	const webhook = readWebhook(json);
	if (webhook === undefined || !isJsonObject(json)) {
		return unexpectedResponse({ ...response, text: '' }, 'is not a webhook');
	}

	return { webhook, secret: readFirstText(json, 'secret_key') };
}
