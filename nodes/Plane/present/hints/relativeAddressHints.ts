import { findRelativeAddresses } from '../../../shared/html/relativeAddresses';
import type { Call } from '../../../shared/model/call';
import { listFields } from '../../../shared/operations/listFields';
import { getValueAt } from '../../../shared/values/getValueAt';
import { isJsonObject } from '../../../shared/values/json';
import { FieldTexts } from './FieldTexts';

/** Hints about links and pictures in texts of other sites that would lead to Plane's own host. */
export function relativeAddressHints(calls: readonly Call[]): string[] {
	const found = new FieldTexts();

	for (const call of calls) {
		for (const { fieldName, html } of listTexts(call)) {
			for (const address of findRelativeAddresses(html)) {
				found.add(fieldName, address, call.itemIndex);
			}
		}
	}

	return found
		.list()
		.map(
			([fieldName, addresses]) =>
				`Addresses in ${fieldName} that lead to Plane's own host, because they have none: ${addresses}. If they are those of another site, put its address before them.`,
		);
}

/** A text that is sent, with the display name of its field. */
interface SentText {
	readonly fieldName: string;
	readonly html: string;
}

/** The texts of a call that have a format, and those of its custom properties. */
function listTexts(call: Call): readonly SentText[] {
	if (call.kind !== 'create' && call.kind !== 'update' && call.kind !== 'upsert') return [];

	const texts: SentText[] = [];

	for (const { wire, displayName, formatField } of listFields(call.operation)) {
		const html = formatField === undefined ? undefined : getValueAt(call.body, wire);
		if (typeof html === 'string') texts.push({ fieldName: displayName, html });
	}

	for (const { field, valueToSend } of call.customValues ?? []) {
		for (const value of [valueToSend].flat()) {
			const html = isJsonObject(value) ? value.description_html : undefined;
			if (typeof html === 'string') texts.push({ fieldName: field.displayName, html });
		}
	}

	return texts;
}
