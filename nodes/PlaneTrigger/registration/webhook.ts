import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isJsonObject } from '../../shared/values/json';
import { readFirstText } from '../../shared/values/readFirstText';
import { withoutTrailingSlashes } from '../../shared/transport/slashes';

/** A webhook as API v2 returns it (row 519). */
export interface Webhook {
	readonly id: string;
	readonly url: string;
	/** `''` if it has none. */
	readonly name: string;
	readonly isActive: boolean;
	/** Whether its deliveries have version 2. */
	readonly isVersion2: boolean;
	readonly contentType: string;
	/** The events that it reports, e.g. `workitem.created`; absent if the server does not say. */
	readonly scopes?: readonly string[];
	/** In ISO 8601; `''` if the server does not say. */
	readonly createdAt: string;
}

/** The properties of a webhook that can be changed. */
export type WebhookChanges = Partial<Pick<Webhook, 'name' | 'isActive' | 'contentType' | 'scopes'>>;

/** The webhook that a trigger needs. */
export interface DesiredWebhook {
	readonly url: string;
	/** What people read in Plane's list of webhooks. */
	readonly name: string;
	readonly scopes: readonly string[];
}

/** Where a webhook is. */
export interface WebhookPlace {
	/** A fingerprint of the server. */
	readonly server: string;
	/** The slug. */
	readonly workspace: string;
}

/** The secret of a webhook that was registered automatically. n8n saves it in the static data of the node. */
export interface Registration {
	/** The workflow that registered it: a copy of a workflow may contain the static data of the original. */
	readonly workflowId: string;
	readonly webhookId: string;
	readonly url: string;
	readonly place: WebhookPlace;
	readonly secret: string;
	/**
	 * When a request that claims to come from this webhook was not signed with the secret, in UNIX milliseconds;
	 * absent if one was since then. Anybody who knows the ID of the webhook can send one.
	 */
	readonly unverifiedSince?: number;
	/** Set if there was another one some minutes later, as if Plane had sent it again. */
	readonly secretMayHaveChanged?: boolean;
}

/** The only content type of deliveries that the trigger reads. */
export const JSON_CONTENT = 'application/json';

/** Whether two URLs are the same, apart from their spelling and a slash at the end. */
export const isSameUrl = (a: string, b: string): boolean => normalizeUrl(a) === normalizeUrl(b);

const normalizeUrl = (url: string): string =>
	withoutTrailingSlashes(URL.canParse(url) ? new URL(url).href : url);

/** Reads a webhook; undefined if a value is not one. */
export function readWebhook(value: JsonValue | undefined): Webhook | undefined {
	if (!isJsonObject(value)) return undefined;

	const id = readFirstText(value, 'id');
	const url = readFirstText(value, 'url');
	if (id === '' || url === '') return undefined;

	const scopes = Array.isArray(value.scopes)
		? value.scopes.filter((scope) => typeof scope === 'string')
		: undefined;

	return {
		id,
		url,
		name: readFirstText(value, 'name'),
		isActive: value.is_active === true,
		isVersion2: readFirstText(value, 'version').startsWith('v2'),
		contentType: readFirstText(value, 'content_type'),
		...(scopes !== undefined && { scopes }),
		createdAt: readFirstText(value, 'created_at'),
	};
}

/** Writes changes as API v2 takes them. */
export function writeChanges({ name, isActive, contentType, scopes }: WebhookChanges): JsonObject {
	return {
		...(name !== undefined && { name }),
		...(isActive !== undefined && { is_active: isActive }),
		...(contentType !== undefined && { content_type: contentType }),
		...(scopes !== undefined && { scopes: [...scopes] }),
	};
}
