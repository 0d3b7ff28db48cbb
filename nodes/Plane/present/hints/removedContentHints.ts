import type { Call, RemovedContents } from '../../../shared/model/call';
import { FieldTexts } from './FieldTexts';

/** Hints about what was left out of texts: what could run, and what Plane does not keep. */
export function removedContentHints(calls: readonly Call[]): string[] {
	const removed = new FieldTexts();

	for (const call of calls) {
		for (const { fieldName, contents } of listRemovedContents(call)) {
			for (const content of contents) removed.add(fieldName, content, call.itemIndex);
		}
	}

	return removed
		.list()
		.map(
			([fieldName, contents]) =>
				`Left out of ${fieldName}, because it could run in a reader's browser or Plane does not keep it: ${contents}. To show it in Markdown, write it as code.`,
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
