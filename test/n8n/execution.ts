export interface Item {
	readonly json: Readonly<Record<string, unknown>>;
	readonly binary?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What came of a run of a workflow. */
export interface Execution {
	/** By the node's name the items of its outputs, the success output first; only of nodes that ran. */
	readonly nodes: Readonly<Record<string, { readonly outputs: readonly (readonly Item[])[] }>>;
	/** The message of the error that ended it. */
	readonly error: string | undefined;
}

/** What of n8n's own record of a run is read here. */
interface RunRecord {
	readonly data: {
		readonly resultData: {
			readonly error?: { readonly message: string };
			readonly runData: Readonly<
				Record<
					string,
					readonly { readonly data?: { readonly main?: (readonly Item[] | null)[] } }[]
				>
			>;
		};
	};
}

/**
 * Reads what `n8n execute` wrote: the record of the run in JSON, with lines of the log around it.
 * @returns undefined where there is none
 */
export function readExecution(stdout: string): Execution | undefined {
	const [json] = /^\{\n[\s\S]*?^\}$/m.exec(stdout) ?? [];
	if (json === undefined) return undefined;
	const { error, runData } = (JSON.parse(json) as RunRecord).data.resultData;
	const nodes = Object.entries(runData).map(([name, [run]]) => {
		return [name, { outputs: (run?.data?.main ?? []).map((items) => items ?? []) }] as const;
	});
	return { nodes: Object.fromEntries(nodes), error: error?.message };
}
