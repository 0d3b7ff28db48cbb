import { isObjectEmpty, type JsonObject, type JsonValue } from 'n8n-workflow';

import { readId } from '../shared/events/event';
import { type NameFilter, nameFilters, replaceEntries } from '../shared/events/eventParameters';
import { judgeRecord, matchesAnyName, nameFields } from '../shared/events/filters';
import { type Match, matchChange } from '../shared/events/matchChange';
import { isUuid } from '../shared/values/textForms';
import { isJsonObject } from '../shared/values/json';
import type { Delivery } from './deliveries/delivery';
import type { WebhookParameters } from './readParameters';
import { listEventValues } from './webhookEvents';

/** What was looked up in order to decide. */
export interface LookupResults {
	/** IDs of the records that have the names in a filter, as far as these could be looked up. */
	readonly ids: Readonly<Partial<Record<NameFilter, readonly string[]>>>;
	/** Filters with at least one name that could not be looked up. */
	readonly unresolved: readonly NameFilter[];
	/** ID of the user of the credential, if their changes are ignored and the user could be looked up. */
	readonly currentUserId?: string;
	/** The work item that a comment, link or attachment belongs to, if filters apply to it and it could be read. */
	readonly workItem?: JsonObject;
}

/** Whether a delivery starts the workflow. */
export type StartDecision =
	| {
			readonly kind: 'starts';
			/** The field that made it start the workflow; null if the whole record did. */
			readonly field: string | null;
			/** A sentence for each filter that could not be applied. */
			readonly warnings: readonly string[];
	  }
	| { readonly kind: 'filtered' }
	/** The delivery lacks what a filter needs. `reason` is a sentence. */
	| { readonly kind: 'undecided'; readonly reason: string };

type Decide = (
	delivery: Delivery,
	parameters: WebhookParameters,
	names: LookupResults,
) => StartDecision;

const FILTERED: StartDecision = { kind: 'filtered' };

/** Whether a delivery could start the workflow, depending on what the names in filters refer to. */
export function mayStart(delivery: Delivery, parameters: WebhookParameters): boolean {
	const withoutNames = { ...parameters, toStates: [], assignedTo: [] };

	return !delivery.hasNoVisibleChange && matchDelivery(delivery, withoutNames) !== undefined;
}

/**
 * Decides whether a delivery starts the workflow. It does if it lacks its project or the user who made the
 * change, because Plane leaves these out of some deliveries (rows 102 and 104). It does not if a name
 * cannot be looked up, because then any state or person might match. The result says so in both cases.
 */
export const decideStart: Decide = (delivery, entered, names) => {
	const parameters = addIds(entered, names);
	const warnings: string[] = [];

	for (const decideBy of [decideByProject, decideByActor]) {
		const decision = decideBy(delivery, parameters, names);
		if (decision.kind !== 'starts') return decision;

		warnings.push(...decision.warnings);
	}

	const byWorkItem = decideByWorkItem(delivery, parameters, names);
	if (byWorkItem.kind === 'filtered') return byWorkItem;

	const decision = decideByChange(delivery, parameters, names);
	if (decision.kind !== 'starts') return decision;

	return byWorkItem.kind === 'undecided' ? byWorkItem : { ...decision, warnings };
};

/** Applies the filter Projects. */
const decideByProject: Decide = ({ event: { project: projectId } }, { projects }, names) => {
	if (projects.length === 0) return starts();

	if (projectId === null) {
		return starts({
			warnings: [
				'Plane does not say which project this is in. Projects could not be applied, and the workflow was started with project null.',
			],
		});
	}
	if (matchesAnyName(projectId, projects)) return starts();

	return names.unresolved.includes('projects') ? undecided('projects', 'project') : FILTERED;
};

/** Applies Ignore Changes By and Ignore My Own Changes. */
const decideByActor: Decide = ({ event: { actor } }, parameters, names) => {
	const { ignoredUsers, ignoresOwnChanges } = parameters;
	if (ignoredUsers.length === 0 && !ignoresOwnChanges) return starts();

	if (actor === null) {
		return starts({
			warnings: [
				'Plane does not say who did this. Changes of some users are ignored, which could not be applied: the workflow was started with actor null.',
			],
		});
	}

	const { currentUserId } = names;
	if (matchesAnyName(actor, [...ignoredUsers, currentUserId ?? ''])) return FILTERED;

	if (ignoresOwnChanges && currentUserId === undefined) {
		return {
			kind: 'undecided',
			reason: 'Ignore My Own Changes needs the user of the credential, who could not be looked up.',
		};
	}

	const mayBeIgnored = names.unresolved.includes('ignoredUsers') && !hasNames(actor);

	// If in doubt, do not start: a workflow that is started by its own changes never ends.
	return mayBeIgnored ? undecided('ignoredUsers', 'user who did it') : starts();
};

