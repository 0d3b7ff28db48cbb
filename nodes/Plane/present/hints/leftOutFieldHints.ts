import type { Draft } from '../../../shared/model/draft';

/**
 * Hints about fields that were left out of all new records, because their expressions returned undefined
 * for every item. That is normal for an empty cell; but if it happens to all items, the expression most
 * likely names a property that they do not have.
 */
export function leftOutFieldHints(drafts: readonly Draft[]): string[] {
	const [first, ...others] = drafts.map(getSkippedFields);
	if (first === undefined || others.length === 0) return [];

	return first
		.filter((name) => others.every((names) => names.includes(name)))
		.map(
			(name) =>
				`${name} was left out of all ${drafts.length} records: its expression found nothing in any item. Check the name of the property in it.`,
		);
}

const getSkippedFields = ({ kind, skippedFields = [] }: Draft): readonly string[] =>
	kind === 'create' || kind === 'upsert' ? skippedFields : [];
