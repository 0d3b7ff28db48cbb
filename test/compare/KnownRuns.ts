import { createHash } from 'node:crypto';
import { appendFileSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Recording } from './record';
import type { Workflow } from './workflow';

const ROOT = join(__dirname, '../..');

/** Everything besides the build and the workflow that a recording depends on. */
const HARNESS = [
	'package-lock.json',
	'test/compare/record.ts',
	'test/compare/listReads.ts',
	'test/compare/prepareState.ts',
	'test/{contract,engine,node,service}/**/*.{ts,json,yaml}',
];

/** What is remembered of a recording. */
export interface KnownRun extends Pick<Recording, 'repeatedReads'> {
	readonly fingerprint: string;
}

/**
 * What a build has done before with the same workflows. The build of before is compared many times while the
 * code changes, and does the same each time. What belongs to another build or another harness is not found.
 */
export class KnownRuns {
	private readonly runs = new Map<string, KnownRun>();
	private readonly file: string;

	/** @param build the folder of the build */
	constructor(build: string) {
		const folder = join(ROOT, '.cache/compare', hashFiles(build));

		mkdirSync(folder, { recursive: true });
		// Processes that run at the same time write files of their own.
		this.file = join(folder, `${process.pid}.jsonl`);

		for (const name of readdirSync(folder)) {
			for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
				if (line !== '') this.runs.set(...(JSON.parse(line) as [string, KnownRun]));
			}
		}
	}

	find(workflow: Workflow): KnownRun | undefined {
		return this.runs.get(hash(JSON.stringify(workflow)));
	}

	add(workflow: Workflow, recording: Recording): void {
		if (recording.crash !== null) return;

		const { repeatedReads } = recording;
		const run: KnownRun = { fingerprint: createFingerprint(recording), repeatedReads };

		appendFileSync(this.file, `${JSON.stringify([hash(JSON.stringify(workflow)), run])}\n`);
	}
}

/** A text that is the same for the same recording, and mostly another one for another. */
export const createFingerprint = ({ steps, state }: Recording): string =>
	hash(JSON.stringify([steps, state]));

function hashFiles(build: string): string {
	const ofBuild = globSync('**/*.js', { cwd: build }).map((name) => join(build, name));
	const ofHarness = globSync(HARNESS, { cwd: ROOT }).map((name) => join(ROOT, name));
	const contents = [...ofBuild.sort(), ...ofHarness.sort()].map((path) =>
		readFileSync(path, 'utf8'),
	);

	return hash(contents.join('\0'));
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
