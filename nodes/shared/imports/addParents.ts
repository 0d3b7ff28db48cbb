import type { JsonObject, JsonValue } from 'n8n-workflow';

import { isEmpty } from '../values/valueChecks';
import type { Recognition } from './recognize';

/**
 * Gives each record of a tree, whose titles are indented, the name of its parent: the last record above it that is less
 * indented. Nothing changes if the records say it themselves, or are no tree.
 */
export function addParents(
	records: readonly JsonObject[],
	{ profile, columns }: Recognition,
): readonly JsonObject[] {
	const { levels = [], parents } = profile;
	const [parent] = parents?.columns ?? [];
	const name = columns.get(parents?.names[0] ?? '');
	const titles = levels.map((level) => columns.get(level) ?? level);
	if (parent === undefined || name === undefined || columns.has(parent)) return records;

	/** By level, from the topmost one. */
	const ancestors: JsonValue[] = [];

	return records.map((record) => {
		const level = titles.findIndex((title) => !isEmpty(record[title]));
		if (level === -1) return record;

		ancestors.length = Math.min(ancestors.length, level);
		const above = ancestors.findLast((ancestor) => !isEmpty(ancestor));

		ancestors[level] = record[name] ?? '';

		return above === undefined ? record : { ...record, [parent]: above };
	});
}
