import type { IDataObject } from 'n8n-workflow';

import { changesBetween, takeSnapshot } from './changes';
import { parametersFor } from './samples';
import { getNodeName, type Step } from './story';
import type { World } from './world';

const FILE = Buffer.from('A file that n8n uploads.\n'.repeat(1000));

/** The result of one step of the story. */
export interface StepResult {
	/** `resource.operation` */
	readonly operation: string;
	/** The name of the node. */
	readonly name: string;
	readonly succeeded: boolean;
	readonly requests: readonly {
		readonly method: string;
		readonly url: string;
		readonly status: number;
		readonly body?: unknown;
		readonly operation?: string | undefined;
		readonly problem?: string | undefined;
	}[];
	/** Output items. */
	readonly items: readonly IDataObject[];
	readonly milliseconds: number;
	/** The changes of the service and of the store, each described in a line. */
	readonly changed: readonly string[];
	readonly problem?: string | undefined;
}

/** Runs the steps in their order as one workflow, whose input item has a file and its upload credentials. */
export async function runStory(
	{ service, store, engine, credential }: Omit<World, 'run'>,
	steps: readonly Step[],
): Promise<readonly StepResult[]> {
	const file = { name: 'notes.txt', mimeType: 'text/plain', content: FILE };
	const { name, mimeType: type } = file;
	const credentials = await service.issueUpload({ name, type, size: FILE.length });

	service.requests.splice(0);

	const effects = new Map<string, Pick<StepResult, 'requests' | 'changed'>>();
	let before = await takeSnapshot(service.state, store);
	const outcomes = await engine.runAll(
		steps.map((step) => ({
			name: getNodeName(step),
			parameters: parametersFor(step.operation, step.parameters),
			// If a step fails, the others still run.
			onError: 'continueErrorOutput',
		})),
		[{ json: { credentials }, files: { data: file } }],
		credential,
		{
			afterNode: async (name) => {
				const now = await takeSnapshot(service.state, store);
				const sent = [...service.requests.splice(0), ...store.requests.splice(0)];

				sent.sort((left, right) => left.at - right.at);
				effects.set(name, { requests: sent, changed: changesBetween(before, now) });
				before = now;
			},
		},
	);

	return steps.map((step): StepResult => {
		const name = getNodeName(step);
		const outcome = outcomes.get(name);
		const { requests, changed } = effects.get(name) ?? { requests: [], changed: [] };
		const [failed] = outcome?.outputs[1] ?? [];
		const problem = outcome?.error?.message ?? (failed && JSON.stringify(failed.json.error));
		const items = outcome?.json ?? [];
		const succeeded = problem === undefined && requests.length > 0 && items.length > 0;
		const { operation } = step;
		const milliseconds = outcome?.time ?? 0;

		return { operation, name, succeeded, requests, items, milliseconds, changed, problem };
	});
}
