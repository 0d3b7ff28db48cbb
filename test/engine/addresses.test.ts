import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { expectProblem } from '../expectProblem';
import { advice, causes } from '../nodeTexts';
import { Engine } from './engine';
import { type HttpsStorage, startHttpsStorage } from './httpsStorage';
import { byId, byUrl, locateFirst } from './samples';
import { useWorld, useWorlds } from './useWorld';
import type { Execution } from './world';

const notes = {
	files: { data: { name: 'notes.txt', content: Buffer.from('Hello'), mimeType: 'text/plain' } },
};

describe('If n8n and Plane share a network, the node', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	const WEB = 'https://plane.example.com/pm';
	const withWebAddress = (): ICredentialDataDecryptedObject => ({
		...world.credential,
		webAddress: `${WEB}/`,
	});
	const run = async (operation: string, parameters: INodeParameters) =>
		await world.run(
			operation,
			{ projectId: locateFirst(world.service.state.projects), simple: true, ...parameters },
			{ credential: withWebAddress() },
		);

	it('begins the links of records with the Web Address of the credential', async () => {
		const { workItems, projects, modules } = world.service.state;

		const item = await run('workItem.get', { workItemId: locateFirst(workItems) });
		const project = await run('project.get', {});
		const docs = await run('module.get', { moduleId: locateFirst(modules) });

		expect(item.json).toMatchObject([{ url: `${WEB}/acme/browse/LNCH-1/` }]);
		const place = `${WEB}/acme/projects/${projects[0]?.id}`;

		expect(project.json).toMatchObject([{ url: `${place}/issues/` }]);
		expect(docs.json).toMatchObject([{ url: `${place}/modules/${modules[0]?.id}/` }]);
	});

	it.each(['the Web Address', 'the Base URL'])(
		'accepts addresses below %s in By URL',
		async (which) => {
			const root = which === 'the Base URL' ? world.service.url : WEB;

			const { json, error } = await run('workItem.get', {
				workItemId: byUrl(`${root}/acme/browse/LNCH-1/`),
			});

			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ key: 'LNCH-1' }]);
		},
	);

	it('refuses an invalid Web Address before anything is sent', async () => {
		const credential = { ...world.credential, webAddress: 'plane.example.com' };

		const { error } = await world.run('user.getCurrent', {}, { credential });

		expectProblem(error, {
			about: 'Web Address',
			cause: causes.notAnAddress('"plane.example.com"'),
			item: 0,
		});
		expect(world.service.requests).toEqual([]);
	});
});

describe('If the Base URL bypasses the proxy, so that the storage is not found at its address,', () => {
	const REMEDY =
		'Plane made this address from the Base URL of the credential: enter the address there that browsers use for Plane. If it is that one already, ask whoever runs the server to check the address of its storage.';
	const world = useWorld(
		{ serverKind: 'community', differences: { uploadsToRequestHost: true } },
		true,
	);
	const place = () => ({
		projectId: locateFirst(world.service.state.projects),
		workItemId: locateFirst(world.service.state.workItems),
	});

	it('Attach File fails and names the Base URL as the reason', async () => {
		const { error } = await world.run('workItemAttachment.attach', place(), { items: [notes] });

		expect(error?.message).toBe(
			'"notes.txt" was not attached: The storage was not found at its address: Page not found [item 0]',
		);
		expect(error?.description).toMatch(
			new RegExp(`^${REMEDY.replaceAll('.', '\\.')} Steps done: `),
		);
	});

	it('Attachment → Get fails and names the Base URL as the reason', async () => {
		const [attachment] = world.service.state.attachments;
		const attachmentId = byId(attachment?.id);

		const { error } = await world.run('workItemAttachment.get', { ...place(), attachmentId });

		expect(error?.message).toContain(
			'was not downloaded: The storage was not found at its address',
		);
		expect(error?.description).toBe(REMEDY);
	});
});

describe('An upload address with http behind a proxy with https', () => {
	const world = useWorld({ serverKind: 'community' }, true);
	let storage: HttpsStorage | undefined;

	afterEach(async () => {
		await storage?.close();
		storage = undefined;
	});

	/** Attaches a file with upload credentials whose address is that of such a proxy. */
	async function attach(status: number, change?: (address: string) => string) {
		storage = await startHttpsStorage(world.store.url, status, change);
		const issued = await world.service.issueUpload({
			name: 'notes.txt',
			type: 'text/plain',
			size: 5,
		});
		const url = issued.upload_data.url.replace(world.store.url, storage.url);
		const body = JSON.stringify({ ...issued, upload_data: { ...issued.upload_data, url } });

		world.service.faults.plan({ kind: 'status', status: 200, body });
		const more: Execution = {
			items: [notes],
			credential: { ...world.credential, allowUnauthorizedCerts: true },
		};
		const { projects, workItems } = world.service.state;
		const parameters = { projectId: locateFirst(projects), workItemId: locateFirst(workItems) };
		const outcome = await world.run('workItemAttachment.attach', parameters, more);

		return { ...outcome, schemes: storage.schemes, key: issued.upload_data.fields.key ?? '' };
	}

	test.each([301, 302, 307, 308])(
		'is replaced by the https address of a redirect with status %d',
		async (status) => {
			const { error, schemes, key } = await attach(status);

			expect(error).toBeUndefined();
			expect(schemes).toEqual(['http', 'https']);
			expect(String(await world.store.read(key))).toBe('Hello');
			expect(world.service.state.attachments.at(-1)).toMatchObject({ is_uploaded: true });
		},
	);

	test.each([
		['another host', (address: string) => address.replace('127.0.0.1', 'localhost')],
		['another path', (address: string) => address.replace('/uploads', '/other')],
	])('is not replaced by an address of a redirect to %s', async (_, change) => {
		const { error, schemes } = await attach(301, change);

		expect(error?.message).toMatch(
			/^"notes\.txt" was not attached: The storage redirects to https:.*, which was not followed \[item 0\]$/,
		);
		expect(schemes).toEqual(['http']);
		expect(world.store.ledger).toEqual([]);
	});
});

