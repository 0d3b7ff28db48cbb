import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { AT_ONCE } from './cluster';
import { figures, windows, type Outcomes } from './figures';
import { KILL_AFTER, LIMIT } from './stories';
import { EXECUTIONS, UPDATES } from './story';

/** Writes `docs/queue.md`. */
export async function writePage(outcomes: Outcomes, version: string): Promise<void> {
	const file = join(__dirname, '../../../docs/queue.md');
	const options = { ...(await resolveConfig(file)), parser: 'markdown' };
	writeFileSync(file, await format(page(outcomes, version), options));
}

const page = (outcomes: Outcomes, version: string): string => `
# Queue mode: many executions on many machines, one API key

In queue mode n8n has one main process, which takes the calls, and workers, which carry out the
executions; they may run on machines of their own and know of each other only by way of Redis and
PostgreSQL. Executions with the same API key share the limit of the server, and none of them knows
how much of it the others use. So each one finds its place by asking, and this page shows what that
costs.

n8n ${version}, a main process and two workers that carry out ${AT_ONCE} executions each at the same time.
A webhook is called ${EXECUTIONS} times at once; each call starts an execution of **Module → Update** with
${UPDATES} items, and every item changes a module of its own. The server keeps a ledger of what it has
carried out.

${markdown(figures(outcomes))}

## Under the limit

${markdown(windows(outcomes.limited, LIMIT))}

- When the server has no room, each execution notices it by itself: by a refused request (429), or by
  \`X-RateLimit-Remaining: 0\`. What is under way at that moment may be refused too. A refused request
  was not carried out, and is sent again.
- Then each of them waits for as long as the server asks to, and asks with a single request.
- No execution fails, however many there are, as long as each one gets something through within
  **Max Wait** (300 seconds).
- **Requests per Minute** holds for each execution by itself. It is not needed here.

## When a worker dies

In the last column, one of the workers is killed (SIGKILL, as by a power cut) after ${KILL_AFTER} updates.

- Executions that wait in the queue are carried out by the other worker.
- Executions that the dead worker had begun end as **error**: ${died(outcomes)}. n8n 2 does not run them again, nor
  does it go on with them. What they had carried out by then stands, each update once; the others
  were not carried out.
- n8n notices it when the worker has not renewed its lock on the job for a while, and tells it up to
  half a minute later: ${noticed(outcomes)} after the first call here, where QUEUE_WORKER_LOCK_DURATION is 10 seconds
  and QUEUE_WORKER_STALLED_INTERVAL 5; with n8n's defaults of 60 and 30 it is about two minutes.
- Updates and additions can simply be run again (**Retry** in the list of executions): they change
  nothing twice. For creates, see [Limits and faults](limits-and-faults.md).
- n8n 1 runs such an execution again by itself, once (QUEUE_WORKER_MAX_STALLED_COUNT), and from its
  start. There, too, updates do no harm; what creates records should be able to find its own.

\`npm run queue\` has made this page, from one run on one machine: ${machine()}.
`;

/** What the executions of the killed worker had carried out, e.g. `7, 12 and 25 of 25 updates`. */
function died({ killed }: Outcomes): string {
	const counts = killed.account.entries
		.filter(({ execution }) => execution.status !== 'success')
		.map(({ updates }) => updates);
	return `${counts.length} here, with ${counts.join(', ')} of ${UPDATES} updates carried out`;
}

const noticed = ({ killed }: Outcomes): string => `${(killed.known / 1000).toFixed(0)} seconds`;

const machine = (): string =>
	`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`;

function markdown([head = [], ...rows]: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
