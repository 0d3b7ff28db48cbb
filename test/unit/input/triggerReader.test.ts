import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { pollingFields } from '../../../nodes/PlanePollingTrigger/pollingFields';
import { date } from '../../../nodes/shared/fields/kinds';
import { toValues } from '../../../nodes/shared/parameters/ParameterReader';
import { triggerReader } from '../../../nodes/shared/parameters/triggerReader';
import { workspace } from '../../../nodes/shared/operations/shared/locators';
import { pollContext } from '../contexts';
import { causes } from '../../nodeTexts';

/** Creates a reader for a trigger with these parameters, in n8n's own context. */
const createReader = async (parameters: INodeParameters) =>
	triggerReader(await pollContext(parameters));

test('triggerReader reads the parameters of a trigger, which has no items', async () => {
	const reader = await createReader({
		projects: '={{ ["a", "b"] }}',
		options: { ignoreMyOwnChanges: true },
	});
	const { events, projects, ignoreOwnChanges } = pollingFields;

	expect(toValues(reader.fields([events, projects]))).toEqual({
		events: ['workItemCreated'],
		projects: ['a', 'b'],
	});
	expect(reader.optionValues('options', [ignoreOwnChanges])).toEqual({
		ignore_my_own_changes: true,
	});
	expect(reader.problemCount).toBe(0);
});

test('triggerReader reads dates in the time zone of its workflow', async () => {
	const reader = await createReader({ workspaceSlug: '2026-03-09T23:30:00Z' });
	const { parameter } = workspace;

	expect(reader.value(date('day', 'A day', { parameter }))).toBe('2026-03-10');
});

test('triggerReader skips expressions without a value in a list, because n8n cannot evaluate them alone', async () => {
	const reader = await createReader({ projects: '=a\n{{ $workflow.nothing }}' });

	expect(reader.value(pollingFields.projects)).toEqual(['a']);
});

test('triggerReader returns one Problem with everything that is wrong with the parameters', async () => {
	const reader = await createReader({ projects: [], workspaceSlug: '..' });

	reader.fields([pollingFields.projects, workspace]);

	expect(reader.finish({})).toMatchObject({
		message: `Project Names or IDs: ${causes.empty}`,
		description: expect.stringContaining('.\nWorkspace Slug: ".." is not a workspace slug. '),
	});
});
