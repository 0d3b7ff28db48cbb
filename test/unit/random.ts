/** Creates a generator of numbers from 0 to 1 that returns the same numbers for the same seed. */
export function random(seed: number): () => number {
	let state = Math.abs(seed * 48_271) % 2_147_483_647 || 1;

	return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The number of random cases: the usual number times the environment variable `RUNS`, e.g. 30 or 0.1. */
export const runs = (usual: number): number => Math.ceil(usual * Number(process.env.RUNS ?? 1));

/** How long a random test may take on a busy machine, in milliseconds. */
export const randomTimeout = 300_000 * runs(1);