describe('A server of a version without the paths …/work-items/', () => {
	const { world, start } = useWorlds();

	beforeEach(async () => {
		await start({ serverKind: 'community', differences: { lacksWorkItemPaths: true } });
	});
	const TOO_OLD = `The nodes need a newer Plane than this one, which does not have the path …/work-items/. ${advice.updateServer} Also check that the Base URL of the credential leads to a Plane server.`;

	it.each(['acme', ''])(
		'fails the credential test with the workspace %j',
		async (workspaceSlug) => {
			const engine = await Engine.start();

			const result = await engine.testCredential({ ...world.credential, workspaceSlug });

			expect(result).toEqual({ status: 'Error', message: TOO_OLD });
		},
	);

	it('cannot find work items by key, and the error gives its version as the reason', async () => {
		const { projects } = world.service.state;
		const parameters = { projectId: locateFirst(projects), workItemId: byId('LNCH-1') };

		const { error } = await world.run('workItemComment.getAll', parameters);

		expect(error?.message).toBe(
			'Work Item: this server cannot find LNCH-1, because it does not have the path …/work-items/ that this node needs [item 0]',
		);
		expect(error?.description).toContain(advice.updateServer);
	});

	it.each(['workItem.getAll', 'workItem.create'])(
		'does not have the operation %s, and the error says so',
		async (operation) => {
			const { projects } = world.service.state;
			const name = operation === 'workItem.create' ? { name: 'A' } : {};

			const { error } = await world.run(operation, { projectId: locateFirst(projects), ...name });

			expect(error?.message).toMatch(new RegExp(`^${causes.noOperation} ".*" \\[item 0\\]$`));
			expect(error?.description).toMatch(/^Its version of Plane may be too old: update it\. /);
		},
	);
});

describe('Without a project, the node finds a work item', () => {
	const world = useWorld({ serverKind: 'community' }, true);

	const workItem = () => {
		const [first] = world.service.state.workItems;
		if (first === undefined) throw new Error('There is no work item');

		return first;
	};

	const get = async (workItemId: INodeParameters | string) =>
		await world.run('workItem.get', { projectId: byId(''), workItemId });
	const projectAddress = () => `${world.service.url}/acme/projects/${workItem().project}`;

	test.each<[string, () => INodeParameters | string]>([
		['by its key', () => ({ __rl: true, mode: 'name', value: 'LNCH-1' })],
		['by its key in lower case, as an ID', () => byId('lnch-1')],
		['by its key as text, as an agent enters it', () => 'LNCH-1'],
		['by the address with its key', () => byUrl(`${world.service.url}/acme/browse/LNCH-1/`)],
		['by the address in its project', () => byUrl(`${projectAddress()}/issues/${workItem().id}/`)],
	])('%s', async (_, workItemId) => {
		const { json, error } = await get(workItemId());

		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id: workItem().id }]);
	});

	it('in every item by another key, also of another project, with one request for the projects', async () => {
		const [, second] = world.service.state.projects;
		const other = world.service.state.workItems.find(({ project }) => project === second?.id);
		const keys = ['LNCH-1', 'LNCH-2', `${second?.identifier}-${other?.sequence_id}`];
		const before = world.service.requests.length;

		const { json } = await world.run(
			'workItemComment.create',
			{ projectId: byId(''), workItemId: byId('={{ $json.key }}'), comment: 'Done' },
			{ items: keys.map((key) => ({ json: { key } })) },
		);
		const urls = world.service.requests.slice(before).map(({ url }) => url);

		expect(json.map(({ issue }) => issue)).toEqual([
			world.service.state.workItems[0]?.id,
			world.service.state.workItems[1]?.id,
			other?.id,
		]);
		expect(urls.filter((url) => /\/projects\/(\?|$)/.test(url))).toHaveLength(1);
	});

	test.each<[string, () => string, string | RegExp]>([
		['an ID', () => workItem().id, `Project: ${causes.noValue}`],
		['an external ID', () => 'sheet:row-12', `Project: ${causes.noValue}`],
		['a key of no project', () => 'NOPE-1', /^There is no project "NOPE"/],
	])('but not by %s', async (_, workItemId, message) => {
		const { error } = await get(byId(workItemId()));

		expectProblem(error, { cause: message });
	});
});
