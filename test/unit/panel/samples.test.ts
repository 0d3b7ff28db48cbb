import { expect, test } from '@jest/globals';
import { type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { Plane } from '../../../nodes/Plane/Plane.node';
import { createDemoRows, listSteps } from '../../engine/customerStory';
import { parametersFor, samples } from '../../engine/samples';
import { seed } from '../../service/seed';
import { listParameterPaths } from '../parameterPaths';

const { description } = new Plane();
const state = seed(4);

/** The samples of parameters, and the parameters of the steps of the demo. */
const parameterSets = [
	...Object.entries(samples(state)),
	...listSteps(createDemoRows(state)).map(
		({ operation, parameters }): [string, INodeParameters] => [operation, parameters],
	),
];

// n8n drops parameters that it does not know, so that a test with one of them tests less than it seems to.
test('all samples and all steps of the demo have only parameters of the panel', () => {
	const unknown = parameterSets.flatMap(([operation, parameters]) => {
		const kept = NodeHelpers.getNodeParameters(
			description.properties,
			parametersFor(operation, parameters),
			true,
			false,
			{ typeVersion: 1 },
			description,
		);
		const keptPaths = new Set(listParameterPaths(kept));

		return listParameterPaths(parameters)
			.filter((path) => !keptPaths.has(path))
			.map((path) => `${operation}: ${path}`);
	});

	expect(unknown).toEqual([]);
});
