import { series } from '../../shared/errors/pathParameters';
import { quote } from '../../shared/fields/describe';
import type { Call } from '../../shared/model/call';

/** How many files are listed. */
const SHOWN = 10;

/** Texts about files that were attached under other names than their own (row 71). */
export function renamedFileHints(calls: readonly Call[]): string[] {
	const files = calls.flatMap((call) => (call.kind === 'attach' ? call.files : []));
	const renamed = files.flatMap(({ name, givenName }) =>
		givenName === undefined ? [] : [`${quote(givenName)} as ${quote(name)}`],
	);
	if (renamed.length === 0) return [];

	const more = renamed.length - SHOWN;
	const listed = renamed.slice(0, SHOWN);
	const all = more > 0 ? [...listed, `${more} more`] : listed;

	return [
		`Files that were given other names, because Plane or its storage does not take their own: ${series(all, 'and')}`,
	];
}
