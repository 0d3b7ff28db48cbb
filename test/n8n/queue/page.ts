import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { AT_ONCE } from './cluster';
import { figures, seconds, windows, type Outcomes } from './figures';
import { KILL_AFTER, LIMIT } from './stories';
import { EXECUTIONS, UPDATES } from './story';

/** Writes `docs/queue.md`. */
export async function writePage(outcomes: Outcomes, version: string): Promise<void> {
	const file = join(__dirname, '../../../docs/queue.md');
	const options = {
		...(await resolveConfig(file)),
		parser: 'markdown',
		proseWrap: 'always' as const,
	};
	writeFileSync(file, await format(page(outcomes, version), options));
}

function page(outcomes: Outcomes, version: string): string {
	const { killed, limited } = outcomes;
	const again = killed.again ?? killed.account;
	return `
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

${markdown(windows(limited, LIMIT))}

- When the server has no room, each execution notices it by itself: by a refused request (429), or by
  \`X-RateLimit-Remaining: 0\`. What is under way at that moment may be refused too. A refused request
  was not carried out, and is sent again.
- Then each of them waits for as long as the server asks to, and asks with a single request.
- No execution fails as long as each one gets something through within **Max Wait** (300 seconds). Who
  comes first is a matter of luck, so where more executions run at the same time than the server
  takes requests in a minute, raise **Max Wait**, or let each worker carry out fewer at the same
  time (N8N_CONCURRENCY_PRODUCTION_LIMIT).
- **Requests per Minute** holds for each execution by itself. It is not needed here.

## When a worker dies

In the last column, one of the workers is killed (SIGKILL, as by a power cut) after ${KILL_AFTER} updates.

- Executions that wait in the queue are carried out by the other worker.
- The executions that the dead worker was carrying out end as **error**: ${died(outcomes)}. What they
  had carried out by then stands, each update once, and the others were not carried out. n8n 2 does not run them again
  by itself.
- Of each of them n8n says: “${reason(outcomes)}” That is about the worker, not about Plane: the size
  of the workflow and the settings have nothing to do with it.
- n8n notices it when the worker has not renewed its lock on the execution for a while, and says so
  half a minute later. Here that is ${seconds(noticed(outcomes))} after the kill, with
  QUEUE_WORKER_LOCK_DURATION at 10 seconds and QUEUE_WORKER_STALLED_INTERVAL at 5. With n8n's own 60
  and 30 it is one and a half to two minutes.
- **Retry** in n8n's list of executions does not help: n8n has thrown away what the execution was to
  do, and the retry carries out nothing. Start the workflow again with the same input. Updates and
  additions do no harm twice: here the same calls again carried out ${again.missing === 0 ? 'all that was missing' : 'not all that was missing'}, and
  ${again.rerun} updates a second time, with the same values. For creates, see
  [Limits and faults](limits-and-faults.md).
- n8n 1 runs such an execution again by itself, once, from its start
  (QUEUE_WORKER_MAX_STALLED_COUNT). There, too, updates do no harm.

\`npm run queue\` has made this page, from one run on one machine: ${machine()}.
`;
}

/** Those that were lost, e.g. `2 here, with 7 and 12 of 25 updates carried out`. */
function died({ killed }: Outcomes): string {
	const counts = killed.account.entries
		.filter(({ execution }) => execution.status !== 'success')
		.map(({ updates }) => updates);
	const list = new Intl.ListFormat('en-GB').format(counts.map(String));
	return `${counts.length} here, with ${list} of ${UPDATES} updates carried out`;
}

/** Milliseconds from the kill until n8n knew of all executions what has become of them. */
const noticed = ({ killed: { known, carriedOut } }: Outcomes): number =>
	known - (carriedOut[KILL_AFTER - 1] ?? 0);

/** What n8n says of them, as a sentence. */
const reason = ({ killed }: Outcomes): string =>
	killed.account.entries.find(({ execution }) => execution.error !== undefined)?.execution.error ??
	'';

const machine = (): string =>
	`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`;

function markdown([head = [], ...rows]: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
