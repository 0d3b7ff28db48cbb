/** What a process that ended left behind. */
export interface Finished {
	/** Undefined where it has not ended. */
	readonly exitCode: number | undefined;
	readonly stdout: string;
	readonly stderr: string;
}

/** Characters of each stream in the message of an error. */
const LENGTH = 4000;

/** The last words of a process, for the message of an error. */
export function excerpt({ exitCode, stdout, stderr }: Finished): string {
	const code = exitCode === undefined ? 'It did not end' : `It ended with ${exitCode}`;
	return `${code} and wrote:\n${stdout.slice(-LENGTH)}\n${stderr.slice(-LENGTH)}`;
}
