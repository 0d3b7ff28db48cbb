import type { Received } from './deliveries/repeats';
import type { SavedAnswers } from './LookupCache';

/** What n8n saves for the trigger. */
export interface TriggerMemory {
	/** The deliveries that came last, the newest last. */
	received?: readonly Received[];
	/** The version of the webhook, by what came last. */
	version?: 1 | 2;
	/** What was looked up in Plane. */
	lookups?: SavedAnswers;
}

/** Whether anything has arrived. */
export const hasReceived = ({ received }: TriggerMemory): boolean => (received ?? []).length > 0;
