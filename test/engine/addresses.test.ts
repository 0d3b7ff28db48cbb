import { expect, it } from '@jest/globals';

import type { ServiceState } from '../service/state';
import { parametersOf } from './pickers';
import { byUrl, samples } from './samples';
import { jsonItems } from './startNode';
import { useWorld } from './useWorld';

/** The addresses in Plane's web app that a parameter takes By URL, on any host and below any path. */

const world = useWorld();

interface Form {
	readonly parameter: string;
	/** An operation that takes it, as in the samples. */
	readonly key: string;
	/** Below the workspace; `:project` and `:id` stand for the IDs. */
	readonly path: string;
	readonly records: (state: ServiceState) => readonly { readonly id: string }[];
}

const forms: readonly Form[] = [
	...['/projects/:id', '/projects/:id/issues/', '/projects/:id/modules/12'].map((path) => ({
		...{ parameter: 'projectId', key: 'label.create', path },
		records: ({ projects }: ServiceState) => projects,
	})),
	...['/projects/:project/issues/:id', '/projects/:project/work-items/:id/'].map((path) => ({
		...{ parameter: 'workItemId', key: 'workItemLink.update', path },
		records: ({ workItems }: ServiceState) => workItems,
	})),
	{
		...{ parameter: 'workItemId', key: 'workItemLink.update', path: '/browse/LNCH-1/' },
		records: ({ workItems }) => workItems.filter(({ sequence_id }) => sequence_id === 1),
	},
	{
		...{ parameter: 'moduleId', key: 'module.update', path: '/projects/:project/modules/:id' },
		records: ({ modules }) => modules,
	},
	{
		...{ parameter: 'cycleId', key: 'cycle.addWorkItems', path: '/projects/:project/cycles/:id' },
		records: ({ cycles }) => cycles,
	},
	{
		...{ parameter: 'customerId', key: 'customerRequest.getAll', path: '/customers/:id' },
		records: ({ customers }) => customers,
	},
	{
		...{ parameter: 'initiativeId', key: 'initiative.update', path: '/initiatives/:id/' },
		records: ({ initiatives }) => initiatives,
	},
	{
		...{ parameter: 'teamspaceId', key: 'teamspaceMember.getAll', path: '/teamspaces/:id/pages' },
		records: ({ teamspaces }) => teamspaces,
	},
];

it('every parameter that takes an address has a test here', () => {
	const taking = parametersOf(world.engine.panel)
		.filter(({ modes = [] }) => modes.some(({ name }) => name === 'url'))
		.map(({ name }) => name);
	expect(new Set(taking)).toEqual(new Set(forms.map(({ parameter }) => parameter)));
});

const hosts = ['https://app.plane.so', 'https://plane.example.com:8443', 'http://127.0.0.1/pm'];

it.each(forms.flatMap((form) => hosts.map((host) => ({ ...form, host }))))(
	'$parameter takes $host/acme$path',
	async ({ parameter, key, path, records, host }) => {
		const { state } = world.service;
		const [id = ''] = records(state).map((record) => record.id);
		const place = path.replace(':project', state.projects[0]?.id ?? '').replace(':id', id);
		const address = `${host}/acme${place}`;
		for (const given of [address, '={{ $json.address }}']) {
			const parameters = {
				...samples(state)[key],
				[parameter]: byUrl(given),
				...(key === 'label.create' ? { name: `${path} ${given.slice(0, 20)} ${host}` } : {}),
			};
			const { error } = await world.run(key, parameters, { items: jsonItems([{ address }]) });
			expect(error).toBeUndefined();
			expect(world.service.requests.at(-1)?.url.split(/[/?]/)).toContain(id);
		}
	},
);
