import { describe, expect, it } from '@jest/globals';
import { differences, isDifference, type Deviations } from './differences';
import { probeClient, furtherProbes, probes } from './testing/probes';
import { useServers } from './testing/useServers';

const { startWithStore } = useServers();

/** All differences, those too that the package cannot live with yet. */
const everything: Deviations = Object.fromEntries(
	Object.keys(differences).map((name) => [name, true]),
);

/** A server that is quick with what it does later. */
async function ask(probe: (typeof probes)[number], deviations: Deviations): Promise<unknown> {
	const isOfZone = probe.difference === 'timesOfUser';
	const { service } = await startWithStore({
		serverKind: 'community',
		differences: deviations,
		// What is there until the workers come is asked before they do, however slow this machine is.
		workerDelay: probe.difference === 'deletedProjectsLinger' ? 60_000 : 30,
		replicaLag: 40,
		...(!isOfZone && { timeZone: 'UTC' }),
	});

	return await probe.ask(probeClient(service));
}

const usual: Deviations = {
	...everything,
	readsReplica: false,
	uploadsToHost: false,
	lacksWorkItemPaths: false,
};

describe('The service answers as a real server did', () => {
	it.each(probes)('$title', async (probe) => {
		expect(await ask(probe, usual)).toEqual(probe.real);
	});

	it.each(furtherProbes)('$title', async (probe) => {
		const own: Deviations = probe.difference ? { [probe.difference]: true } : {};

		expect(await ask(probe, { ...usual, ...own })).toEqual(probe.real);
	});
});

describe('Each difference that takes several requests to show can be switched on and off', () => {
	const shown = [...probes, ...furtherProbes].filter(({ difference }) => difference !== undefined);

	it.each(shown)('$difference: $title', async (probe) => {
		const name = probe.difference ?? '';
		const off: Deviations = isDifference(name) ? { [name]: false } : {};

		expect(await ask(probe, { ...usual, ...off })).not.toEqual(probe.real);
	});
});