/** Applies the filters to the work item that the event is about. Other events, such as events of cycles, pass. */
const decideByWorkItem: Decide = ({ event }, { filters }, results) => {
	if (isObjectEmpty(filters) || !event.event.startsWith('workItem')) return starts();

	const workItem = event.event === 'workItem' ? event.record : results.workItem;

	if (workItem === undefined) {
		return {
			kind: 'undecided',
			reason: 'Filters apply to the work item, and Plane sent only its ID.',
		};
	}

	const verdict = judgeRecord(workItem, filters, listResolved(results));

	switch (verdict.kind) {
		case 'passes':
			return starts();
		case 'fails':
			return FILTERED;
		case 'unknown':
			return {
				kind: 'undecided',
				reason: `Plane did not send what the filter ${verdict.displayName} needs.`,
			};
	}
};

/** Adds the IDs of names to filters, and keeps the names: a record may have got one since it was looked up. */
const addIds = (parameters: WebhookParameters, { ids }: LookupResults): WebhookParameters =>
	replaceEntries(parameters, (filter, entries) => [...entries, ...(ids[filter] ?? [])]);

/** The wire names of the filters whose names were all looked up. */
const listResolved = ({ ids, unresolved }: LookupResults): readonly string[] =>
	nameFilters
		.filter((filter) => ids[filter] !== undefined && !unresolved.includes(filter))
		.map((filter) => nameFields[filter].wire);

/** Applies the events and the filters To States and Assigned To. */
const decideByChange: Decide = (delivery, parameters, names) => {
	const match = matchDelivery(delivery, parameters);
	if (match?.field === 'assignees' && hasUncertainAssignees(delivery)) {
		return {
			kind: 'undecided',
			reason:
				'This server also sends former assignees, so the assignees of a new work item are not known.',
		};
	}
	if (match !== undefined) return starts(match);

	return undecidedByChange(delivery, parameters, names) ?? FILTERED;
};

const starts = ({
	field = null,
	warnings = [],
}: Partial<Match> & { readonly warnings?: readonly string[] } = {}): StartDecision => ({
	kind: 'starts',
	field,
	warnings,
});

const undecided = (filter: NameFilter, recordName: string): StartDecision => ({
	kind: 'undecided',
	reason: `${nameFields[filter].displayName}: there are names, and Plane sent only the ID of the ${recordName}.`,
});

/** Whether the assignees of a new work item may include former ones (row 108). */
export const hasUncertainAssignees = ({ event, mayIncludeFormerAssignees }: Delivery): boolean =>
	event.action === 'created' && mayIncludeFormerAssignees;

/**
 * Finds out why a delivery that does not match might match all the same: because a name was not resolved.
 *
 * @returns undefined if the delivery cannot match
 */
function undecidedByChange(
	{ event: { record }, fields: { state, assignees } }: Delivery,
	{ events }: WebhookParameters,
	{ unresolved }: LookupResults,
): StartDecision | undefined {
	const mayMatchState =
		state !== undefined &&
		events.includes('workItemStateChanged') &&
		unresolved.includes('toStates') &&
		isWithoutName(state.new, [record.state ?? null]);
	if (mayMatchState) return undecided('toStates', 'state');

	const people = [record.assignees ?? []].flat();
	const mayMatchAssignee =
		assignees !== undefined &&
		events.includes('workItemAssigned') &&
		unresolved.includes('assignedTo') &&
		[assignees.new].flat().some((assignee) => isWithoutName(assignee, people));

	return mayMatchAssignee ? undecided('assignedTo', 'assignees') : undefined;
}

/** Whether a value is an ID, and the record with this ID, if it is among the records, has no name. */
function isWithoutName(value: JsonValue, records: readonly JsonValue[]): boolean {
	if (typeof value !== 'string') return false;

	const record = records.find((candidate) => readId(candidate) === value);

	return isJsonObject(record) ? !hasNames(record) : isUuid(value);
}

/** Whether the record of a user or a state has a name. */
const hasNames = (record: JsonObject): boolean =>
	['name', 'display_name', 'email', 'first_name'].some((name) => typeof record[name] === 'string');

/** Matches a delivery with the chosen events and the filters on changes; undefined if it does not match. */
function matchDelivery(
	{ event, fields }: Delivery,
	parameters: WebhookParameters,
): Match | undefined {
	if (event.event === 'workItem' && ['created', 'updated'].includes(event.action)) {
		return matchChange(parameters, { action: event.action, fields }, event.record);
	}

	const isChosen = listEventValues(event).some((value) => parameters.events.includes(value));

	return isChosen ? { field: event.field } : undefined;
}
