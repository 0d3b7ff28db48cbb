import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { Service, ServiceOptions } from '../service';
import { useServers } from '../testing/useServers';
import { withApiV2 } from '../testing/v2Client';
import { record, type RecordOptions } from './record';
import { getExitCode, writeReport } from './report';

const { startWithStore } = useServers();

/** The workers act in time, but a machine may be busy. */
const workerDelay = 30;
const community: ServiceOptions = { serverKind: 'community', timeZone: 'UTC', workerDelay };

async function start(options: ServiceOptions): Promise<Service> {
	const { service } = await startWithStore(options);

	return service;
}

const recordService = async (service: Service, options: Partial<RecordOptions> = {}) =>
	await record({
		url: service.url,
		key: service.apiKey,
		workspace: service.workspace,
		// A busy machine is slow, and sends apart what should be simultaneous.
		settleTime: 400,
		attempts: 20,
		deletionPauses: [0, 10],
		...options,
	});

/** The names of all projects on a service. */
const readProjects = ({ state }: Service): string[] => state.projects.map(({ name }) => name);

/** The requests that may have changed something outside of the project of the probes. */
function findOtherWrites({ requests, workspace }: Service): string[] {
	const projects = `/api/v1/workspaces/${workspace}/projects/`;
	const search = `/api/v1/workspaces/${workspace}/work-items/advanced-search/`;
	const created = requests.find(({ method, url }) => method === 'POST' && url === projects);
	const ownPath = requests.find(
		({ method, url }) => method !== 'GET' && url !== projects && url.startsWith(projects),
	)?.url;
	const own = ownPath?.split('/')[6] ?? 'none';

	return requests
		.filter((request) => request.method !== 'GET' && request !== created)
		.map(({ method, url }) => `${method} ${url}`)
		.filter((line) => !line.includes(`/projects/${own}/`) && line !== `POST ${search}`);
}

describe('A recording of the test service', () => {
	it.each([
		['a Community Edition', community],
		['a commercial server with API v2', withApiV2({ workerDelay })],
	])('finds no difference on %s, and leaves nothing', async (_name, options) => {
		const service = await start(options);
		const before = readProjects(service);
		const recording = await recordService(service);

		expect(writeReport(recording)).toContain('as expected, 0 in another way.');
		expect(getExitCode(recording)).toBe(0);
		expect(readProjects(service)).toEqual(before);
		expect(findOtherWrites(service)).toEqual([]);
	});

	it('sends so few requests that it ends within ten minutes at 60 requests a minute', async () => {
		const service = await start(withApiV2({ workerDelay }));

		await recordService(service);

		expect(service.requests.length).toBeLessThan(10 * 60);
	});

	it('says what a server lacks, in plain words', async () => {
		const recording = await recordService(await start(community));

		expect(writeReport(recording)).toContain(
			'  Row 464: a worklog without description: status, and the form of the list: ' +
				'the server answers 404 to worklogs/\n',
		);
	});

	it('names the row of a difference', async () => {
		const service = await start({
			...community,
			differences: { singleDateBecomesStart: false },
		});
		const recording = await recordService(service);

		expect(writeReport(recording)).toContain(
			[
				'In another way (rows of docs/server-behaviour.md):',
				'  Row 161: cycle: end of the day when the end alone is given, as its user sees it',
				'    expected  "2027-01-12T00:00:00"',
				'    received  "2027-01-12T23:59:00"',
			].join('\n'),
		);
		expect(getExitCode(recording)).toBe(1);
	});

	it('keeps to the limit of the server', async () => {
		const service = await start({ ...community, limit: { requests: 100, windowMs: 2000 } });
		const pauses: number[] = [];
		const recording = await recordService(service, {
			onPause: (milliseconds) => pauses.push(milliseconds),
		});

		expect(writeReport(recording)).toContain('as expected, 0 in another way.');
		expect(service.refusals).toEqual([]);
		expect(pauses.length).toBeGreaterThan(0);
	});
});

describe('A recording that does not come to its end', () => {
	it('deletes the project when it is stopped', async () => {
		const service = await start(community);
		const before = readProjects(service);
		const stopping = new AbortController();
		const recording = recordService(service, { signal: stopping.signal });

		while (service.requests.length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
		stopping.abort();

		expect(writeReport(await recording)).toContain(
			'It ended early: it was stopped.\nThe project of the probes is deleted.',
		);
		expect(getExitCode(await recording)).toBe(2);
		expect(readProjects(service)).toEqual(before);
	});

	it('deletes a project whose creation was not answered', async () => {
		const service = await start(community);
		const before = readProjects(service);

		service.faults.plan(
			{ kind: 'dropBeforeAnswering' },
			{ when: ({ method, url }) => method === 'POST' && url?.endsWith('/projects/') === true },
		);
		const recording = await recordService(service);

		expect(getExitCode(recording)).toBe(2);
		expect(readProjects(service)).toEqual(before);
	});

	it('ends once the server has stopped answering, and names the project that is left', async () => {
		const service = await start(community);

		service.faults.plan(
			{ kind: 'dropBeforeReading' },
			{ skip: 40, times: Number.POSITIVE_INFINITY },
		);
		let name = '';
		const recording = await recordService(service, { onStart: (project) => (name = project) });

		expect(recording.failure).toContain('the server does not answer');
		expect(writeReport(recording)).toContain(`THE PROJECT “${name}” IS STILL THERE (`);
		expect(getExitCode(recording)).toBe(2);
		expect(readProjects(service)).toContain(name);
	});

	it('creates nothing with a wrong key or a wrong workspace', async () => {
		const service = await start(community);
		const wrongKey = await recordService(service, { key: 'plane_api_wrong' });
		const wrongWorkspace = await recordService(service, { workspace: 'nowhere' });

		for (const recording of [wrongKey, wrongWorkspace]) {
			expect(recording.failure).toContain('the server answered 403 to the list of projects');
			expect(recording.remains).toEqual({ kind: 'nothing' });
		}

		expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

describe('npm run record', () => {
	it('reports, exits with 1 for a difference, and never prints the key', async () => {
		const service = await start({ ...community, differences: { strictLinks: false } });
		const { url, apiKey, workspace } = service;
		// A server that repeats the key.
		const body = JSON.stringify({ error: `Not for ${apiKey}` });

		service.faults.plan(
			{ kind: 'status', status: 418, body },
			{ when: ({ url: path }) => path?.endsWith('/cycles/') === true },
		);
		const command = promisify(execFile)(process.execPath, [
			'--import',
			'tsx',
			'test/service/probes/main.ts',
			`${url}/`,
			apiKey,
			workspace,
		]);

		await expect(command).rejects.toMatchObject({
			code: 1,
			stderr: '',
			stdout: expect.stringMatching(
				/^Creates the project “Probes PRB\w{5}” in the workspace acme, .*Row 69: link HTTPS.*Not for \(key\).*The project of the probes is deleted\.\n$/s,
			),
		});
		await expect(command).rejects.not.toMatchObject({
			stdout: expect.stringContaining(apiKey),
		});
	});
});
