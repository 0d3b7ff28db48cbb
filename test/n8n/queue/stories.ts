import { setTimeout as wait } from 'node:timers/promises';

import type { Limit } from '../../service/limit';
import type { Service } from '../../service/service';
import type { Cluster } from './cluster';
import type { Story } from './story';

/** The limit of the observed server's kind that all executions share. */
export const LIMIT: Limit = { requests: 300, windowMs: 30_000 };

/** The same limit on a shorter time, so that nobody waits for what the other story shows. */
export const SHORT: Limit = { requests: 300, windowMs: 10_000 };

/** Updates after which the worker is killed: in the middle of the second window's. */
export const KILL_AFTER = 450;

/** Nothing is in the way: how fast this machine is at all. */
export const free: Story = { atMost: 60 };

/** All workers stay alive. */
export const limited: Story = { limit: LIMIT, atMost: 180 };

/** The second worker is killed while it carries out updates; what it leaves is started again. */
export const killed = ({ workers: [, second] }: Cluster): Story => ({
	limit: SHORT,
	atMost: 180,
	again: true,
	meanwhile: async (service: Service) => {
		while (service.ledger.length < KILL_AFTER) await wait(5);
		await second?.kill();
	},
});
