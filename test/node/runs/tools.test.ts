import { describe, expect, it } from '@jest/globals';

import { byId } from '../../engine/samples';
import { causes } from '../../nodeTexts';
import { jsonResponse } from '../../unit/responses';
import type { NodeRun } from '../plane';
import { RECORD, useProject } from '../writes/useProject';

const startProject = useProject();

/** Runs an operation on a server that refuses everything (row 17). */
const run = async (more: NodeRun, operation = 'label.update') =>
	await startProject(() => jsonResponse({ error: 'No' }, 403)).run(
		operation,
		{ labelId: byId(RECORD), updateFields: { name: 'x' } },
		more,
	);

it('A node without such an operation fails with the advice to choose one', async () => {
	const { error } = await run({}, 'label.rename');

	expect(error).toEqual({
		message: 'There is no operation "rename" of the resource "label"',
		description: 'Choose a Resource and an Operation from the lists.',
	});
});

describe('A tool of an agent', () => {
	it('returns nothing but the error of a call without such an operation', async () => {
		const { items, error } = await run({ isTool: true }, 'label.rename');

		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { error: expect.stringContaining('no operation "rename"') },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('stops the workflow if its file says so', async () => {
		const { error } = await run({ isTool: true, onError: 'stopWorkflow' });

		expect(error?.message).toContain(causes.noAccess);
	});

	it('does not return the error of an execution that was canceled', async () => {
		const { error } = await run({ isTool: true, signal: AbortSignal.abort() });

		expect(error?.message).toBe(causes.canceled);
	});
});
