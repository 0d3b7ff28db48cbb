import type { Field } from '../fields/kinds';
import { writeIdentifier } from '../fields/slug';
import { isProblem, type Problem } from '../result/problem';

/**
 * Why a text that was not looked up, because the server has no such list, cannot be sent in a path: with
 * a dot or a slash, it would lead to another address.
 */
export function refuseInPath({ displayName }: Field, text: string): Problem | undefined {
	const id = writeIdentifier(text);

	return isProblem(id) ? { ...id, message: `${displayName}: ${id.message}` } : undefined;
}
