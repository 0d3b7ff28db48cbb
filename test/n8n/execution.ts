import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

/** The result of a run of a workflow. */
export interface Execution {
	/** Items by node name and output, the success output first. Only nodes that ran are included. */
	readonly nodes: Readonly<Record<string, { readonly outputs: INodeExecutionData[][] }>>;
	/** Message of the error that ended the run. */
	readonly error: string | undefined;
}

/** Reads what n8n has stored of an execution. @param data a list in which objects refer to their values */
export async function readExecution(data: string): Promise<Execution> {
	const { parse } = await import('flatted');
	const { error, runData } = (parse(data) as IRunExecutionData).resultData;
	const nodes = Object.entries(runData).map(([name, [run]]) => {
		return [name, { outputs: (run?.data?.main ?? []).map((items) => items ?? []) }] as const;
	});

	return { nodes: Object.fromEntries(nodes), error: error?.message };
}

/** The messages of all errors of an execution, in the form in which n8n stores it. */
export function readErrorMessages(data: string): unknown[] {
	const values = JSON.parse(data) as readonly unknown[];
	const hasMessage = (value: unknown): value is { message: string } =>
		typeof value === 'object' && value !== null && 'message' in value;

	return values.filter(hasMessage).map(({ message }) => values[Number(message)]);
}
