import { expect, it } from '@jest/globals';

import { parametersOf } from './pickers';
import { byUrl, samples } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

/** The addresses in Plane's web app that a parameter takes By URL, on any host and below any path. */

const world = useWorld();

/** Below the workspace; `:project` and `:id` stand for the IDs. An operation takes it, as in the samples. */
const forms = [
	['projectId', 'label.create', '/projects/:id', 'projects'],
	['projectId', 'label.create', '/projects/:id/issues/', 'projects'],
	['workItemId', 'workItemLink.update', '/projects/:project/issues/:id', 'workItems'],
	['workItemId', 'workItemLink.update', '/projects/:project/work-items/:id/', 'workItems'],
	['workItemId', 'workItemLink.update', '/browse/LNCH-1/', 'workItems'],
	['moduleId', 'module.update', '/projects/:project/modules/:id', 'modules'],
	['cycleId', 'cycle.addWorkItems', '/projects/:project/cycles/:id', 'cycles'],
	['customerId', 'customerRequest.getAll', '/customers/:id', 'customers'],
	['initiativeId', 'initiative.update', '/initiatives/:id/', 'initiatives'],
	['teamspaceId', 'teamspaceMember.getAll', '/teamspaces/:id/pages', 'teamspaces'],
] as const;

it('every parameter that takes an address has a test here', () => {
	const taking = parametersOf(world.engine.panel)
		.filter(({ modes = [] }) => modes.some(({ name }) => name === 'url'))
		.map(({ name }) => name);
	expect(new Set(taking)).toEqual(new Set(forms.map(([parameter]) => parameter)));
});

const hosts = ['https://app.plane.so', 'https://plane.example.com:8443', 'http://127.0.0.1/pm'];

const cases = forms.flatMap(([parameter, key, path, records]) =>
	hosts.map((host) => [parameter, host, path, key, records] as const),
);

it.each(cases)('%s takes the address %s/acme%s', async (parameter, host, path, key, records) => {
	const { state } = world.service;
	const [first] = state[records];
	const place = path
		.replace(':project', state.projects[0]?.id ?? '')
		.replace(':id', first?.id ?? '');
	const address = `${host}/acme${place}`;
	for (const given of [address, '={{ $json.address }}']) {
		const parameters = {
			...samples(state)[key],
			[parameter]: byUrl(given),
			...(key === 'label.create' ? { name: `${path} ${given.slice(0, 20)} ${host}` } : {}),
		};
		const { error } = await world.run(key, parameters, { items: jsonItems([{ address }]) });
		expect(error).toBeUndefined();
		expect(world.service.requests.at(-1)?.url.split(/[/?]/)).toContain(first?.id);
	}
});
