/** Tells people something on stderr, so that stdout has nothing but what a command gives. */
export function say(text: string): void {
	process.stderr.write(`${text}\n`);
}

/** What an error says, whatever was thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
