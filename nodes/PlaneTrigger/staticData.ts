import type { RememberedDelivery } from './deliveries/deduplicate';
import type { PostponedDelivery } from './deliveries/postpone';
import type { SavedLookups } from './LookupCache';
import type { Registration } from './registration/webhook';

/** The static data of the trigger, which n8n saves between deliveries. */
export interface WebhookStaticData {
	/** Newest last. */
	recentDeliveries?: readonly RememberedDelivery[];
	/** The deliveries that Plane was asked to send again. */
	postponedDeliveries?: readonly PostponedDelivery[];
	/** Version of the webhook that the last delivery had. */
	webhookVersion?: 1 | 2;
	/** Whether the last signed request was not signed with the secret of the credential. */
	isLastSignatureWrong?: boolean;
	/** The webhook that this workflow has registered in Plane. */
	registration?: Registration;
	/** Results of requests to Plane. */
	lookups?: SavedLookups;
}

/** Whether the webhook has received any delivery. */
export const hasReceivedDelivery = ({ recentDeliveries = [] }: WebhookStaticData): boolean =>
	recentDeliveries.length > 0;
