/** Numbers from 0 to 1, always the same for a seed. */
export function random(seed: number): () => number {
	let state = (seed * 48_271) % 2_147_483_647 || 1;
	return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
