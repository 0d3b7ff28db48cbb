import { isUnfinished, type Problem, problem } from '../result/problem';

/**
 * The Problem of an item whose records were saved, but not everything that it asks for was done.
 *
 * @param failures what was not done, and why: at least one, in the order of the steps. Each says what was saved
 */
export function partlyDone(failures: readonly Problem[]): Problem {
	const last = failures.at(-1);
	const join = (texts: readonly string[], separator: string) =>
		texts.filter((text) => text !== '').join(separator);

	return problem({
		...last,
		// If the execution only ended, another item shows why.
		tag: failures.every(isUnfinished) ? 'partial' : 'partlyDone',
		message: join(
			failures.map(({ message }) => message),
			'; ',
		),
		description: join(
			failures.map(({ description }) => description),
			' ',
		),
	});
}
