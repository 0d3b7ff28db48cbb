import type { StateCore, MarkdownToken } from '../../../libraries/markdown';
import { CHECKED } from '../html/taskItem';

/** The text of a checkbox at the start of an item: `[ ]` or `[x]`. */
const CHECKBOX = /^\[([ xX])\](?:\s|$)/;

/** A list that is open at a position in the tokens. */
interface OpenList {
	readonly open: MarkdownToken;
	readonly isOrdered: boolean;
	/** Whether its items have checkboxes, or undefined before its first item. */
	isCheckList: boolean | undefined;
}

/** Reads the checkbox at the start of an item, and removes it from the text. */
function takeCheckbox(tokens: readonly MarkdownToken[], item: number): boolean | undefined {
	const paragraph = tokens[item + 1]?.type === 'paragraph_open' ? tokens[item + 2] : undefined;
	const text = paragraph?.children?.[0];
	const match = text?.type === 'text' ? CHECKBOX.exec(text.content) : null;
	if (text === undefined || match === null) return undefined;

	text.content = text.content.slice(match[0].length);

	return match[1] !== ' ';
}

/** Turns lists with items such as `- [ ] task` into the check lists of Plane's editor. */
class CheckListBuilder {
	private readonly openLists: OpenList[] = [];

	/** Whether the open items are checked, outermost first; undefined for items without a checkbox. */
	private readonly openItems: (boolean | undefined)[] = [];

	private readonly built: MarkdownToken[] = [];

	constructor(
		private readonly tokens: readonly MarkdownToken[],
		private readonly TokenType: StateCore['Token'],
	) {}

	build(): MarkdownToken[] {
		for (const [index, token] of this.tokens.entries()) {
			if (token.type === 'list_item_open') this.startItem(token, index);
			if (token.type === 'list_item_close') this.endItem(token);

			this.built.push(token);

			if (/^(?:bullet|ordered)_list_open$/.test(token.type)) this.startList(token);
			if (/^(?:bullet|ordered)_list_close$/.test(token.type)) this.openLists.pop();
		}

		return this.built;
	}

	private startList(open: MarkdownToken): void {
		this.openLists.push({
			open,
			isOrdered: open.type === 'ordered_list_open',
			isCheckList: undefined,
		});
	}

	/** Marks an item. Plane has no ordered check lists, and a check list has only items with checkboxes. */
	private startItem(item: MarkdownToken, index: number): void {
		const list = this.openLists.at(-1);
		if (list === undefined) return;

		const isChecked = list.isOrdered ? undefined : takeCheckbox(this.tokens, index);
		const isCheckList = isChecked !== undefined;
		const isFirst = list.isCheckList === undefined;

		this.openItems.push(isChecked);

		if (isChecked !== undefined) {
			item.attrSet('data-type', 'taskItem');
			item.attrSet(CHECKED, String(isChecked));
		}

		if (isFirst && isCheckList) list.open.attrSet('data-type', 'taskList');
		if (!isFirst && list.isCheckList !== isCheckList) this.splitList(isCheckList);

		list.isCheckList = isCheckList;
	}

	private splitList(isCheckList: boolean): void {
		const close = new this.TokenType('bullet_list_close', 'ul', -1);
		const open = new this.TokenType('bullet_list_open', 'ul', 1);
		if (isCheckList) open.attrSet('data-type', 'taskList');

		this.built.push(close, open);
	}

	private endItem(item: MarkdownToken): void {
		const isChecked = this.openItems.pop();

		if (isChecked !== undefined) item.attrSet(CHECKED, String(isChecked));
	}
}

/** A rule for the parser: see `CheckListBuilder`. */
export function buildCheckLists(state: StateCore): void {
	state.tokens = new CheckListBuilder(state.tokens, state.Token).build();
}
