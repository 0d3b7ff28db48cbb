import type { LedgerEntry } from '../../service/ledger';
import type { Postgres } from './servers';
import { UPDATES_WORKFLOW, type Update } from './workflows';

/** An execution in n8n's database. */
export interface Execution {
	readonly id: string;
	/** `success`, or another status of n8n. */
	readonly status: string;
	/** n8n's error message if it failed. */
	readonly error: string | undefined;
	/** ID of the execution that it retries. */
	readonly retryOf: string | undefined;
}

/** Reads from n8n's database the executions of the updates with IDs greater than this one. */
export async function readExecutions(database: Postgres, after: number): Promise<Execution[]> {
	// Only failed executions have an error.
	const rows = await database.queryRows(`
		select e.id::text, e.status,
			e."retryOf"::text as retry, case when e.status in ('error', 'crashed') then d.data end as data
		from execution_entity e left join execution_data d on d."executionId" = e.id
		where e."workflowId" = '${UPDATES_WORKFLOW}' and e.id > ${after} order by e.id`);

	return (rows as (Execution & { retry: string | null; data: string | null })[]).map(
		({ id, status, retry, data }) => ({
			id,
			status,
			retryOf: retry ?? undefined,
			error: data === null ? undefined : readError(data),
		}),
	);
}

/**
 * Reads the error message from the data of an execution. n8n stores the data as a list in which objects
 * refer to their parts by index (the package flatted).
 */
function readError(data: string): string | undefined {
	const parts = JSON.parse(data) as (Readonly<Record<string, string>> | string | undefined)[];
	const resolvePart = (part: (typeof parts)[number], name: string) =>
		typeof part === 'object' ? parts[Number(part[name])] : undefined;
	const message = resolvePart(resolvePart(resolvePart(parts[0], 'resultData'), 'error'), 'message');

	return typeof message === 'string' ? message : undefined;
}

/** Compares n8n's executions with the updates in the service's ledger. */
export function compareWithLedger(
	calls: readonly (readonly Update[])[],
	executions: readonly Execution[],
	ledger: readonly LedgerEntry[],
) {
	const executionIds = new Set(executions.map(({ id }) => id));
	const expectedNames = new Map(calls.flat().map(({ module, name }) => [module, name]));
	const updatesOfCalls = ledger
		.map(readCarriedOut)
		.filter(
			({ execution, module, name }) =>
				executionIds.has(execution) && name !== '' && expectedNames.get(module) === name,
		);
	const countExecutions = (module: string) =>
		new Set(
			updatesOfCalls.filter((update) => update.module === module).map(({ execution }) => execution),
		).size;
	const executionCounts = [...expectedNames.keys()].map(countExecutions);

	return {
		entries: executions.map((execution) => {
			const modules = updatesOfCalls.filter((update) => update.execution === execution.id);
			const updates = new Set(modules.map(({ module }) => module)).size;

			// Duplicates: updates that the execution carried out more than once.
			return { execution, updates, duplicates: modules.length - updates };
		}),
		/** Updates that no execution has carried out. */
		missing: executionCounts.filter((count) => count === 0).length,
		/** Updates that more than one execution has carried out. */
		repeated: executionCounts.filter((count) => count > 1).length,
		/** Entries of the ledger that are not updates of these calls. */
		unexpected: ledger.length - updatesOfCalls.length,
	};
}

/** Reads an entry of the ledger. The name `12: call 3, update 4` means that execution 12 carried it out. */
function readCarriedOut({ operation, url, body }: LedgerEntry) {
	const hasName = typeof body === 'object' && body !== null && 'name' in body;
	const [execution = '', name = ''] = hasName ? String(body.name).split(': ') : [];
	const module = /\/modules\/([^/]+)\/$/.exec(url)?.[1] ?? '';

	return { execution, module, name: operation === 'module.update' ? name : '' };
}
