import type { JsonObject, JsonValue } from 'n8n-workflow';

import { readId } from '../shared/events/event';
import { matchesAnyName } from '../shared/events/filters';
import { matchChange } from '../shared/events/matchChange';
import { isUuid } from '../shared/fields/identifier';
import { isJsonObject } from '../shared/fields/json';
import type { Delivery } from './deliveries/delivery';
import type { NamedFilter, TriggerFilters } from './readFilters';
import { EVENTS } from './webhookPanel';

/** What is known of the names in filters. */
export interface KnownNames {
	/** The IDs of the records that have the names of a filter, as far as they were looked up. */
	readonly ids: Readonly<Partial<Record<NamedFilter, readonly string[]>>>;
	/** Filters with names that could not be looked up. */
	readonly unknown: readonly NamedFilter[];
}

/** Whether a delivery starts the workflow. */
export type StartDecision =
	| {
			readonly kind: 'starts';
			/** The field by which it does; null if it does as a whole. */
			readonly field: string | null;
			/** What could not be decided, although it starts the workflow, as sentences. */
			readonly doubts: readonly string[];
	  }
	| { readonly kind: 'filtered' }
	/** Nothing in the delivery says whether a filter lets it pass; `why` is a sentence. */
	| { readonly kind: 'undecided'; readonly why: string };

const FILTERED: StartDecision = { kind: 'filtered' };

/** What the filters are called in the panel. */
export const LABELS: Readonly<Record<NamedFilter, string>> = {
	projects: 'Projects',
	ignored: 'Ignore Changes By',
	toStates: 'To States',
	assignedTo: 'Assigned To',
};

/** Whether a delivery is of a kind that starts the workflow, whatever the names in the filters mean. */
export function isCandidate(delivery: Delivery, filters: TriggerFilters): boolean {
	const open = { ...filters, toStates: [], assignedTo: [] };

	return !delivery.isUnchanged && fieldOf(delivery, open) !== undefined;
}

/**
 * Decides whether a delivery starts the workflow. What cannot be decided is never passed over silently:
 * without its project or without the user who did it, a delivery starts the workflow, because Plane
 * leaves these out of some deliveries (rows 102 and 104); where a name cannot be looked up, it does not,
 * because it may be of any state or person.
 */
export function decide(
	delivery: Delivery,
	filters: TriggerFilters,
	known: KnownNames,
): StartDecision {
	const doubts: string[] = [];

	for (const decideBy of [decideProject, decideActor]) {
		const decision = decideBy(delivery, filters, known);
		if (decision.kind !== 'starts') return decision;

		doubts.push(...decision.doubts);
	}

	const decision = decideChange(delivery, filters, known);

	return decision.kind === 'starts' ? { ...decision, doubts } : decision;
}

type DecideBy = (delivery: Delivery, filters: TriggerFilters, known: KnownNames) => StartDecision;

const starts = (doubts: readonly string[] = [], field: string | null = null): StartDecision => ({
	kind: 'starts',
	field,
	doubts,
});

/** Whether a delivery is of one of the projects that are watched. */
const decideProject: DecideBy = ({ event: { projectId } }, { projects }, known) => {
	if (projects.length === 0) return starts();

	if (projectId === null) {
		return starts([
			'Plane does not say which project this is in, so that Projects could not be applied and it started the workflow with projectId null.',
		]);
	}
	if (matchesAnyName(projectId, withIds('projects', projects, known))) return starts();

	return known.unknown.includes('projects') ? undecided('projects', 'project') : FILTERED;
};

/** Whether a delivery is of somebody whose changes are ignored. */
const decideActor: DecideBy = ({ event: { actor } }, { ignored }, known) => {
	if (ignored.length === 0) return starts();

	if (actor === null) {
		return starts([
			'Plane does not say who did this, so that Ignore Changes By could not be applied and it started the workflow with actor null.',
		]);
	}
	if (matchesAnyName(actor, withIds('ignored', ignored, known))) return FILTERED;

	const isOpen = known.unknown.includes('ignored') && !hasNames(actor);

	// A workflow that starts itself by its own changes never ends.
	return isOpen ? undecided('ignored', 'user who did it') : starts();
};

const decideChange: DecideBy = (delivery, filters, known) => {
	const { toStates, assignedTo } = filters;
	const field = fieldOf(delivery, {
		...filters,
		toStates: withIds('toStates', toStates, known),
		assignedTo: withIds('assignedTo', assignedTo, known),
	});
	if (field === 'assignees' && isDoubtful(delivery)) {
		return {
			kind: 'undecided',
			why: 'This server sends the people that a work item has ever had, so that those who are assigned to a new one are not known.',
		};
	}
	if (field !== undefined) return starts([], field);

	return openFilter(delivery, filters, known) ?? FILTERED;
};

/** Whether a new work item may have people who were assigned in former times (row 108). */
export const isDoubtful = ({ event, mayHaveFormerPeople }: Delivery): boolean =>
	event.action === 'created' && mayHaveFormerPeople;

/** The filter that a delivery cannot be decided by, if there is one; the others do not let it pass. */
function openFilter(
	{ event: { record }, fields }: Delivery,
	{ events }: TriggerFilters,
	{ unknown }: KnownNames,
): StartDecision | undefined {
	const { state, assignees } = fields;
	const isOpenState =
		state !== undefined &&
		events.includes('work_item_state_changed') &&
		unknown.includes('toStates') &&
		isNameless(state.new, [record.state ?? null]);
	if (isOpenState) return undecided('toStates', 'state');

	const isOpenPerson =
		assignees !== undefined &&
		events.includes('work_item_assigned') &&
		unknown.includes('assignedTo') &&
		[assignees.new].flat().some((person) => isNameless(person, [record.assignees ?? []].flat()));

	return isOpenPerson ? undecided('assignedTo', 'assignees') : undefined;
}

/** Whether a value is an ID whose record, among these, says no name. */
function isNameless(value: JsonValue, records: readonly JsonValue[]): boolean {
	if (typeof value !== 'string') return false;

	const record = records.find((each) => readId(each) === value);

	return isJsonObject(record) ? !hasNames(record) : isUuid(value);
}

/** Whether a record of a user or a state says what people call it. */
const hasNames = (record: JsonObject): boolean =>
	['name', 'display_name', 'email', 'first_name'].some((name) => typeof record[name] === 'string');

/** The entries of a filter, with the IDs that were looked up for its names. */
const withIds = (
	filter: NamedFilter,
	entries: readonly string[],
	{ ids }: KnownNames,
): readonly string[] => [...entries, ...(ids[filter] ?? [])];

const undecided = (filter: NamedFilter, what: string): StartDecision => ({
	kind: 'undecided',
	why: `${LABELS[filter]} has names, and Plane sent only the ID of the ${what}.`,
});

/** The field by which a delivery is of interest; null: it is as a whole; undefined: it is not. */
function fieldOf(
	{ event, fields: changes }: Delivery,
	filters: TriggerFilters,
): string | null | undefined {
	if (event.event === 'workItem' && ['created', 'updated'].includes(event.action)) {
		return matchChange(filters, { action: event.action, fields: changes }, event.record)?.field;
	}

	const known = Object.entries(EVENTS).find(
		([, [what, action]]) => what === event.event && action === event.action,
	)?.[0];

	return filters.events.includes(known ?? 'anything_else') ? event.field : undefined;
}
