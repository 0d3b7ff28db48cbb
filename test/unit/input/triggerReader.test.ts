import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { pollingFields } from '../../../nodes/PlanePollingTrigger/pollingPanel';
import { date } from '../../../nodes/shared/fields/kinds';
import { triggerReader } from '../../../nodes/shared/parameters/triggerReader';
import { workspace } from '../../../nodes/shared/operations/shared/locators';
import { pollContext } from '../contexts';

/** A reader of a trigger with these parameters, in n8n's own context. */
const readerOf = async (parameters: INodeParameters) =>
	triggerReader(await pollContext(parameters));

test('a trigger has parameters, and no items', async () => {
	const reader = await readerOf({
		projects: '={{ ["a", "b"] }}',
		options: { ignoreMyOwnChanges: true },
	});
	const { events, watched, ignoreOwn } = pollingFields;

	expect(reader.values([events, watched])).toEqual({
		events: ['work_item_created'],
		projects: ['a', 'b'],
	});
	expect(reader.optionValues('options', [ignoreOwn])).toEqual({ ignore_my_own_changes: true });
	expect(reader.problemCount).toBe(0);
});

test('a trigger reads days in the time zone of its workflow', async () => {
	const reader = await readerOf({ workspaceSlug: '2026-03-09T23:30:00Z' });
	const { parameter } = workspace;

	expect(reader.value(date('day', 'A day', { parameter }))).toBe('2026-03-10');
});

test('a trigger cannot tell which expression of a list finds nothing', async () => {
	const reader = await readerOf({ projects: '=a\n{{ $workflow.nothing }}' });

	expect(reader.value(pollingFields.watched)).toEqual(['a']);
});

test('a trigger says all that is wrong with its parameters', async () => {
	const reader = await readerOf({ projects: [], workspaceSlug: '..' });

	reader.values([pollingFields.watched, workspace]);
	expect(reader.finish({})).toMatchObject({
		message: 'Project Names or IDs: the value is empty',
		description: expect.stringContaining('. Workspace Slug: ".." is not a workspace slug. '),
	});
});
