/** Waits this long, in milliseconds, by the clock of the test: `node:timers/promises` would keep to the real one. */
export const sleep = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
