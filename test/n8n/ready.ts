import { setTimeout as wait } from 'node:timers/promises';

import { excerpt } from './finished';
import type { Kept } from './keep';

/** How long n8n may take to start, in milliseconds. Its first start makes the database. */
const START_LIMIT = 180_000;

/** What answers 200 only when all is ready. */
const signs = {
	start: ['/healthz/readiness', '/rest/settings'],
	worker: ['/healthz/readiness'],
} as const;

/** Waits until n8n answers. @throws Error with what it wrote if it ends or takes too long */
export async function whenReady(
	url: string,
	command: keyof typeof signs,
	process: Kept,
): Promise<void> {
	const limit = Date.now() + START_LIMIT;
	for (const sign of signs[command]) {
		while (!(await answers(url + sign))) {
			if (process.exitCode !== undefined || Date.now() > limit) {
				throw new Error(`n8n ${command} is not ready. ${excerpt(process)}`);
			}
			await wait(200);
		}
	}
}

/** While it starts, n8n answers with 200 and a page for people. */
async function answers(address: string): Promise<boolean> {
	try {
		const { status, headers, body } = await fetch(address, { signal: AbortSignal.timeout(5000) });
		await body?.cancel();
		return status === 200 && (headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}
