import { expect, test } from '@jest/globals';
import type { JsonObject } from 'n8n-workflow';

import { explainKnownRefusal, findFurtherRemedy } from '../../../nodes/shared/errors/knownRefusals';
import { operations } from '../../../nodes/shared/operations/catalog';
import type { RequestTarget } from '../../../nodes/shared/model/call';
import { toOperationName } from '../panel/panel';
import { jsonResponse } from '../responses';
import { projectUpdate } from './table/calls';

/** A request for which all that matters is its operation. */
const aboutOperation = (operation: RequestTarget['operation']): RequestTarget => ({
	kind: 'read',
	workspace: 'acme',
	path: {},
	operation,
});

/** Names the operations that say what a response means. */
const listExplaining = (
	explain: typeof explainKnownRefusal | typeof findFurtherRemedy,
	body: JsonObject,
	status: number,
): string[] =>
	operations
		.filter(
			(operation) =>
				operation.kind !== 'upload' &&
				explain(jsonResponse(body, status), aboutOperation(operation)) !== undefined,
		)
		.map(toOperationName);

/** Recorded (`interface`), but for those of modules and of archived work items, which are from the source. */
const WORDS: readonly (readonly [words: string, ...operations: string[]])[] = [
	['Cycles are not enabled for this project', 'cycle.addWorkItems', 'cycle.create', 'cycle.update'],
	[
		'Modules are not enabled for this project',
		'module.addWorkItems',
		'module.create',
		'module.update',
	],
	[
		"Intake is not enabled for this project enable it through the project's api",
		'intakeItem.create',
	],
	[
		'The Cycle has already been completed so it cannot be edited',
		'cycle.addWorkItems',
		'cycle.update',
	],
	['Only completed cycles can be archived', 'cycle.archive'],
	['Only completed or cancelled modules can be archived', 'module.archive'],
	['Only completed or cancelled work items can be archived', 'workItem.archive'],
	['The old cycle is not completed yet', 'cycle.transferWorkItems'],
	['Default state cannot be deleted', 'state.delete'],
	['The state is not empty, only empty states can be deleted', 'state.delete'],
	['Archived project cannot be updated', 'project.update', 'project.updateFeatures'],
];

test.each(WORDS)('"%s" is explained by %s and %s', (words, ...names) => {
	expect(listExplaining(explainKnownRefusal, { error: words }, 400).sort()).toEqual(names.sort());
});

test.each([
	[403, 'initiativeLabel.update'],
	[
		404,
		'estimate.get',
		'intakeItem.get',
		'intakeItem.update',
		'workItemPropertyValue.get',
		'workItemPropertyValue.update',
	],
	[500, 'cycle.archive', 'intakeItem.create'],
] as const)('a response %s has a further remedy for %s', (status, ...names) => {
	expect(listExplaining(findFurtherRemedy, { error: 'No' }, status).sort()).toEqual([...names]);
});

test('every operation says something of a payload that is not valid', () => {
	const explained = listExplaining(explainKnownRefusal, { error: 'The payload is not valid' }, 400);

	expect(explained).toHaveLength(operations.filter(({ kind }) => kind !== 'upload').length);
});

test('a refusal of one field is explained only to those who send it (row 64)', () => {
	const refusal = jsonResponse({ error: 'Please provide valid detail' }, 400);
	const explain = (body: JsonObject) => explainKnownRefusal(refusal, { ...projectUpdate, body });

	expect(explain({ default_state: 'x' })?.message).toBe(
		'Plane refused Default State: Please provide valid detail',
	);
	expect(explain({ name: 'x' })).toBeUndefined();
});
