import type { Client } from '../client/client';
import { FieldAliases } from '../resolve/fieldAliases';
import type { Problem } from '../result/problem';
import type { Scheduler } from '../scheduler/Scheduler';
import { Semaphore } from '../scheduler/Semaphore';

/** What all calls of one execution share. */
export class Execution {
	/** Files at the same time, those of all items: their signed addresses hold for some time only. */
	readonly files: Semaphore;
	/** Why nothing can be added to a target, by its place. */
	readonly closedTargets = new Map<string, Problem>();
	readonly aliases = new FieldAliases();

	/** @param continueOnFail whether anything is tried after something has failed */
	constructor(
		readonly client: Client,
		readonly scheduler: Scheduler,
		readonly continueOnFail: boolean,
	) {
		this.files = new Semaphore(scheduler.settings.concurrency);
	}
}
