import type { Carried } from '../../service/ledger';
import type { Postgres } from './servers';
import { UPDATES_WORKFLOW, type Update } from './workflows';

/** What n8n says of an execution. */
export interface Execution {
	readonly id: string;
	/** `success`, or what else n8n calls its end. */
	readonly status: string;
	/** Why it failed, in n8n's words. */
	readonly error: string | undefined;
	/** The execution that it repeats. */
	readonly retryOf: string | undefined;
}

/** The executions of the updates after the one with this ID, as they stand in n8n's database. */
export async function executionsIn(database: Postgres, after: number): Promise<Execution[]> {
	// Only an execution that has failed has to say why.
	const rows = await database.rows(`
		select e.id::text, e.status,
			e."retryOf"::text as retry, case when e.status in ('error', 'crashed') then d.data end as data
		from execution_entity e left join execution_data d on d."executionId" = e.id
		where e."workflowId" = '${UPDATES_WORKFLOW}' and e.id > ${after} order by e.id`);

	return (rows as (Execution & { retry: string | null; data: string | null })[]).map(
		({ id, status, retry, data }) => ({
			id,
			status,
			retryOf: retry ?? undefined,
			error: data === null ? undefined : errorIn(data),
		}),
	);
}

/**
 * The message of the error in the data of an execution. n8n writes the data as a list in which each
 * object names its parts by their places in the list (the package flatted).
 */
function errorIn(data: string): string | undefined {
	const parts = JSON.parse(data) as (Readonly<Record<string, string>> | string | undefined)[];
	const inside = (part: (typeof parts)[number], name: string) =>
		typeof part === 'object' ? parts[Number(part[name])] : undefined;
	const message = inside(inside(inside(parts[0], 'resultData'), 'error'), 'message');

	return typeof message === 'string' ? message : undefined;
}

/** Holds what n8n says of its executions against what the service has carried out. */
export function accountOf(
	calls: readonly (readonly Update[])[],
	executions: readonly Execution[],
	ledger: readonly Carried[],
) {
	const known = new Set(executions.map(({ id }) => id));
	const asked = new Map(calls.flat().map(({ module, name }) => [module, name]));
	const own = ledger
		.map(readCarried)
		.filter(
			({ execution, module, name }) =>
				known.has(execution) && name !== '' && asked.get(module) === name,
		);
	const executionsOf = (module: string) =>
		new Set(own.filter((read) => read.module === module).map(({ execution }) => execution)).size;
	const counts = [...asked.keys()].map(executionsOf);

	return {
		entries: executions.map((execution) => {
			const modules = own.filter((read) => read.execution === execution.id);
			const updates = new Set(modules.map(({ module }) => module)).size;

			// Doubled is what it has carried out although it had carried it out already.
			return { execution, updates, doubled: modules.length - updates };
		}),
		/** Updates that no execution has carried out. */
		missing: counts.filter((count) => count === 0).length,
		/** Updates that more than one execution has carried out. */
		rerun: counts.filter((count) => count > 1).length,
		/** What the ledger holds besides the updates that were asked for. */
		foreign: ledger.length - own.length,
	};
}

/** An entry whose update is called `12: call 3, update 4`: carried out by execution 12. */
function readCarried({ operation, url, body }: Carried) {
	const hasName = typeof body === 'object' && body !== null && 'name' in body;
	const [execution = '', name = ''] = hasName ? String(body.name).split(': ') : [];
	const module = /\/modules\/([^/]+)\/$/.exec(url)?.[1] ?? '';

	return { execution, module, name: operation === 'module.update' ? name : '' };
}
