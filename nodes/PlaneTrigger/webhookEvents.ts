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
export const ANYTHING_ELSE = 'anythingElse';

/** Has all events of work items, and any others. */
type WebhookEvents = Readonly<Record<WorkItemEvent, WebhookEvent> & Record<string, WebhookEvent>>;

/** The events of the parameter Events, without Anything Else, in the order of the panel. */
export const EVENTS: WebhookEvents = {
	workItemCreated: common('workitem.created'),
	workItemUpdated: common('workitem.updated'),
	workItemStateChanged: common('workitem.updated'),
	// A new work item may have assignees.
	workItemAssigned: common('workitem.updated', 'workitem.created'),
	fieldChanged: common('workitem.updated'),
	workItemArchived: common('workitem.archived'),
	workItemDeleted: onlyVersion2('workitem.deleted'),
	commentCreated: common('workitem.comment.created'),
	commentUpdated: common('workitem.comment.updated'),
	commentDeleted: onlyVersion2('workitem.comment.deleted'),
	workItemAttachmentCreated: partOfAnythingElse('workitem.attachment.created'),
	workItemAttachmentUpdated: partOfAnythingElse('workitem.attachment.updated'),
	workItemAttachmentDeleted: partOfAnythingElse('workitem.attachment.deleted'),
	workItemDependencyCreated: partOfAnythingElse('workitem.dependency.created'),
	workItemDependencyDeleted: partOfAnythingElse('workitem.dependency.deleted'),
	workItemLinkCreated: partOfAnythingElse('workitem.link.created'),
	workItemLinkUpdated: partOfAnythingElse('workitem.link.updated'),
	workItemLinkDeleted: partOfAnythingElse('workitem.link.deleted'),
	workItemPageLinkCreated: partOfAnythingElse('workitem.page_link.created'),
	workItemPageLinkDeleted: partOfAnythingElse('workitem.page_link.deleted'),
	workItemRelationCreated: partOfAnythingElse('workitem.relation.created'),
	workItemRelationDeleted: partOfAnythingElse('workitem.relation.deleted'),
	workItemVoteCreated: partOfAnythingElse('workitem.vote.created'),
	workItemVoteDeleted: partOfAnythingElse('workitem.vote.deleted'),
	cycleCreated: common('cycle.created'),
	cycleUpdated: common('cycle.updated'),
	cycleArchived: partOfAnythingElse('cycle.archived'),
	cycleDeleted: onlyVersion2('cycle.deleted'),
	milestoneCreated: partOfAnythingElse('milestone.created'),
	milestoneUpdated: partOfAnythingElse('milestone.updated'),
	milestoneDeleted: partOfAnythingElse('milestone.deleted'),
	moduleCreated: common('module.created'),
	moduleUpdated: common('module.updated'),
	moduleArchived: partOfAnythingElse('module.archived'),
	moduleDeleted: onlyVersion2('module.deleted'),
	pageCreated: partOfAnythingElse('page.created'),
	pageUpdated: partOfAnythingElse('page.updated'),
	pageArchived: partOfAnythingElse('page.archived'),
	pageDeleted: partOfAnythingElse('page.deleted'),
	pageCommentCreated: partOfAnythingElse('page.comment.created'),
	pageCommentUpdated: partOfAnythingElse('page.comment.updated'),
	pageCommentDeleted: partOfAnythingElse('page.comment.deleted'),
	projectCreated: common('project.created'),
	projectUpdated: common('project.updated'),
	projectArchived: partOfAnythingElse('project.archived'),
	projectDeleted: common('project.deleted'),
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
