import { createHash } from 'node:crypto';

import { startService, type ReceivedRequest } from '../../service/service';
import { idOf, type Module } from '../../service/state';
import { CHANGE, nameOf } from '../work';
import { placeOf, type BenchServer, type WorkspaceOptions } from './protocol';

/** Starts the test service with as many modules and work items in its first project as wanted. */
export async function openWorkspace(options: WorkspaceOptions): Promise<BenchServer> {
	const { limit, latencyMs, workItems } = options;
	const service = await startService({
		workItems,
		// As the server that was observed to have a limit.
		...(limit === undefined ? {} : { face: 'community', limit }),
	});
	const { state, requests, refusals, ledger, faults } = service;
	if (latencyMs > 0) faults.plan({ kind: 'delay', milliseconds: latencyMs }, { times: Infinity });
	const [pattern] = state.modules;
	if (pattern === undefined) throw new Error('The service has no module.');
	const modules = Array.from(
		{ length: options.modules },
		(_, index): Module => ({
			...pattern,
			...untouched(index),
			id: idOf('module of the bench', index),
		}),
	);
	state.modules = modules;
	let before = 0;

	return {
		place: placeOf(service),
		reset() {
			before = ledger.length;
			requests.length = 0;
			refusals.length = 0;
			state.additions.length = 0;
			for (const [index, module] of modules.entries()) Object.assign(module, untouched(index));
		},
		account: () => ({
			requests: requests.length,
			refusedAt: refusals,
			problems: requests.flatMap(({ problem }) => problem ?? []),
			digest: digestOf(requests),
			carriedOut: ledger.length - before,
			updated: modules.filter(isUpdated).length,
			held: new Set(modules[0]?.issues).size,
		}),
	};
}

/** As a module is before its update. No two names are the same: a Community Edition forbids it. */
const untouched = (index: number) => ({
	name: `Untouched ${index + 1}`,
	status: 'backlog',
	target_date: null,
	issues: [],
});

const isUpdated = ({ name, status, target_date: date }: Module, index: number): boolean =>
	name === nameOf(index) && status === CHANGE.status && date === CHANGE.target_date;

function digestOf(requests: readonly ReceivedRequest[]): string {
	const lines = requests.map(({ method, url, body }) => {
		// The order of the fields of a body means nothing.
		const fields = Object.entries(body ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
		return `${method} ${url} ${JSON.stringify(fields)}`;
	});
	return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
