import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ICredentialTestFunctions, INodeParameters } from 'n8n-workflow';

import { deliveries, secret } from '../service/observed/webhooks';
import { underTest } from './package';
import { Triggers } from './triggers';
import { useWorld } from './useWorld';

const world = useWorld({ serverKind: 'community' });
let triggers: Triggers;

beforeAll(async () => {
	triggers = await Triggers.start();
});

const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

describe('a list in the panel of the polling trigger', () => {
	const polling = async (parameters: INodeParameters = {}) =>
		await triggers.use('planePollingTrigger', parameters, world.credential);

	test('has the projects, and the members of the workspace', async () => {
		const { projects, users } = world.service.state;
		const trigger = await polling();
		const listed = await trigger.options('searchProjects');

		expect(listed.map(({ value }) => value).sort()).toEqual(projects.map(({ id }) => id).sort());
		expect(await trigger.options('searchMembers')).toHaveLength(users.length);
	});

	test.each(['searchStatesOfProjects', 'searchLabelsOfProjects'])(
		'%s has the names of all projects that are chosen, each once, and says so where none is',
		async (method) => {
			const { projects, states, labels } = world.service.state;
			const rows = method.startsWith('searchStates') ? states : labels;
			const ids = projects.map(({ id }) => id);
			const trigger = await polling({ projects: [...ids, 'LNCH'] });
			const names = rows.filter(({ project }) => ids.includes(project)).map(({ name }) => name);

			expect(namesOf(await trigger.options(method)).sort()).toEqual([...new Set(names)].sort());
			expect(await (await polling()).options(method)).toEqual([
				{ name: 'Choose the projects from the list first', value: '' },
			]);
		},
	);
});

describe('the instant trigger', () => {
	const instant = async (parameters: INodeParameters = {}) =>
		await triggers.use('planeTrigger', parameters, { signingSecret: secret });

	test('makes and deletes nothing at Plane, and knows a webhook by what has arrived', async () => {
		const trigger = await instant({ events: ['anything_else'] });

		expect(await trigger.setUp('checkExists')).toBe(false);
		expect(await trigger.setUp('create')).toBe(true);
		const [{ body, signature } = { body: '', signature: '' }] = deliveries;

		await trigger.receive(Buffer.from(body), { 'x-plane-signature': signature });
		expect(await trigger.setUp('checkExists')).toBe(true);
		expect(await trigger.setUp('delete')).toBe(true);
	});

	test('says what is wrong with the panel when the workflow is activated', async () => {
		const trigger = await instant({ events: [] });

		await expect(trigger.setUp('checkExists')).rejects.toThrow(/Events/);
	});

	test.each([
		[secret, 'OK', 'The format is valid'],
		[` ${secret}\n`, 'OK', 'The format is valid'],
		['plane_api_0123456789', 'Error', 'A signing secret of Plane starts with plane_wh_'],
		['', 'Error', 'Plane shows it only once'],
		[undefined, 'Error', 'Plane shows it only once'],
	])('tests the form of a secret: %j', async (signingSecret, status, words) => {
		const { nodes } = await underTest();
		const test = nodes.planeTrigger.methods?.credentialTest?.planeWebhookApiTest;
		const data = signingSecret === undefined ? {} : { signingSecret };
		const credential = { id: '1', name: 'a', type: 'planeWebhookApi', data };
		const answer = await test?.call({} as ICredentialTestFunctions, credential);

		expect(answer).toEqual({ status, message: expect.stringContaining(words) });
	});
});
