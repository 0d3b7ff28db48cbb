import type { Client } from '../../shared/client/client';
import type { Scheduler } from '../../shared/scheduler/Scheduler';

/** What sends the requests of a run. */
export interface RequestServices {
	readonly client: Client;
	readonly scheduler: Scheduler;
}
