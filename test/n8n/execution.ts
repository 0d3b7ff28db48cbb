import { excerpt, type Finished } from './finished';

/** What one node put out, and how it ended. */
export interface NodeRun {
	/** Items by output: the first is the success output. */
	readonly outputs: readonly (readonly Item[])[];
	/** The words of its error, where it failed. */
	readonly error?: string;
}

export interface Item {
	readonly json: Readonly<Record<string, unknown>>;
	readonly binary?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What came of a run of a workflow. */
export interface Execution {
	/** By the node's name; a node that did not run is not in it. */
	readonly nodes: Readonly<Record<string, NodeRun>>;
	/** The words of the error that ended it. */
	readonly error?: string;
}

/** What of n8n's own record of a run is read here. */
interface RunRecord {
	readonly data: {
		readonly resultData: {
			readonly error?: { readonly message: string };
			readonly runData: Readonly<
				Record<
					string,
					readonly {
						readonly error?: { readonly message: string };
						readonly data?: { readonly main?: readonly (readonly Item[] | null)[] };
					}[]
				>
			>;
		};
	};
}

/**
 * Reads what `n8n execute` wrote: the record of the run in JSON, with lines of the log around it.
 * @throws Error with the last of it where there is none
 */
export function readExecution(finished: Finished): Execution {
	const [json] = /^\{\n[\s\S]*?^\}$/m.exec(finished.stdout) ?? [];
	if (json === undefined) throw new Error(`n8n execute left no record. ${excerpt(finished)}`);
	const { error, runData } = (JSON.parse(json) as RunRecord).data.resultData;
	const nodes = Object.entries(runData).map(([name, runs]) => {
		const [run] = runs;
		const outputs = (run?.data?.main ?? []).map((items) => items ?? []);
		return [name, { outputs, ...(run?.error && { error: run.error.message }) }] as const;
	});
	return { nodes: Object.fromEntries(nodes), ...(error && { error: error.message }) };
}
