import { isProblem, type Problem, type Result } from '../../shared/result/problem';
import { endWithFullStop } from '../../shared/text/fullStop';
import { listMissing, planRegistration, type Repair } from './decide';
import { NO_SECRET, NOT_TURNED_ON, REPORTS_NOTHING, WRONG_FORM } from './errors';
import {
	type DesiredWebhook,
	isSameUrl,
	JSON_CONTENT,
	type Registration,
	type Webhook,
	type WebhookChanges,
	type WebhookPlace,
} from './webhook';
import type { WebhooksApi } from './WebhooksApi';

/** What registering a webhook needs. */
export interface RegistrationRequest {
	readonly api: WebhooksApi;
	readonly place: WebhookPlace;
	readonly desired: DesiredWebhook;
	readonly workflowId: string;
	/** What n8n has saved about the webhook of this trigger. */
	readonly registration: Registration | undefined;
	/**
	 * Has n8n save the secret. Called once nothing can fail any more: after a failure, n8n has the webhook deleted
	 * that was saved.
	 */
	readonly save: (registration: Registration) => void;
	/** Writes a sentence to n8n's log. */
	readonly warn: (message: string) => void;
}

/** What registering has done. */
export interface Registered {
	/** The ID of the webhook that the trigger has now. */
	readonly webhookId: string;
	/** The IDs of the webhooks that were deleted. */
	readonly deletedIds: readonly string[];
}

/** A webhook whose secret and properties may still have to be set. */
interface Candidate extends Repair {
	/** The secret in the response to its creation; `''` if there was none. */
	readonly createdSecret: string;
}

/**
 * Registers the webhook of a trigger: creates it, or takes the one that is there and changes what differs. It
 * can be interrupted at any time: the next call finds what is there by its URL, and continues.
 *
 * @returns a Problem if the webhook is not registered
 */
export async function register(request: RegistrationRequest): Promise<Result<Registered>> {
	const { api, desired, registration } = request;
	const webhooks = await api.list();
	if (isProblem(webhooks)) return webhooks;

	const { existing, surplus } = planRegistration(webhooks, desired, registration);
	if (existing === undefined) return await registerNew(surplus, request);

	const problem = await complete({ ...existing, createdSecret: '' }, request);
	if (problem !== undefined) return problem;

	const deletedIds = await removeSurplus(surplus, request);

	return { webhookId: existing.webhookId, deletedIds };
}

/**
 * Creates and turns on a webhook, and only then deletes the webhooks that it replaces: until then, they are all that
 * the trigger has.
 *
 * @param replacedIds webhooks with the same URL that cannot be used
 */
async function registerNew(
	replacedIds: readonly string[],
	request: RegistrationRequest,
): Promise<Result<Registered>> {
	const { api, desired } = request;
	const creation = await api.createInactive(desired);

	if (creation.kind === 'failed') {
		const { problem, isTaken } = creation;

		return isTaken && replacedIds.length > 0 ? await replaceFirst(replacedIds, request) : problem;
	}

	const { webhook, secret } = creation.created;
	const problem = findWrongForm(webhook) ?? (await completeNew(webhook.id, secret, request));

	if (problem !== undefined) {
		// n8n saves nothing of an activation that fails, so nobody would know the secret.
		await discard(webhook.id, request);

		return problem;
	}

	const deletedIds = await removeSurplus(replacedIds, request);

	return { webhookId: webhook.id, deletedIds };
}

/** Deletes webhooks before their replacement is created, on a server that refuses a second one with their URL. */
async function replaceFirst(
	replacedIds: readonly string[],
	request: RegistrationRequest,
): Promise<Result<Registered>> {
	const deletedIds = await removeSurplus(replacedIds, request);
	const registered = await registerNew([], request);
	if (!isProblem(registered)) return { ...registered, deletedIds };

	if (deletedIds.length > 0) {
		request.warn(
			`Plane refuses a second webhook with the URL ${request.desired.url}, so the Plane Trigger deleted what had it, of version 1: ${deletedIds.join(', ')}. Then Plane refused the new webhook, too, so this trigger receives nothing until the workflow is published.`,
		);
	}

	return registered;
}

