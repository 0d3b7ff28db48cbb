import type { JsonObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

/** A webhook of the server, with its secret, which no list shows. */
export interface ServerWebhook {
	readonly id: string;
	url: string;
	name: string;
	is_active: boolean;
	version: string;
	content_type: string;
	scopes: string[];
	readonly created_at: string;
	secret: string;
}

/** How servers differ (rows 504 and 520). */
export interface WebhookServerOptions {
	/** Whether the response to a creation has the secret. */
	readonly returnsSecretOnCreation?: boolean;
	/** Whether it has the path that renews a secret. */
	readonly hasRegenerate?: boolean;
	/** Events that it does not report, and leaves out without an error. */
	readonly unknownScopes?: readonly string[];
	/** Whether its responses leave out the events. */
	readonly hidesScopes?: boolean;
	/** What a new webhook has, whatever the request says. */
	readonly fixedValues?: Partial<ServerWebhook>;
	/** How many webhooks a page of a list has at most. Default: all of them. */
	readonly pageSize?: number;
	/** How many webhooks of a page are on the next one, too, as if others had been added meanwhile. */
	readonly pageOverlap?: number;
	/** The response to the creation of a second webhook with the same URL. */
	readonly refusalOfTakenUrl?: ServerResponse;
}

export interface ServerResponse {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** What a request asks for. */
interface ServerRequest {
	readonly method: string;
	readonly url: string;
	readonly body?: unknown;
}

const json = (statusCode: number, body: unknown): ServerResponse => ({
	statusCode,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

const problem = (statusCode: number, code: string, more: object = {}): ServerResponse => ({
	statusCode,
	headers: { 'content-type': 'application/problem+json' },
	body: JSON.stringify({ type: code, code, detail: 'The server says why.', ...more }),
});

/** A webhook that nobody registered with this package. */
export const SOMEBODYS_WEBHOOK = {
	url: 'https://elsewhere.example.com/hook',
	name: 'Somebody',
	is_active: true,
	version: 'v2',
	content_type: 'application/json',
	scopes: ['workitem.created'],
};

/**
 * The webhooks of API v2 of one workspace, as rows 519 to 522 say. It answers what n8n's request helper would get,
 * and `killAfter` stops it, so that n8n can be killed at any request.
 */
export class WebhookServer {
	readonly webhooks: ServerWebhook[] = [];
	/** The requests so far, such as `POST webhooks/`. */
	readonly requests: string[] = [];
	/** The responses to the next requests; undefined for its own. */
	readonly plannedResponses: (ServerResponse | undefined)[] = [];
	private created = 0;
	private kill: { remaining: number; isCarriedOut: boolean; killed: () => void } | undefined;

	constructor(private readonly options: WebhookServerOptions = {}) {}

	/** Adds a webhook that nobody registered with this package. */
	add(values: Partial<ServerWebhook> = {}): ServerWebhook {
		const webhook: ServerWebhook = {
			id: randomUUID(),
			...SOMEBODYS_WEBHOOK,
			created_at: new Date(Date.UTC(2026, 8, 1, 0, 0, this.created++)).toISOString(),
			secret: createSecret(),
			...values,
		};

		this.webhooks.push(webhook);

		return webhook;
	}

	/** The webhooks with this URL. */
	find(url: string): ServerWebhook[] {
		return this.webhooks.filter((webhook) => webhook.url === url);
	}

	/**
	 * Never answers a request from now on, and resolves when it arrives.
	 *
	 * @param requests how many requests are answered before
	 * @param isCarriedOut whether the request that is not answered has an effect
	 */
	async killAfter(requests: number, isCarriedOut: boolean): Promise<void> {
		await new Promise<void>((resolve) => {
			this.kill = { remaining: requests, isCarriedOut, killed: resolve };
		});
	}

	/** Answers all requests again. */
	stopKilling(): void {
		this.kill = undefined;
	}

	/** Answers a request as n8n's request helper returns it. */
	async handle(request: ServerRequest): Promise<ServerResponse> {
		const { kill } = this;

		if (kill !== undefined && kill.remaining-- <= 0) {
			if (kill.isCarriedOut) this.answer(request);

			kill.killed();

			return await new Promise(() => undefined);
		}

		return this.plannedResponses.shift() ?? this.answer(request);
	}

	private answer({ method, url, body }: ServerRequest): ServerResponse {
		const { pathname, searchParams } = new URL(url);
		const path = pathname.replace(/^\/api\/v2\/workspaces\/[^/]+\//, '');
		const values = typeof body === 'string' ? (JSON.parse(body) as JsonObject) : {};

		this.requests.push(`${method} ${path.replace(/[0-9a-f-]{36}/, 'ID')}`);

		if (pathname.startsWith('/api/v1/')) return json(200, { results: [], total_count: 0 });
		if (path === '/api/v2/users/me/') return json(200, { principal_kind: 'api_key' });
		if (path === 'webhooks/' && method === 'GET') return this.list(searchParams);
		if (path === 'webhooks/' && method === 'POST') return this.create(values);

		return this.answerOne(method, path, values);
	}

	/** Lists webhooks in pages (row 504), with the exact filter by URL (row 507). */
	private list(query: URLSearchParams): ServerResponse {
		const { pageSize = Infinity, pageOverlap = 0 } = this.options;
		const url = query.get('url');
		const offset = Number(query.get('offset') ?? 0);
		// Webhooks that were added at the beginning move the others to later pages.
		const start = offset - pageOverlap * Math.floor(offset / pageSize);
		const end = start + pageSize;
		const matching = this.webhooks.filter((webhook) => url === null || webhook.url === url);
		const data = matching.slice(start, end).map((webhook) => this.show(webhook));
		const next = end < matching.length ? offset + pageSize : null;

		return json(200, { data, next, previous: null, pagination: { style: 'offset' } });
	}

	private create(values: JsonObject): ServerResponse {
		const { refusalOfTakenUrl, fixedValues } = this.options;
		const isTaken = this.webhooks.some(({ url }) => url === values.url);
		if (isTaken && refusalOfTakenUrl !== undefined) return refusalOfTakenUrl;

		const webhook = this.add({
			...(values as Partial<ServerWebhook>),
			...fixedValues,
			secret: createSecret(),
		});

		this.removeUnknownScopes(webhook);

		const secret =
			this.options.returnsSecretOnCreation === true ? { secret_key: webhook.secret } : {};

		return json(201, { ...this.show(webhook), ...secret });
	}

	private answerOne(method: string, path: string, values: JsonObject): ServerResponse {
		const [, id, action] = /^webhooks\/([^/]+)\/(regenerate\/)?$/.exec(path) ?? [];
		const webhook = this.webhooks.find((candidate) => candidate.id === id);

		if (action !== undefined && this.options.hasRegenerate === false) {
			return problem(405, 'method_not_allowed');
		}
		if (webhook === undefined) return problem(404, 'not_found');

		if (action !== undefined) {
			webhook.secret = createSecret();

			return json(200, { ...this.show(webhook), secret_key: webhook.secret });
		}

		if (method === 'DELETE') {
			this.webhooks.splice(this.webhooks.indexOf(webhook), 1);

			return { statusCode: 204, headers: {}, body: '' };
		}

		Object.assign(webhook, values);
		this.removeUnknownScopes(webhook);

		return json(200, this.show(webhook));
	}

	/** A webhook as it is listed. JSON has no undefined values. */
	private show(webhook: ServerWebhook): object {
		const { hidesScopes = false } = this.options;

		return {
			...webhook,
			secret: undefined,
			scopes: hidesScopes ? undefined : webhook.scopes,
		};
	}

	private removeUnknownScopes(webhook: ServerWebhook): void {
		const { unknownScopes = [] } = this.options;

		webhook.scopes = webhook.scopes.filter((scope) => !unknownScopes.includes(scope));
	}
}

/** A refusal as API v2 sends it, for `plannedResponses`. */
export const refusal = problem;

const createSecret = (): string => `plane_wh_${randomUUID().replaceAll('-', '')}`;
