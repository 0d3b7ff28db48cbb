import { listUpTo } from '../../../shared/text/listUpTo';
import { truncate } from '../../../shared/text/truncate';

/** The longest text that a hint shows in full, in characters. */
const MAX_LENGTH = 80;

/** Texts of fields that a hint lists, each once, with the first item that has it. */
export class FieldTexts {
	private readonly itemsByText = new Map<string, Map<string, number>>();

	add(fieldName: string, text: string, itemIndex: number): void {
		const items = this.itemsByText.get(fieldName) ?? new Map<string, number>();

		this.itemsByText.set(fieldName, items);
		if (!items.has(text)) items.set(text, itemIndex);
	}

	/** @returns each field with its texts: `<script>x()</script> (item 0) and onclick="y()" (item 2)` */
	list(): readonly (readonly [fieldName: string, texts: string])[] {
		return [...this.itemsByText].map(([fieldName, items]) => [
			fieldName,
			listUpTo([...items].map(([text, item]) => `${shorten(text)} (item ${item})`)),
		]);
	}
}

/** Shortens a text, and puts it on one line. */
const shorten = (text: string): string => truncate(text.replace(/\s+/g, ' ').trim(), MAX_LENGTH);
