import type { WorkItemEvent } from '../shared/events/matchChange';
import { type EventName, parseEventName } from './deliveries/parseEventName';

/** An event of the parameter Events. */
interface WebhookEvent {
	/**
	 * The events of version 2 that can start the workflow (row 46). The first one names the record and the action
	 * that a delivery of either version reports.
	 */
	readonly scopes: readonly [string, ...string[]];
	/** Whether no webhook of version 1 reports it. */
	readonly needsVersion2: boolean;
	/** Whether Anything Else includes it. */
	readonly isAnythingElse: boolean;
}

/** An event that has never been part of Anything Else, and that both versions of the webhooks report. */
const common = (...scopes: WebhookEvent['scopes']): WebhookEvent => ({
	scopes,
	needsVersion2: false,
	isAnythingElse: false,
});

/** An event that has never been part of Anything Else, and that only version 2 reports. */
const onlyVersion2 = (scope: string): WebhookEvent => ({
	scopes: [scope],
	needsVersion2: true,
	isAnythingElse: false,
});

/** An event of version 2 that Anything Else includes as well. */
const partOfAnythingElse = (scope: string): WebhookEvent => ({
	scopes: [scope],
	needsVersion2: true,
	isAnythingElse: true,
});

/** The value of the option Anything Else: all events that are part of it, and events that are not known. */
export const ANYTHING_ELSE = 'anything_else';

/** Has all events of work items, and any others. */
type WebhookEvents = Readonly<Record<WorkItemEvent, WebhookEvent> & Record<string, WebhookEvent>>;

/** The events of the parameter Events, without Anything Else, in the order of the panel. */
export const EVENTS: WebhookEvents = {
	work_item_created: common('workitem.created'),
	work_item_updated: common('workitem.updated'),
	work_item_state_changed: common('workitem.updated'),
	// A new work item may have assignees.
	work_item_assigned: common('workitem.updated', 'workitem.created'),
	field_changed: common('workitem.updated'),
	work_item_archived: common('workitem.archived'),
	work_item_deleted: onlyVersion2('workitem.deleted'),
	comment_created: common('workitem.comment.created'),
	comment_updated: common('workitem.comment.updated'),
	comment_deleted: onlyVersion2('workitem.comment.deleted'),
	work_item_attachment_created: partOfAnythingElse('workitem.attachment.created'),
	work_item_attachment_updated: partOfAnythingElse('workitem.attachment.updated'),
	work_item_attachment_deleted: partOfAnythingElse('workitem.attachment.deleted'),
	work_item_dependency_created: partOfAnythingElse('workitem.dependency.created'),
	work_item_dependency_deleted: partOfAnythingElse('workitem.dependency.deleted'),
	work_item_link_created: partOfAnythingElse('workitem.link.created'),
	work_item_link_updated: partOfAnythingElse('workitem.link.updated'),
	work_item_link_deleted: partOfAnythingElse('workitem.link.deleted'),
	work_item_page_link_created: partOfAnythingElse('workitem.page_link.created'),
	work_item_page_link_deleted: partOfAnythingElse('workitem.page_link.deleted'),
	work_item_relation_created: partOfAnythingElse('workitem.relation.created'),
	work_item_relation_deleted: partOfAnythingElse('workitem.relation.deleted'),
	work_item_vote_created: partOfAnythingElse('workitem.vote.created'),
	work_item_vote_deleted: partOfAnythingElse('workitem.vote.deleted'),
	cycle_created: common('cycle.created'),
	cycle_updated: common('cycle.updated'),
	cycle_archived: partOfAnythingElse('cycle.archived'),
	cycle_deleted: onlyVersion2('cycle.deleted'),
	milestone_created: partOfAnythingElse('milestone.created'),
	milestone_updated: partOfAnythingElse('milestone.updated'),
	milestone_deleted: partOfAnythingElse('milestone.deleted'),
	module_created: common('module.created'),
	module_updated: common('module.updated'),
	module_archived: partOfAnythingElse('module.archived'),
	module_deleted: onlyVersion2('module.deleted'),
	page_created: partOfAnythingElse('page.created'),
	page_updated: partOfAnythingElse('page.updated'),
	page_archived: partOfAnythingElse('page.archived'),
	page_deleted: partOfAnythingElse('page.deleted'),
	page_comment_created: partOfAnythingElse('page.comment.created'),
	page_comment_updated: partOfAnythingElse('page.comment.updated'),
	page_comment_deleted: partOfAnythingElse('page.comment.deleted'),
	project_created: common('project.created'),
	project_updated: common('project.updated'),
	project_archived: partOfAnythingElse('project.archived'),
	project_deleted: common('project.deleted'),
};

/** The values of the parameter Events, in the order of the panel. */
export const eventValues: readonly string[] = [...Object.keys(EVENTS), ANYTHING_ELSE];

/** Whether only webhooks of version 2 report an event. */
export const needsVersion2 = (value: string): boolean => EVENTS[value]?.needsVersion2 === true;

/** Whether an event is about a record that belongs to a work item, such as a comment. */
export const isAboutPartOfWorkItem = (value: string): boolean =>
	EVENTS[value]?.scopes[0].startsWith('workitem.') === true &&
	EVENTS[value].scopes[0].split('.').length > 2;

/**
 * Lists the values of the parameter Events that a delivery matches. It must not be called for a work item that was
 * created or updated: which values match then depends on the fields that changed (`matchChange.ts`).
 */
export function listEventValues(reported: EventName): readonly string[] {
	const match = Object.entries(EVENTS).find(([, { scopes }]) => isSameEvent(scopes[0], reported));
	if (match === undefined) return [ANYTHING_ELSE];

	const [value, { isAnythingElse }] = match;

	return isAnythingElse ? [value, ANYTHING_ELSE] : [value];
}

function isSameEvent(scope: string, { event, action }: EventName): boolean {
	const name = parseEventName(scope);

	return name?.event === event && name.action === action;
}

/** Lists the events of version 2 for which a webhook must be registered to report these events, each once. */
export function listScopes(values: readonly string[]): readonly string[] {
	const isChosen = ([value, event]: [string, WebhookEvent]): boolean =>
		values.includes(value) || (event.isAnythingElse && values.includes(ANYTHING_ELSE));

	const scopes = Object.entries(EVENTS)
		.filter(isChosen)
		.flatMap(([, event]) => event.scopes);

	return [...new Set(scopes)].sort();
}
