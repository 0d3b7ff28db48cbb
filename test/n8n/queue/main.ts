// `npm run queue`: many executions at once in n8n's queue mode, under one limit, all alive and with
// a worker that is killed. It prints the figures, writes docs/queue.md, and ends with 1 where the
// time is not near that of a perfect client. The test next door (`npm run test:n8n`) does the same
// and holds all that is counted against what is promised.

import Table from 'cli-table3';

import { figures, idealOf, windows } from './figures';
import { writePage } from './page';
import { startQueue } from './run';
import { free, killed, limited, LIMIT } from './stories';
import { tell } from './story';

/** Of the time of a perfect client, under the limit and with all workers alive. */
const MOST = 1.1;

async function main(): Promise<void> {
	const { cluster, servicePort } = await startQueue();
	try {
		say('Without a limit …');
		const unlimited = await tell(cluster, servicePort, free);
		say('Under a limit …');
		const alive = await tell(cluster, servicePort, limited);
		say('With a worker that is killed …');
		const broken = await tell(cluster, servicePort, killed(cluster));
		const outcomes = { free: unlimited, limited: alive, killed: broken };
		print(figures(outcomes));
		print(windows(alive, LIMIT));
		await writePage(outcomes, cluster.version);
		if (alive.took > MOST * idealOf(unlimited, alive, LIMIT)) {
			throw new Error(
				`Under the limit it took more than ${MOST} times as long as a perfect client.`,
			);
		}
	} finally {
		await cluster.close();
	}
}

function print([head = [], ...rows]: readonly string[][]): void {
	const table = new Table({ head, style: { head: [], border: [] } });
	table.push(...rows);
	console.log(table.toString());
}

/** On stderr, so that the output is the tables alone. */
function say(text: string): void {
	process.stderr.write(`${text}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
	say(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
