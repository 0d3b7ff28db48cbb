import type { Problem } from '../../shared/result/problem';
import { failed } from '../../shared/errors/problemFrom';

/** A list that does not come in the order that it was asked for. */
export const unsorted = (): Problem =>
	failed(
		'This server does not sort its lists by last update',
		'Its version of Plane may be too old for this trigger: update it, or use Get Many on a schedule instead.',
	);

/** The same with the name that the panel has before the ID that was looked up for it. */
export const naming = (why: Problem, text: string, id: string): Problem => {
	const named = (words: string) => words.replaceAll(id, () => `${text} (${id})`);

	return { ...why, message: named(why.message), description: named(why.description) };
};
