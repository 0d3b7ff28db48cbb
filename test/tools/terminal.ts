/** Prints a line to stderr, so that stdout has only the output of a command. */
export function printProgress(text: string): void {
	process.stderr.write(`${text}\n`);
}

/** Returns the message of an error, or the text of any other value that was thrown. */
export const getMessage = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
