import {
	type DesiredWebhook,
	isSameUrl,
	JSON_CONTENT,
	type Registration,
	type Webhook,
	type WebhookChanges,
	type WebhookPlace,
} from './webhook';
import { isNamedByWorkflow } from './webhookName';

/** What has to be done to a webhook that already exists. */
export interface Repair {
	readonly webhookId: string;
	/** Empty if nothing has to be changed. */
	readonly changes: WebhookChanges;
	/** Whether its secret is not known. */
	readonly needsSecret: boolean;
}

/** What has to be done so that a trigger has exactly the webhook that it needs. */
export interface RegistrationPlan {
	/** Absent if a webhook has to be created. */
	readonly existing?: Repair;
	/** The IDs of further webhooks that lead to the trigger. */
	readonly surplus: readonly string[];
}

/**
 * Decides what has to be done so that a trigger has exactly the webhook that it needs. It uses any webhook with
 * its URL, whoever has created it: n8n publishes only one workflow with a URL, and nothing else receives what
 * such a webhook sends. One that sends version 1 cannot be changed to version 2, so it is replaced (row 522).
 *
 * @param webhooks all of the workspace
 * @param registration what n8n has saved, if this workflow has registered a webhook
 */
export function planRegistration(
	webhooks: readonly Webhook[],
	desired: DesiredWebhook,
	registration: Registration | undefined,
): RegistrationPlan {
	const withUrl = webhooks.filter(({ url }) => isSameUrl(url, desired.url));
	const usable = withUrl.filter(({ isVersion2 }) => isVersion2).toSorted(compareAge);
	const kept = usable.find(({ id }) => id === registration?.webhookId) ?? usable[0];
	const surplus = withUrl.filter((webhook) => webhook !== kept).map(({ id }) => id);
	if (kept === undefined) return { surplus };

	const isKnown = registration?.webhookId === kept.id;

	return {
		existing: {
			webhookId: kept.id,
			changes: {
				// From now on it belongs to this workflow. Once that is saved, people may name it as they like.
				...(!isKnown && kept.name !== desired.name && { name: desired.name }),
				...findChanges(kept, desired),
			},
			needsSecret: !isKnown || registration.secretMayHaveChanged === true,
		},
		surplus,
	};
}

/** Whether the trigger has exactly the webhook that it needs. */
export const isComplete = ({ existing, surplus }: RegistrationPlan): boolean =>
	existing !== undefined &&
	!existing.needsSecret &&
	Object.keys(existing.changes).length === 0 &&
	surplus.length === 0;

/** What the registration of a trigger has to match. */
export interface RegistrationOwner {
	readonly workflowId: string;
	/** The URL of the trigger. */
	readonly url: string;
	/** The place that the credential leads to; absent if it cannot be read. */
	readonly place?: WebhookPlace;
}

/**
 * Whether a webhook with the URL of a trigger is one that its workflow has registered. If n8n has saved nothing,
 * because it was killed, for example, the name of the webhook shows it. The URL alone does not: another workflow can
 * have the same one, and n8n 1, which then refuses to publish it, has its trigger delete its webhook even so.
 */
export const isRegisteredBy = (
	{ id, name }: Webhook,
	workflowId: string,
	registration: Registration | undefined,
): boolean => id === registration?.webhookId || isNamedByWorkflow(name, workflowId);

/** Whether a registration is about the webhook that a trigger has now. */
const isCurrent = ({ url, place }: Registration, owner: RegistrationOwner): boolean =>
	isSameUrl(url, owner.url) && (owner.place === undefined || isSamePlace(place, owner.place));

const isSamePlace = (a: WebhookPlace, b: WebhookPlace): boolean =>
	a.server === b.server && a.workspace === b.workspace;

/**
 * Returns what n8n has saved, if it is about the webhook of this trigger. It is not if the workflow was
 * copied with its static data, or if the URL of n8n, the server or the workspace has changed.
 */
export const findOwnRegistration = (
	saved: Registration | undefined,
	owner: RegistrationOwner,
): Registration | undefined =>
	saved?.workflowId === owner.workflowId && isCurrent(saved, owner) ? saved : undefined;

/**
 * Returns what n8n has saved, if it is about a webhook that this workflow has registered, and that its trigger
 * no longer has: with another URL, on another server or in another workspace.
 */
export const findAbandonedRegistration = (
	saved: Registration | undefined,
	owner: RegistrationOwner,
): Registration | undefined =>
	saved?.workflowId === owner.workflowId && !isCurrent(saved, owner) ? saved : undefined;

/** The oldest first, so that several processes choose the same one. */
const compareAge = (a: Webhook, b: Webhook): number =>
	a.createdAt.localeCompare(b.createdAt, 'en') || a.id.localeCompare(b.id, 'en');

function findChanges(webhook: Webhook, desired: DesiredWebhook): WebhookChanges {
	return {
		...(!webhook.isActive && { isActive: true }),
		...(webhook.contentType !== JSON_CONTENT && { contentType: JSON_CONTENT }),
		...(!isSameSet(webhook.scopes ?? [], desired.scopes) && { scopes: desired.scopes }),
	};
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
	listMissing(a, b).length === 0 && listMissing(b, a).length === 0;

/** The entries of a list that another list lacks. */
export const listMissing = (list: readonly string[], other: readonly string[]): readonly string[] =>
	list.filter((entry) => !other.includes(entry));
