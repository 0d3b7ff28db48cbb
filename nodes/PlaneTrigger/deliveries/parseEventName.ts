/** What a delivery reports: the kind of record, e.g. `workItemComment`, and what happened to it. */
export interface EventName {
	readonly event: string;
	readonly action: string;
}

/**
 * Parses the name of an event: `workitem.comment.created`, or the name of a constant of the server, such
 * as `WebhookScope.ScopeChoices.WORK_ITEM_COMMENT_CREATED` (row 103).
 *
 * @returns undefined if the text is not the name of an event
 */
export function parseEventName(name: string): EventName | undefined {
	const constant = /\.([A-Z][A-Z_]*)$/.exec(name)?.[1];
	const path = constant === undefined ? name : toEventPath(constant);
	const end = path.lastIndexOf('.');
	const subject = path.slice(0, Math.max(end, 0));
	const action = path.slice(end + 1);
	if (subject === '' || !/^\w+$/.test(action)) return undefined;

	return { event: toEvent(subject), action };
}

/** `WORK_ITEM_PAGE_LINK_DELETED` → `workitem.page_link.deleted` */
const toEventPath = (constant: string): string =>
	constant
		.toLowerCase()
		.replace(/^work_item/, 'workitem')
		.replace(/_([a-z]+)$/, '.$1')
		.replace(/^(workitem|page)_/, '$1.');

/** `workitem.page_link` → `workItemPageLink` */
const toEvent = (subject: string): string =>
	subject
		.replace(/^workitem(?=\.|$)/, 'workItem')
		.replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());
