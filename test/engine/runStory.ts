import type { IDataObject } from 'n8n-workflow';

import { changesBetween, snapshot } from './changes';
import { parametersFor } from './samples';
import { nameOf, type Step } from './story';
import type { World } from './world';

const FILE = Buffer.from('A file that n8n uploads.\n'.repeat(1000));

/** The result of one operation. */
export interface Line {
	/** `resource.operation` */
	readonly operation: string;
	/** What the node is called. */
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
	/** What the operation changed on the service or in the store. */
	readonly changed: readonly string[];
	readonly problem?: string | undefined;
}

/** Runs the steps as one workflow, one after the other, for an item with a file and its credentials. */
export async function runStory(
	{ service, store, engine, credential }: Omit<World, 'run'>,
	steps: readonly Step[],
): Promise<readonly Line[]> {
	const file = { name: 'notes.txt', mimeType: 'text/plain', content: FILE };
	const { name, mimeType: type } = file;
	const credentials = await service.issueUpload({ name, type, size: FILE.length });

	service.requests.splice(0);

	const seen = new Map<string, Pick<Line, 'requests' | 'changed'>>();
	let before = await snapshot(service.state, store);
	const outcomes = await engine.runAll(
		steps.map((step) => ({
			name: nameOf(step),
			parameters: parametersFor(step.operation, step.parameters),
			// One that fails is shown as failed; the others still run.
			onError: 'continueErrorOutput',
		})),
		[{ json: { credentials }, files: { data: file } }],
		credential,
		{
			after: async (name) => {
				const now = await snapshot(service.state, store);
				const sent = [...service.requests.splice(0), ...store.requests.splice(0)];

				sent.sort((one, other) => one.at - other.at);
				seen.set(name, { requests: sent, changed: changesBetween(before, now) });
				before = now;
			},
		},
	);

	return steps.map((step): Line => {
		const name = nameOf(step);
		const outcome = outcomes.get(name);
		const { requests, changed } = seen.get(name) ?? { requests: [], changed: [] };
		const [failed] = outcome?.outputs[1] ?? [];
		const problem = outcome?.error?.message ?? (failed && JSON.stringify(failed.json.error));
		const items = outcome?.json ?? [];
		const succeeded = problem === undefined && requests.length > 0 && items.length > 0;
		const { operation } = step;
		const milliseconds = outcome?.time ?? 0;

		return { operation, name, succeeded, requests, items, milliseconds, changed, problem };
	});
}
