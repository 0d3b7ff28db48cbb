import type { Outcome, ProbeResult, Recording } from './record';

const nameRows = (rows: readonly number[]): string =>
	`${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}`;

const count = (number: number, one: string, many: string): string =>
	`${number} ${number === 1 ? one : many}`;

/** Returns the results with an outcome of this kind, each with its outcome. */
const select = <Kind extends Outcome['kind']>(results: readonly ProbeResult[], kind: Kind) =>
	results.flatMap(({ probe, outcome }) => (isOfKind(outcome, kind) ? { probe, outcome } : []));

const isOfKind = <Kind extends Outcome['kind']>(
	outcome: Outcome,
	kind: Kind,
): outcome is Extract<Outcome, { kind: Kind }> => outcome.kind === kind;

/** Writes the lines of what differs, each with the rows that it is about. */
const writeDifferences = (results: readonly ProbeResult[]): string[] =>
	select(results, 'differs').flatMap(({ probe, outcome }) => [
		`  ${nameRows(probe.rows)}: ${probe.title}`,
		`    expected  ${JSON.stringify(probe.observed)}`,
		`    received  ${JSON.stringify(outcome.received)}`,
	]);

const writeUnavailable = (results: readonly ProbeResult[]): string[] =>
	select(results, 'unavailable').map(
		({ probe, outcome }) => `  ${nameRows(probe.rows)}: ${probe.title}: ${outcome.reason}`,
	);

/** Writes what each group of probes needs that a project and a key do not give. */
function writeNeeds(results: readonly ProbeResult[]): string[] {
	const rowsByNeed = new Map<string, number[]>();

	for (const { probe, outcome } of select(results, 'notSent')) {
		rowsByNeed.set(outcome.needs, [...(rowsByNeed.get(outcome.needs) ?? []), ...probe.rows]);
	}

	return [...rowsByNeed].map(([needs, rows]) => `  ${nameRows([...new Set(rows)])}: ${needs}`);
}

/** Writes lines under a heading, or nothing if there are none. */
const writeSection = (heading: string, lines: readonly string[]): string[] =>
	lines.length === 0 ? [] : ['', heading, ...lines];

/** Writes what a recording found, as text for people. */
export function writeReport({ results, remains, failure }: Recording): string {
	const numberOf = (kind: Outcome['kind']) => select(results, kind).length;
	const differing = numberOf('differs');
	const answered = numberOf('same') + differing;
	const lines = [
		`${count(answered, 'probe was', 'probes were')} sent and answered: ` +
			`${numberOf('same')} as expected, ${differing} in another way. ` +
			`${numberOf('unavailable')} could not be carried out, ` +
			`and ${numberOf('notSent')} were not sent.`,
		...writeSection(
			'In another way (rows of docs/server-behaviour.md):',
			writeDifferences(results),
		),
		...writeSection('Could not be carried out:', writeUnavailable(results)),
		...writeSection(
			'Not sent, because they need more than a project and a key:',
			writeNeeds(results),
		),
		'',
		...(failure === undefined ? [] : [`It ended early: ${failure}.`]),
		remains.kind === 'nothing'
			? 'The project of the probes is deleted.'
			: `THE PROJECT “${remains.name}” IS STILL THERE (${remains.reason}). Please delete it in Plane.`,
	];

	return `${lines.join('\n')}\n`;
}

/** 0 if everything is as expected, 1 if something differs, 2 if the recording is not complete or a project is left. */
export function getExitCode({ results, remains, failure }: Recording): number {
	if (failure !== undefined || remains.kind === 'project') return 2;

	return select(results, 'differs').length > 0 ? 1 : 0;
}
