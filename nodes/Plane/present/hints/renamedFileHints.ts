import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import { quote } from '../../../shared/text/quote';
import type { Call } from '../../../shared/model/call';

/** How many files a hint lists. */
const MAX_FILES_LISTED = 10;

/** Hints about files that were attached under other names than their own (row 71). */
export function renamedFileHints(calls: readonly Call[]): string[] {
	const files = calls.filter((call) => call.kind === 'attach').flatMap((call) => call.files);
	const renamed: string[] = [];

	for (const { name, originalName } of files) {
		if (originalName !== undefined) renamed.push(`${quote(originalName)} as ${quote(name)}`);
	}

	if (renamed.length === 0) return [];

	const listed = renamed.slice(0, MAX_FILES_LISTED);
	const rest = renamed.length - listed.length;
	if (rest > 0) listed.push(`${rest} more`);

	return [
		`Files that were renamed, because Plane or its storage does not accept their names: ${joinWithConjunction(listed, 'and')}`,
	];
}
