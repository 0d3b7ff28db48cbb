import { describe, expect, test } from '@jest/globals';
import { generateNodeTypeFile } from '@n8n/workflow-sdk/scripts/generate-types';
import type { INodeTypeDescription } from 'n8n-workflow';

import { Plane } from '../../../nodes/Plane/Plane.node';
import { PlanePollingTrigger } from '../../../nodes/PlanePollingTrigger/PlanePollingTrigger.node';
import { PlaneTrigger } from '../../../nodes/PlaneTrigger/PlaneTrigger.node';
import { describeExcess } from './describeExcess';

// What n8n's assistant, its agents and its MCP server read of a node, made by n8n's own generator.

/** In characters. Four of them are about one token of a model. */
const MAX_DEFINITION = 320_000;
const MAX_TRIGGER_DEFINITION = 8_000;

/** Generates what models read of a node. n8n loads community nodes with the name of their package. */
const generateDefinition = (description: INodeTypeDescription): string => {
	const node: unknown = { ...description, name: `n8n-nodes-plane-workspace.${description.name}` };

	return generateNodeTypeFile(node as Parameters<typeof generateNodeTypeFile>[0]);
};

const definition = generateDefinition(new Plane().description);

describe('the definition that models read', () => {
	test('of all operations has no more characters than its limit', () => {
		expect(describeExcess(definition.length, MAX_DEFINITION, 'characters')).toBeUndefined();
	});

	test.each([new PlaneTrigger(), new PlanePollingTrigger()])(
		'of $description.displayName has no more characters than its limit',
		({ description }) => {
			const { length } = generateDefinition(description);

			expect(describeExcess(length, MAX_TRIGGER_DEFINITION, 'characters')).toBeUndefined();
		},
	);

	test('lists no operations for which a parameter is hidden or shown', () => {
		expect(definition).not.toMatch(/@displayOptions\.\w+ \{[^}]*\b(resource|operation):/);
	});

	test('describes each operation by its own resource: n8n would take the text of the first operation with the same value', () => {
		const [, description] =
			/\/\*\* (.*) \*\/\nexport type PlaneV1LabelGetAllParams/.exec(definition) ?? [];

		expect(description).toBe('Tags of work items');
	});
});
