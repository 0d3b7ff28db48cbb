import type { INodeExecutionData, IRun } from 'n8n-workflow';

/** The result of a run of a workflow. */
export interface Execution {
	/** Items by node name and output, the success output first. Only nodes that ran are included. */
	readonly nodes: Readonly<Record<string, { readonly outputs: INodeExecutionData[][] }>>;
	/** Message of the error that ended the run. */
	readonly error: string | undefined;
}

/**
 * Reads the JSON of a run from the output of `n8n execute`, which also contains lines of the log.
 *
 * @returns undefined if there is none
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