/** A server that ignores the version would otherwise get another webhook at each activation. */
const findWrongForm = ({ isVersion2, contentType }: Webhook): Problem | undefined =>
	isVersion2 && contentType === JSON_CONTENT ? undefined : WRONG_FORM;

const completeNew = async (
	webhookId: string,
	createdSecret: string,
	request: RegistrationRequest,
): Promise<Problem | undefined> =>
	await complete(
		{
			webhookId,
			changes: { isActive: true },
			needsSecret: true,
			createdSecret,
		},
		request,
	);

/** Deletes a new webhook that cannot be used. */
async function discard(
	webhookId: string,
	{ api, desired, warn }: RegistrationRequest,
): Promise<void> {
	const problem = await api.remove(webhookId);
	if (problem === undefined) return;

	warn(
		`The Plane Trigger cannot use the webhook ${webhookId}, which it has just created with the URL ${desired.url}, and could not delete it: ${endWithFullStop(problem.message)} Publishing the workflow again tries to use it. Delete it in Plane only if the workflow is not published then.`,
	);
}

/** Gets the secret of a webhook if it is not known, changes what differs, and then saves the secret. */
async function complete(
	candidate: Candidate,
	request: RegistrationRequest,
): Promise<Problem | undefined> {
	const { webhookId, changes, needsSecret } = candidate;
	const secret = needsSecret ? await obtainSecret(candidate, request.api) : undefined;
	if (isProblem(secret)) return secret;

	const problem = await applyChanges(webhookId, changes, request);
	if (problem !== undefined) return problem;

	if (secret !== undefined) {
		request.save({
			workflowId: request.workflowId,
			webhookId,
			url: request.desired.url,
			place: request.place,
			secret,
		});
	}

	return undefined;
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
	if (webhook.scopes === undefined) return undefined;

	const missing = listMissing(desired.scopes, webhook.scopes);
	if (missing.length === desired.scopes.length) return REPORTS_NOTHING;

	if (missing.length > 0) {
		warn(
			`The Plane Trigger is registered, but this server does not report all of its events: ${missing.join(', ')} never start the workflow.`,
		);
	}

	return undefined;
}

/**
 * Deletes further webhooks with the same URL: each would report every event once more.
 *
 * @returns the IDs of the webhooks that are gone
 */
async function removeSurplus(
	webhookIds: readonly string[],
	{ api, warn }: RegistrationRequest,
): Promise<readonly string[]> {
	const deletedIds: string[] = [];

	for (const webhookId of webhookIds) {
		const problem = await api.remove(webhookId);

		if (problem === undefined) {
			deletedIds.push(webhookId);
			continue;
		}

		warn(
			`Another webhook of Plane, ${webhookId}, leads to this Plane Trigger, too, and could not be deleted: ${endWithFullStop(problem.message)} Delete it in Plane.`,
		);
	}

	return deletedIds;
}

/** The outcome of deleting the webhooks of a trigger. */
export interface Removal {
	/** Why one of them may still be there; absent if all are gone. */
	readonly problem?: Problem;
	/** The IDs of other webhooks with the URL of the trigger, which are still there. */
	readonly otherIds: readonly string[];
	/** The IDs of the webhooks that are gone now. */
	readonly deletedIds: readonly string[];
}

/**
 * Deletes webhooks with a URL. If somebody has given one another URL, it is left as it is.
 *
 * @param isOwn whether a webhook with this URL is one to delete
 */
export async function unregister(
	api: WebhooksApi,
	url: string,
	isOwn: (webhook: Webhook) => boolean,
): Promise<Removal> {
	const webhooks = await api.list();
	if (isProblem(webhooks)) return { problem: webhooks, otherIds: [], deletedIds: [] };

	const withUrl = webhooks.filter((webhook) => isSameUrl(webhook.url, url));
	const otherIds = withUrl.filter((webhook) => !isOwn(webhook)).map(({ id }) => id);
	const deletedIds: string[] = [];
	let firstProblem: Problem | undefined;

	for (const { id } of withUrl.filter(isOwn)) {
		const problem = await api.remove(id);
		if (problem === undefined) deletedIds.push(id);

		firstProblem ??= problem;
	}

	return {
		...(firstProblem !== undefined && { problem: firstProblem }),
		otherIds,
		deletedIds,
	};
}
