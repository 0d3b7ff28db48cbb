import { beforeAll, describe, expect, test } from '@jest/globals';
import type {
	ICredentialTestFunctions,
	INodeParameters,
	INodeProperties,
	NodeParameterValueType,
} from 'n8n-workflow';

import { pollingProperties } from '../../nodes/PlanePollingTrigger/pollingProperties';
import { webhookProperties } from '../../nodes/PlaneTrigger/description';
import { expectProblem } from '../expectProblem';
import { collectMistakes } from '../tools/mistakes';
import { findSavedParameters, getInvalidValue } from '../unit/panel/everyParameter';
import { listOptionValues } from '../unit/panel/panel';
import { loadPackage } from './package';
import { withValue } from './samples';
import { Triggers } from './triggers';
import { useWorld } from './useWorld';

const world = useWorld({ serverKind: 'community' });
let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

describe('A list in the panel of the polling trigger', () => {
	const start = async (parameters: INodeParameters = {}) =>
		await triggers.create('planePollingTrigger', parameters, world.credential);

	test('shows all projects or all members of the workspace', async () => {
		const { projects, users } = world.service.state;
		const trigger = await start();

		const options = await trigger.loadOptions('searchProjects');

		expect(options.map(({ value }) => value).sort()).toEqual(projects.map(({ id }) => id).sort());
		expect(await trigger.loadOptions('searchMembers')).toHaveLength(users.length);
	});

	test.each(['searchStatesOfProjects', 'searchLabelsOfProjects'])(
		'(%s) shows each name of the chosen projects, or of all, once',
		async (method) => {
			const { projects, states, labels } = world.service.state;
			const rows = method.startsWith('searchStates') ? states : labels;
			const ids = projects.map(({ id }) => id);
			const trigger = await start({ projects: [...ids, 'LNCH'] });
			const names = rows.filter(({ project }) => ids.includes(project)).map(({ name }) => name);

			const options = await trigger.loadOptions(method);
			const optionsOfAll = await (await start()).loadOptions(method);

			expect(options.map(({ name }) => name).sort()).toEqual([...new Set(names)].sort());
			expect(optionsOfAll.map(({ name }) => name).sort()).toEqual([...new Set(names)].sort());
		},
	);
});

describe('A list in the panel of the webhook trigger', () => {
	const signing = { signingSecret: 'plane_wh_0123456789' };

	test('shows the projects of the workspace with a Plane API credential', async () => {
		const trigger = await triggers.create('planeTrigger', {}, signing, world.credential);

		const options = await trigger.loadOptions('searchProjects');

		expect(options).toHaveLength(world.service.state.projects.length);
	});

	test('says what to do without a Plane API credential', async () => {
		const trigger = await triggers.create('planeTrigger', {}, signing);

		await expect(trigger.loadOptions('searchMembers')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message:
				"Choose a credential for Plane's API to see this list. Without one, enter IDs by an expression.",
		});
	});
});

test('The credential test of the webhook trigger passes with a signing secret', async () => {
	const { nodes } = await loadPackage();
	const credentialTest = nodes.planeTrigger.methods?.credentialTest?.planeWebhookApiTest;
	const data = { signingSecret: 'plane_wh_0123456789' };
	const credential = { id: '1', name: 'a', type: 'planeWebhookApi', data };

	const result = await credentialTest?.call({} as ICredentialTestFunctions, credential);

	expect(result).toMatchObject({ status: 'OK' });
});

describe.each<[node: 'planePollingTrigger' | 'planeTrigger', panel: readonly INodeProperties[]]>([
	['planePollingTrigger', pollingProperties],
	['planeTrigger', webhookProperties],
])('%s', (name, panel) => {
	test('is not activated with an invalid value, and the error names the parameter', async () => {
		const { service, credential } = world;
		const events = panel.find((parameter) => parameter.name === 'events');
		const valid = {
			registration: 'manual',
			events: events ? listOptionValues(events) : [],
			projects: [service.state.projects[0]?.id ?? ''],
			fields: ['name'],
		};
		const parameters = panel
			// Authentication takes no expression: it only says which credential is used.
			.filter((parameter) => parameter.type !== 'notice' && parameter.name !== 'authentication')
			.flatMap(findSavedParameters);
		const cases = parameters.map(([path, property]) => [path, { path, property }] as const);

		const mistakes = await collectMistakes(cases, async ({ path, property }) => {
			const invalid = getInvalidValue(property) as NodeParameterValueType;
			const trigger = await triggers.create(name, withValue(valid, path, invalid), credential);
			const before = service.requests.length;

			const error: unknown = await (
				name === 'planeTrigger' ? trigger.callWebhookMethod('checkExists') : trigger.activate()
			).catch((reason: unknown) => reason);

			expectProblem(error, { about: property.displayName, cause: '' });
			expect(service.requests).toHaveLength(before);
		});

		expect(mistakes).toEqual([]);
	});
});
