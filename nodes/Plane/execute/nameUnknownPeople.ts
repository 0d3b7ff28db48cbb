import { escapeText } from '../../shared/html/escape';
import { cleanHtml } from '../../shared/html/toStoredHtml';
import type { Call } from '../../shared/model/call';
import type { Draft, LeftOutName } from '../../shared/model/draft';
import { asText } from '../../shared/values/asText';

const TEXT = 'description_html';

/**
 * Writes the people whom the project does not have into the descriptions of their rows, if the user wishes. A row without
 * a text leaves the one that an existing record has.
 *
 * @param leftOutNames by the index of the item
 */
export function nameUnknownPeople(
	calls: readonly Call[],
	drafts: readonly Draft[],
	leftOutNames: ReadonlyMap<number, readonly LeftOutName[]>,
): readonly Call[] {
	const rows = new Map(drafts.map(({ itemIndex, row }) => [itemIndex, row]));

	return calls.map((call) => {
		const row = rows.get(call.itemIndex);
		if (call.kind !== 'upsert' || row?.namesUnknownPeople !== true) return call;

		const people = (leftOutNames.get(call.itemIndex) ?? [])
			.filter(({ field }) => field.wire === 'assignees')
			.map(({ name }) => name);
		if (people.length === 0) return call;

		const line = `<p>Assignee in ${row.tool ?? 'the other tool'}: ${escapeText(people.join(', '))}</p>`;
		const text = asText(call.body[TEXT]);

		return text === undefined || text === ''
			? { ...call, initialValues: { ...call.initialValues, [TEXT]: line } }
			: { ...call, body: { ...call.body, [TEXT]: cleanHtml(`${text}${line}`) } };
	});
}
