import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { listMissing, planRegistration, type Repair } from './decide';
import { NO_SECRET, NOT_TURNED_ON } from './errors';
import { type DesiredWebhook, isSameUrl, type Registration, type WebhookChanges } from './webhook';
import type { WebhooksApi } from './WebhooksApi';

/** What registering a webhook needs. */
export interface RegistrationRequest {
	readonly api: WebhooksApi;
	readonly desired: DesiredWebhook;
	readonly workflowId: string;
	/** What n8n has saved about the webhook of this trigger. */
	readonly registration: Registration | undefined;
	/** Has n8n save the secret. Called before the webhook is turned on. */
	readonly save: (registration: Registration) => void;
	/** Writes a sentence to n8n's log. */
	readonly warn: (message: string) => void;
}

/** A webhook whose secret and properties may still have to be set. */
interface Candidate extends Repair {
	/** The secret in the response to its creation; `''` if there was none. */
	readonly createdSecret: string;
	readonly isNew: boolean;
}

/**
 * Registers the webhook of a trigger: creates it, or takes the one that is there and changes what differs. It
 * can be interrupted at any time: the next call finds what is there by its URL, and continues.
 *
 * @returns why the webhook is not registered, or undefined if it is
 */
export async function register(request: RegistrationRequest): Promise<Problem | undefined> {
	const { api, desired, registration } = request;
	const webhooks = await api.list(desired.url);
	if (isProblem(webhooks)) return webhooks;

	const { existing, surplus } = planRegistration(webhooks, desired, registration);
	// A server may refuse a second webhook with the same URL (row 519).
	if (existing === undefined) await removeSurplus(surplus, request);

	const candidate =
		existing === undefined
			? await createWebhook(request)
			: { ...existing, createdSecret: '', isNew: false };
	if (isProblem(candidate)) return candidate;

	const problem = await complete(candidate, request);

	if (problem !== undefined) {
		// n8n saves nothing of an activation that fails, so nobody would know the secret.
		if (candidate.isNew) await api.remove(candidate.webhookId);

		return problem;
	}

	if (existing !== undefined) await removeSurplus(surplus, request);

	return undefined;
}

async function createWebhook({ api, desired }: RegistrationRequest): Promise<Result<Candidate>> {
	const created = await api.createInactive(desired);
	if (isProblem(created)) return created;

	return {
		webhookId: created.webhook.id,
		changes: { isActive: true },
		needsSecret: true,
		createdSecret: created.secret,
		isNew: true,
	};
}

/** Gets and saves the secret of a webhook if it is not known, and changes what differs. */
async function complete(
	candidate: Candidate,
	request: RegistrationRequest,
): Promise<Problem | undefined> {
	if (candidate.needsSecret) {
		const secret = await obtainSecret(candidate, request.api);
		if (isProblem(secret)) return secret;

		request.save({
			workflowId: request.workflowId,
			webhookId: candidate.webhookId,
			url: request.desired.url,
			secret,
		});
	}

	return await applyChanges(candidate.webhookId, candidate.changes, request);
}

/** The response to the creation has a secret on some servers only, so it is the second choice (row 520). */
async function obtainSecret(
	{ webhookId, createdSecret }: Candidate,
	api: WebhooksApi,
): Promise<Result<string>> {
	const regenerated = await api.regenerateSecret(webhookId);
	if (isProblem(regenerated)) return regenerated;

	const secret = regenerated?.secret ?? '';
	if (secret !== '') return secret;

	return createdSecret === '' ? NO_SECRET : createdSecret;
}

/** Changes a webhook, and compares the result with what was asked for. */
async function applyChanges(
	webhookId: string,
	changes: WebhookChanges,
	{ api, desired, warn }: RegistrationRequest,
): Promise<Problem | undefined> {
	if (Object.keys(changes).length === 0) return undefined;

	const webhook = await api.update(webhookId, changes);
	if (isProblem(webhook)) return webhook;
	if (!webhook.isActive) return NOT_TURNED_ON;

	const missing = listMissing(desired.scopes, webhook.scopes);
	if (missing.length > 0) {
		warn(
			`The Plane Trigger is registered, but this server does not report all of its events: ${missing.join(', ')} never start the workflow.`,
		);
	}

	return undefined;
}

/** Deletes further webhooks with the same URL: each would report every event once more. */
async function removeSurplus(
	webhookIds: readonly string[],
	{ api, warn }: RegistrationRequest,
): Promise<void> {
	for (const webhookId of webhookIds) {
		const problem = await api.remove(webhookId);
		if (problem === undefined) continue;

		warn(
			`Another webhook of Plane leads to this Plane Trigger, too, and could not be deleted: ${problem.message}. Delete it in Plane.`,
		);
	}
}

/**
 * Deletes the webhook that this workflow has registered. It has to have both its ID and its URL: a webhook that
 * somebody has given another address belongs to that.
 *
 * @returns why it may still be there, or undefined if it is gone
 */
export async function unregister(
	api: WebhooksApi,
	{ webhookId, url }: Registration,
): Promise<Problem | undefined> {
	const webhooks = await api.list(url);
	if (isProblem(webhooks)) return webhooks;

	const own = webhooks.find((webhook) => webhook.id === webhookId && isSameUrl(webhook.url, url));

	return own && (await api.remove(own.id));
}
