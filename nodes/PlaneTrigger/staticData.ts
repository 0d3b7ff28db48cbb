import type { RememberedDelivery } from './deliveries/deduplicate';
import type { PostponedDelivery } from './deliveries/postpone';
import type { SavedLookups } from './LookupCache';
import type { Registration } from './registration/webhook';

/** What a trigger remembers. It is never changed in place. */
export interface WebhookState {
	/** When it has changed, in UNIX milliseconds: the later one of two is the current one. */
	readonly changedAt: number;
	/** Newest last. */
	readonly recentDeliveries?: readonly RememberedDelivery[];
	/** The deliveries that Plane was asked to send again. */
	readonly postponedDeliveries?: readonly PostponedDelivery[];
	/** Version of the webhook that the last delivery had. */
	readonly webhookVersion?: 1 | 2;
	/** Whether the last signed request was not signed with the secret of the credential. */
	readonly isLastSignatureWrong?: boolean;
	/** The webhook that this workflow has registered in Plane. */
	readonly registration?: Registration | undefined;
	/** Results of requests to Plane. */
	readonly lookups?: SavedLookups;
}

/** The static data of the trigger, which n8n saves between deliveries. */
export interface WebhookStaticData {
	state?: WebhookState;
}

/** Whether the webhook has received any delivery. */
export const hasReceivedDelivery = ({
	recentDeliveries = [],
}: Pick<WebhookState, 'recentDeliveries'>): boolean => recentDeliveries.length > 0;
