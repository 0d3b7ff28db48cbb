import { failed } from '../../shared/errors/problemFrom';
import type { Problem } from '../../shared/result/problem';

/** A list is not sorted as requested. */
export const unsorted = (): Problem =>
	failed(
		'This server does not sort its lists by last update',
		'Its version of Plane may be too old for this trigger: update it, or use Get Many on a schedule instead.',
	);

/** The same problem, with the name that the user entered before the ID that it was resolved to. */
export function withNameOfId(problem: Problem, name: string, id: string): Problem {
	const insertName = (text: string) => text.replaceAll(id, () => `${name} (${id})`);

	return {
		...problem,
		message: insertName(problem.message),
		description: insertName(problem.description),
	};
}
