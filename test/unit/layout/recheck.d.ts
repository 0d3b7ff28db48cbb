/** The part of recheck that tests use. */
declare module 'recheck' {
	interface Diagnostics {
		readonly status: 'safe' | 'vulnerable' | 'unknown';
		/** Absent if it is not known. */
		readonly complexity?: { readonly summary: string };
	}

	export function checkSync(
		source: string,
		flags: string,
		parameters: { readonly timeout: number | null },
	): Diagnostics;
}
