import { additionalDataFor } from '../../engine/additionalData';
import { EngineCredentials } from '../../engine/credentials';
import { TIMEZONE } from '../../engine/engine';

import { expect, test } from '@jest/globals';
import { PollContext } from 'n8n-core';
import {
	type INode,
	type INodeParameters,
	type INodeTypes,
	type IPollFunctions,
	Workflow,
} from 'n8n-workflow';

import { PlaneApi } from '../../../credentials/PlaneApi.credentials';
import { pollingFields } from '../../../nodes/PlanePollingTrigger/pollingPanel';
import { PlanePollingTrigger } from '../../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { date } from '../../../nodes/shared/fields/kinds';
import { textsIn, triggerReader } from '../../../nodes/shared/input/triggerReader';
import { workspace } from '../../../nodes/shared/operations/shared/locators';

const trigger = new PlanePollingTrigger();
const nodeTypes: INodeTypes = {
	getByName: () => trigger,
	getByNameAndVersion: () => trigger,
	getKnownTypes: () => ({}),
};

/** A reader of a trigger with these parameters, in n8n's own context. */
function readerOf(parameters: INodeParameters) {
	const node: INode = {
		...{ id: 'trigger', name: 'Trigger', type: 'n8n-nodes-plane-workspace.planePollingTrigger' },
		...{ typeVersion: 1, position: [0, 0], parameters },
	};
	const workflow = new Workflow({
		...{ nodes: [node], connections: {}, active: false, nodeTypes },
		settings: { timezone: TIMEZONE },
	});
	const own = workflow.getNode(node.name) ?? node;
	const additionalData = additionalDataFor(new EngineCredentials(new PlaneApi()));
	const context = new PollContext(workflow, own, additionalData, 'trigger', 'activate');
	return triggerReader(context as IPollFunctions);
}

test('a trigger has parameters, and no items', () => {
	const reader = readerOf({ projects: '={{ ["a", "b"] }}', options: { ignoreMyOwnChanges: true } });
	const { events, watched, ignoreOwn } = pollingFields;
	expect(reader.values([events, watched])).toEqual({
		events: ['work_item_created'],
		projects: ['a', 'b'],
	});
	expect(reader.chosen('options', [ignoreOwn])).toEqual({ ignore_my_own_changes: true });
	expect(reader.problemCount).toBe(0);
});

test('a trigger reads days in the time zone of its workflow', () => {
	const reader = readerOf({ workspaceSlug: '2026-03-09T23:30:00Z' });
	const { parameter } = workspace;
	expect(reader.value(date('day', 'A day', { parameter }))).toBe('2026-03-10');
});

test('a trigger cannot tell which expression of a list finds nothing', () => {
	const reader = readerOf({ projects: '=a\n{{ $workflow.nothing }}' });
	expect(reader.value(pollingFields.watched)).toEqual(['a']);
});

test('a trigger says all that is wrong with its parameters', () => {
	const reader = readerOf({ projects: [], workspaceSlug: '..' });
	reader.values([pollingFields.watched, workspace]);
	expect(reader.resultOf({})).toMatchObject({
		message: 'Project Names or IDs: the value is empty',
		description: expect.stringContaining('. Workspace Slug: ".." is not a workspace slug. '),
	});
});

test.each([
	[
		['a', 1, true, null, {}],
		['a', '1', 'true'],
	],
	['a', []],
	[undefined, []],
])('the texts in %j are %j', (value, texts) => {
	expect(textsIn(value)).toEqual(texts);
});
