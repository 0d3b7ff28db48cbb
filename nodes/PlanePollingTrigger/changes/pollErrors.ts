import { failed } from '../../shared/errors/problemFrom';
import { problem, type Problem } from '../../shared/result/problem';

/** Returns the Problem of a list that is not sorted as requested. */
export const unsortedListProblem = (): Problem =>
	failed(
		'This server does not sort its lists by last update',
		'Its version of Plane may be too old for this trigger: update it, or use Get Many with Updated After on a schedule instead. Without that filter, every run returns the same records.',
	);

/** Returns the Problem of a request that is left to the next poll. */
export const pollEndedProblem = (): Problem =>
	problem({
		cause: 'stopped',
		message: 'The poll reached its limit before this was read',
		description: 'The next poll continues from here.',
	});

/** Adds to a problem the name that the user entered for a project, before the ID of the project. */
export function withProjectName(before: Problem, name: string, id: string): Problem {
	const insertName = (text: string) => text.replaceAll(id, () => `${name} (${id})`);

	return {
		...before,
		message: insertName(before.message),
		description: insertName(before.description),
	};
}
