/** Numbers from 0 to 1, always the same for a seed. */
export function random(seed: number): () => number {
	let state = Math.abs(seed * 48_271) % 2_147_483_647 || 1;

	return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** How many random cases there are, RUNS times as many as usual, if it is set (`RUNS=30`, `RUNS=0.1`). */
export const runs = (usual: number): number => Math.ceil(usual * Number(process.env.RUNS ?? 1));
