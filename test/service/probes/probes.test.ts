import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { commercialDifferences, differences, isDifference, type Deviations } from '../differences';
import type { Service } from '../service';
import { useServers } from '../testing/useServers';
import { withApiV2 } from '../testing/v2Client';
import { apiV2Probes } from './apiV2';
import { commercialProbes } from './commercial';
import { connect } from './connection';
import { furtherProbes } from './further';
import { laterProbes } from './later';
import { createProbeClient, createServiceProbeClient, type OpenProbe, type Probe } from './probe';
import { createProject } from './project';
import { recordedProbes } from './recorded';

const { startWithStore } = useServers();
const allProbes = [...recordedProbes, ...laterProbes, ...furtherProbes];

/** All differences of a Community Edition, including those that the package does not handle yet. */
const allDifferences: Deviations = Object.fromEntries(
	Object.keys(differences)
		.filter(isDifference)
		.filter((name) => !commercialDifferences.includes(name))
		.map((name) => [name, true]),
);

/** How long the workers take, in milliseconds: longer than the next request of a probe on a busy machine. */
const WORKER_DELAY_MS = 250;

const PATIENCE = { settleTime: 2 * WORKER_DELAY_MS, attempts: 20 };

/** Runs a probe in a new project of a server. */
async function runOpenProbe(probe: OpenProbe, service: Service): Promise<unknown> {
	const { url, apiKey: key, workspace } = service;
	const connection = connect({ url, key });
	const project = await createProject(connection, workspace, 'PRB');

	return await probe.run(createProbeClient({ connection, workspace, project, ...PATIENCE }));
}

/** Runs a probe against a server of its own. */
async function runProbe(probe: Probe, deviations: Deviations): Promise<unknown> {
	const showsTimeZone = probe.difference === 'showsUserTimeZone';
	const { service } = await startWithStore({
		serverKind: 'community',
		differences: deviations,
		// This probe must finish before the workers act, however slow the machine is.
		workerDelay: probe.difference === 'deletedProjectsLinger' ? 60_000 : WORKER_DELAY_MS,
		// Until the end of the probe.
		replicaLag: 60_000,
		...(!showsTimeZone && { timeZone: 'UTC' }),
	});
	if (probe.needs === undefined) return await runOpenProbe(probe, service);

	const { url, apiKey: key } = service;
	const options = { connection: connect({ url, key }), ...PATIENCE };

	return await probe.run(createServiceProbeClient(service, options));
}

const defaultDeviations: Deviations = {
	...allDifferences,
	readsReplica: false,
	uploadsToRequestHost: false,
	lacksWorkItemPaths: false,
	writesActivitiesLater: false,
};

describe('The test service answers as a real server did', () => {
	it.each(recordedProbes)('to the recorded probe "$title"', async (probe) => {
		expect(await runProbe(probe, defaultDeviations)).toEqual(probe.observed);
	});

	it.each(laterProbes)('to the later probe "$title"', async (probe) => {
		expect(await runProbe(probe, defaultDeviations)).toEqual(probe.observed);
	});

	it.each(furtherProbes)('in the case "$title"', async (probe) => {
		const ownDifference: Deviations = probe.difference ? { [probe.difference]: true } : {};

		expect(await runProbe(probe, { ...defaultDeviations, ...ownDifference })).toEqual(
			probe.observed,
		);
	});
});

describe('Without one of its differences, the test service no longer answers as a real server did', () => {
	const probesOfDifferences = allProbes.filter(({ difference }) => difference !== undefined);

	it.each(probesOfDifferences)('without $difference in the case "$title"', async (probe) => {
		const name = probe.difference ?? '';
		const off: Deviations = isDifference(name) ? { [name]: false } : {};

		expect(await runProbe(probe, { ...defaultDeviations, ...off })).not.toEqual(probe.observed);
	});
});

describe('A commercial server answers as the sources say', () => {
	it.each([...commercialProbes, ...apiV2Probes])('in the case "$title"', async (probe) => {
		const { service } = await startWithStore(withApiV2());

		expect(await runOpenProbe(probe, service)).toEqual(probe.observed);
	});
});

describe('Each probe', () => {
	it('is about rows of docs/server-behaviour.md', () => {
		const page = readFileSync('docs/server-behaviour.md', 'utf8');
		const known = new Set([...page.matchAll(/^\| (\d+) +\|/gm)].map(([, row]) => Number(row)));
		const all: Probe[] = [...allProbes, ...commercialProbes, ...apiV2Probes];

		for (const { title, rows } of all) {
			expect({
				title,
				hasRows: rows.length > 0,
				unknown: rows.filter((row) => !known.has(row)),
			}).toEqual({
				title,
				hasRows: true,
				unknown: [],
			});
		}
	});
});
