/**
 * Waits until this process should stop: after Ctrl+C or another signal, or when its parent process is
 * gone. npm sends a signal only to the shell between it and this process, and the shell does not
 * forward it.
 */
export async function waitUntilStopped(): Promise<void> {
	await new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
		const parent = process.ppid;

		setInterval(() => {
			if (process.ppid !== parent) resolve();
		}, 250).unref();
	});
}
