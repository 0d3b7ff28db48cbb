import type { Carried } from '../../service/ledger';
import type { Execution } from './executions';
import type { Update } from './updates';

/** What became of one execution, by n8n and by the service's ledger. */
export interface Entry {
	readonly execution: Execution;
	/** Updates that it has carried out. */
	readonly updates: number;
	/** How often it has carried out what it had carried out already. */
	readonly doubled: number;
}

export interface Account {
	readonly entries: readonly Entry[];
	/** Updates that no execution has carried out. */
	readonly missing: number;
	/** Updates that more than one execution has carried out. */
	readonly rerun: number;
	/** What the ledger holds besides the updates that were asked for. */
	readonly foreign: number;
}

/** Holds what n8n says of its executions against what the service has carried out. */
export function accountOf(
	calls: readonly (readonly Update[])[],
	executions: readonly Execution[],
	ledger: readonly Carried[],
): Account {
	const carried = ledger.map(readCarried);
	const known = new Set(executions.map(({ id }) => id));
	const asked = new Map(calls.flat().map(({ module, name }) => [module, name]));
	const isAsked = ({ execution, module, name }: Read) =>
		known.has(execution) && name !== '' && asked.get(module) === name;
	const own = carried.filter(isAsked);
	/** Of each module the executions that have changed it. */
	const changes = new Map([...asked.keys()].map((module) => [module, new Set<string>()]));
	for (const { module, execution } of own) changes.get(module)?.add(execution);
	const executionsOfEach = [...changes.values()].map(({ size }) => size);

	return {
		entries: executions.map((execution) => {
			const modules = own.filter((read) => read.execution === execution.id);
			const updates = new Set(modules.map(({ module }) => module)).size;
			return { execution, updates, doubled: modules.length - updates };
		}),
		missing: executionsOfEach.filter((count) => count === 0).length,
		rerun: executionsOfEach.filter((count) => count > 1).length,
		foreign: carried.length - own.length,
	};
}

type Read = ReturnType<typeof readCarried>;

/** An entry whose update is called `12: call 3, update 4`: carried out by execution 12. */
function readCarried({ operation, url, body }: Carried) {
	const hasName = typeof body === 'object' && body !== null && 'name' in body;
	const [execution = '', name = ''] = hasName ? String(body.name).split(': ') : [];
	const module = /\/modules\/([^/]+)\/$/.exec(url)?.[1] ?? '';
	return { execution, module, name: operation === 'module.update' ? name : '' };
}
