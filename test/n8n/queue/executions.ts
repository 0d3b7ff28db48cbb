import type { Postgres } from './postgres';
import { WORKFLOW_ID } from './workflow';

/** What n8n says of an execution. */
export interface Execution {
	readonly id: string;
	/** `success`, or what else n8n calls its end. */
	readonly status: string;
	/** UNIX milliseconds; undefined: it has not ended. */
	readonly ended: number | undefined;
	/** Why it failed, in n8n's words. */
	readonly error: string | undefined;
	/** The execution that it repeats. */
	readonly retryOf: string | undefined;
}

/** The executions of the workflow after the one with this ID, as they stand in n8n's database. */
export async function executionsIn(database: Postgres, after: number): Promise<Execution[]> {
	// Only an execution that has failed has to say why.
	const rows = await database.rows(`
		select e.id, e.status, extract(epoch from e."stoppedAt") * 1000 as stopped,
			e."retryOf" as retry, case when e.status in ('error', 'crashed') then d.data end as data
		from execution_entity e left join execution_data d on d."executionId" = e.id
		where e."workflowId" = '${WORKFLOW_ID}' and e.id > ${after} order by e.id`);
	return rows.map((row) => {
		const { id, status, stopped, retry, data } = asRecord(row);
		return {
			id: String(id),
			status: String(status),
			ended: stopped === null ? undefined : Number(stopped),
			error: errorIn(typeof data === 'string' ? data : ''),
			retryOf: typeof retry === 'string' ? retry : undefined,
		};
	});
}

const ENDED = ['success', 'error', 'crashed', 'canceled'];

export const hasEnded = ({ status }: Execution): boolean => ENDED.includes(status);

/**
 * The message of the error in the data of an execution. n8n writes the data as a list in which each
 * object names its parts by their places in the list (the package flatted).
 */
function errorIn(data: string): string | undefined {
	if (data === '') return undefined;
	const parts: unknown = JSON.parse(data);
	if (!Array.isArray(parts)) return undefined;
	const at = (part: unknown, name: string): unknown => parts[Number(asRecord(part)[name])];
	const message = at(at(at(parts[0], 'resultData'), 'error'), 'message');
	return typeof message === 'string' ? message : undefined;
}

const asRecord = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? { ...value } : {};
