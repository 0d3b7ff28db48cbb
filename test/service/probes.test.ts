import { describe, expect, it } from '@jest/globals';
import { commercialDifferences, differences, isDifference, type Deviations } from './differences';
import { createProbeClient, furtherProbes, laterProbes, recordedProbes } from './testing/probes';
import { useServers } from './testing/useServers';

const { startWithStore } = useServers();

/** All differences of a Community Edition, including those that the package does not handle yet. */
const allDifferences: Deviations = Object.fromEntries(
	Object.keys(differences)
		.filter(isDifference)
		.filter((name) => !commercialDifferences.includes(name))
		.map((name) => [name, true]),
);

/** Runs a probe against a server whose workers are quick. */
async function runProbe(
	probe: (typeof recordedProbes)[number],
	deviations: Deviations,
): Promise<unknown> {
	const showsTimeZone = probe.difference === 'showsUserTimeZone';
	const { service } = await startWithStore({
		serverKind: 'community',
		differences: deviations,
		// This probe must finish before the workers act, however slow the machine is.
		workerDelay: probe.difference === 'deletedProjectsLinger' ? 60_000 : 30,
		// Until the end of the probe.
		replicaLag: 60_000,
		...(!showsTimeZone && { timeZone: 'UTC' }),
	});

	return await probe.run(createProbeClient(service));
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
	const probesOfDifferences = [...recordedProbes, ...laterProbes, ...furtherProbes].filter(
		({ difference }) => difference !== undefined,
	);

	it.each(probesOfDifferences)('without $difference in the case "$title"', async (probe) => {
		const name = probe.difference ?? '';
		const off: Deviations = isDifference(name) ? { [name]: false } : {};

		expect(await runProbe(probe, { ...defaultDeviations, ...off })).not.toEqual(probe.observed);
	});
});
