import type { Call, RemovedContents } from '../../../shared/model/call';
import { listUpTo } from '../../../shared/text/listUpTo';
import { truncate } from '../../../shared/text/truncate';

/** The longest content that a hint shows in full, in characters. */
const MAX_LENGTH = 80;

/** Hints about what was left out of texts: what could run, and what Plane does not keep. */
export function removedContentHints(calls: readonly Call[]): string[] {
	const itemsByContent = new Map<string, Map<string, number>>();

	for (const call of calls) {
		for (const { fieldName, contents } of listRemovedContents(call)) {
			const items = itemsByContent.get(fieldName) ?? new Map<string, number>();

			itemsByContent.set(fieldName, items);

			for (const content of contents) {
				if (!items.has(content)) items.set(content, call.itemIndex);
			}
		}
	}

	return [...itemsByContent].map(
		([fieldName, items]) =>
			`Left out of ${fieldName}, because it could run in a reader's browser or Plane does not keep it: ${listContents(items)}. To show it in Markdown, write it as code.`,
	);
}

/** What is left out of the texts of a call, and of its custom properties. */
function listRemovedContents(call: Call): readonly RemovedContents[] {
	if (call.kind === 'upload') return [];

	const isWrite = call.kind === 'create' || call.kind === 'update' || call.kind === 'upsert';
	const values = isWrite ? (call.customValues ?? []) : [];
	const ofValues = values
		.map(({ field, removedContents }) => ({
			fieldName: field.displayName,
			contents: removedContents ?? [],
		}))
		.filter(({ contents }) => contents.length > 0);

	return [...(call.removedContents ?? []), ...ofValues];
}

/** @example `<script>x()</script> (item 0) and onclick="y()" (item 2)` */
const listContents = (items: ReadonlyMap<string, number>): string =>
	listUpTo([...items].map(([content, item]) => `${shorten(content)} (item ${item})`));

/** Shortens a content, and puts it on one line. */
const shorten = (content: string): string =>
	truncate(content.replace(/\s+/g, ' ').trim(), MAX_LENGTH);
