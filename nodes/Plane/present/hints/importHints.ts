import type { Draft, LeftOutName, LeftOutRecord } from '../../../shared/model/draft';
import { joinWithConjunction } from '../../../shared/text/joinWithConjunction';
import { listUpTo } from '../../../shared/text/listUpTo';
import { quote } from '../../../shared/text/quote';
import { groupBy } from '../../../shared/values/groupBy';

/** How many names a hint lists. */
const MAX_NAMES = 20;

/** Hints about an import: as which tool's export it was read, and what is not imported. */
export const importHints = (
	drafts: readonly Draft[],
	leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>,
): string[] => [...toolHint(drafts), ...recordHint(drafts), ...nameHints(leftOutNames)];

function toolHint(drafts: readonly Draft[]): string[] {
	const tools = new Set(drafts.map(({ tool }) => tool).filter((tool) => tool !== undefined));
	if (tools.size === 0) return [];

	return [`Read as an export of ${joinWithConjunction([...tools], 'and')}, because of its columns`];
}

/** A hint about records that are no open work. */
function recordHint(drafts: readonly Draft[]): string[] {
	const leftOut = drafts.flatMap((draft) => draft.leftOut ?? []);
	const byReason = groupBy(leftOut, ({ reason }) => reason);

	return [...byReason].map(
		([reason, records]) =>
			`Left out, because it is no open work (${reason}): ${listUpTo(records.map(nameRecord), MAX_NAMES)}`,
	);
}

const nameRecord = ({ externalId, title }: LeftOutRecord): string =>
	externalId === '' ? quote(title) : externalId;

/** A hint for each field whose names Plane does not know. */
function nameHints(leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>): string[] {
	const byField = new Map<string, Map<string, number>>();

	for (const { field, name, takenInstead } of [...leftOutNames.values()].flat()) {
		const counts = byField.get(field.displayName) ?? new Map<string, number>();
		const text = takenInstead === undefined ? quote(name) : `${quote(name)} → ${takenInstead}`;

		counts.set(text, (counts.get(text) ?? 0) + 1);
		byField.set(field.displayName, counts);
	}

	return [...byField].map(([displayName, counts]) => {
		const names = [...counts].map(([name, count]) => `${name} (${countItems(count)})`);

		return `${displayName}: these names are not in the project, or cannot be read, and were left out or replaced: ${listUpTo(names, MAX_NAMES)}`;
	});
}

const countItems = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;
