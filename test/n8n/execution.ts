import type { INodeExecutionData, IRun } from 'n8n-workflow';

/** What came of a run of a workflow. */
export interface Execution {
	/** By the node's name the items of its outputs, the success output first; only of nodes that ran. */
	readonly nodes: Readonly<Record<string, { readonly outputs: INodeExecutionData[][] }>>;
	/** The message of the error that ended it. */
	readonly error: string | undefined;
}

/**
 * Reads what `n8n execute` wrote: the record of the run in JSON, with lines of the log around it.
 * @returns undefined where there is none
 */
export function readExecution(stdout: string): Execution | undefined {
	const [json] = /^\{\n[\s\S]*?^\}$/m.exec(stdout) ?? [];
	if (json === undefined) return undefined;

	const { error, runData } = (JSON.parse(json) as IRun).data.resultData;
	const nodes = Object.entries(runData).map(([name, [run]]) => {
		return [name, { outputs: (run?.data?.main ?? []).map((items) => items ?? []) }] as const;
	});

	return { nodes: Object.fromEntries(nodes), error: error?.message };
}
