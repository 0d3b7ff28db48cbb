import { asText } from '../values/asText';
import { isObject } from '../values/valueChecks';

/** A sprint of Jira. */
interface Sprint {
	readonly name: string;
	readonly isClosed: boolean;
}

const STATES = ['active', 'closed', 'future'];

/** `com.atlassian.greenhopper.service.sprint.Sprint@a29f07[rapidViewId=3,state=CLOSED,name=Week 6,…]` */
const TEXT = /^com\.atlassian\.greenhopper\.[^[]*\[(.*)\]$/s;

/** Their order differs by version, and a name can have commas. */
const PROPERTIES = [
	'activatedDate',
	'autoStartStop',
	'completeDate',
	'endDate',
	'goal',
	'id',
	'incompleteIssuesDestinationId',
	'rapidViewId',
	'sequence',
	'startDate',
	'state',
	'synced',
];

const NAME = new RegExp(`(?:^|,)name=(.*?)(?=,(?:${PROPERTIES.join('|')})=|$)`, 's');

const CLOSED = /(?:^|,)state=closed(?:,|$)/i;

/**
 * Reads a sprint as Jira's API writes it: a record in the cloud, and the text of an object on servers.
 *
 * @returns undefined if it is something else
 */
export function readSprint(cell: unknown): Sprint | undefined {
	if (isObject(cell)) {
		const name = asText(cell.name)?.trim();
		const state = asText(cell.state)?.toLowerCase() ?? '';

		return name === undefined || cell.id === undefined || !STATES.includes(state)
			? undefined
			: { name, isClosed: state === 'closed' };
	}

	const [, text = ''] = typeof cell === 'string' ? (TEXT.exec(cell.trim()) ?? []) : [];
	const [, name] = NAME.exec(text) ?? [];

	return name === undefined ? undefined : { name: name.trim(), isClosed: CLOSED.test(text) };
}

/** The name of the sprint that a record is in, or was in last: one that is not closed, if there is one. */
export function findLastSprint(cells: readonly unknown[]): string | undefined {
	const sprints = cells.map(
		(cell) => readSprint(cell) ?? { name: (asText(cell) ?? '').trim(), isClosed: false },
	);

	return (sprints.findLast(({ isClosed }) => !isClosed) ?? sprints.at(-1))?.name;
}
