/**
 * Resolves when this process is told to stop: by Ctrl+C, by another signal, or because who started it
 * is gone. npm passes a signal on to the shell between it and this process, which passes nothing on.
 */
export async function untilStopped(): Promise<void> {
	await new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
		const parent = process.ppid;

		setInterval(() => {
			if (process.ppid !== parent) resolve();
		}, 250).unref();
	});
}
