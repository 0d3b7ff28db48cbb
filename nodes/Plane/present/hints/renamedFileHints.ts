import { listUpTo } from '../../../shared/text/listUpTo';
import { quote } from '../../../shared/text/quote';
import type { Call } from '../../../shared/model/call';

/** Hints about files that were attached under other names than their own (row 71). */
export function renamedFileHints(calls: readonly Call[]): string[] {
	const files = calls.filter((call) => call.kind === 'attach').flatMap((call) => call.files);
	const renamed: string[] = [];

	for (const { name, originalName } of files) {
		if (originalName !== undefined) renamed.push(`${quote(originalName)} as ${quote(name)}`);
	}

	if (renamed.length === 0) return [];

	return [
		`Files that were renamed, because Plane or its storage does not accept their names: ${listUpTo(renamed)}`,
	];
}
