import type { IWebhookFunctions } from 'n8n-workflow';

import { readAssigneeIds } from '../shared/events/event';
import { isProblem, type Problem } from '../shared/result/problem';
import type { Delivery } from './deliveries/delivery';
import { REMEDY } from './checkFilters';
import { completeEvent, Completion } from './completeEvent';
import { decide, isCandidate, isDoubtful, type KnownNames } from './decide';
import type { TriggerMemory } from './memory';
import { openLookup } from './openLookup';
import type { PlaneLookup } from './PlaneLookup';
import { filtersWithNames, namesIn, type TriggerFilters, type NamedFilter } from './readFilters';

/** What starts the workflow: the event, and the field by which it does. */
export interface Started {
	readonly event: Delivery['event'];
	readonly field: string | null;
	readonly fields: Delivery['fields'];
}

/**
 * Decides whether a delivery starts the workflow, and completes its event if it does. Whatever cannot be
 * decided or completed is written to n8n's log, with the remedy.
 *
 * @returns undefined if it does not start the workflow
 */
export async function startEvent(
	context: IWebhookFunctions,
	delivery: Delivery,
	filters: TriggerFilters,
	memory: TriggerMemory,
): Promise<Started | undefined> {
	if (!isCandidate(delivery, filters)) return undefined;

	const warn = (message: string) => {
		context.logger.warn(message);
	};

	const opened = await openLookup(context, filters.workspace, memory.lookups);
	if (isProblem(opened)) warn(`The Plane API credential cannot be used. ${sentencesOf(opened)}`);

	const usable = isProblem(opened) ? undefined : opened;
	const lookup = usable?.lookup;

	const known = lookup === undefined ? delivery : await prepare(delivery, filters, lookup, warn);
	const names =
		lookup === undefined
			? { ids: {}, unknown: filtersWithNames(filters) }
			: await lookUpNames(known, filters, lookup, warn);
	const decision = decide(known, filters, names);
	const what = `${known.event.event} ${known.event.action}`;
	if (decision.kind === 'undecided') {
		const remedy = lookup === undefined ? REMEDY : 'Use IDs where this goes on.';

		context.logger.error(
			`The Plane Trigger could not decide whether a delivery (${what}) starts the workflow, so it did not: ${decision.why} ${remedy}`,
		);
	}

	const event =
		decision.kind === 'starts' && lookup !== undefined
			? await completeEvent(known, lookup, warn)
			: known.event;
	if (usable?.cache.hasNew) memory.lookups = usable.cache.saved;
	if (decision.kind !== 'starts') return undefined;

	for (const doubt of decision.doubts) warn(`A delivery (${what}): ${doubt}`);

	return { event, field: decision.field, fields: known.fields };
}

/** A delivery with what filters need to know of it and the delivery leaves out. */
async function prepare(
	delivery: Delivery,
	filters: TriggerFilters,
	lookup: PlaneLookup,
	warn: (message: string) => void,
): Promise<Delivery> {
	const completion = new Completion(lookup, warn);
	const event =
		filters.projects.length > 0 ? await completion.withProject(delivery.event) : delivery.event;
	const isAboutPeople = filters.events.includes('work_item_assigned') && isDoubtful(delivery);
	if (!isAboutPeople || event.projectId === null) return { ...delivery, event };

	// The people of now in the place of those that the work item has ever had.
	const now = await completion.withRecord(event);
	if (now === event) return { ...delivery, event };

	return {
		...delivery,
		event: now,
		fields: { assignees: { old: [], new: readAssigneeIds(now.record) } },
		mayHaveFormerPeople: false,
	};
}

/** The IDs of the records that are called by the names in filters, as far as this delivery needs them. */
async function lookUpNames(
	{ event, fields }: Delivery,
	filters: TriggerFilters,
	lookup: PlaneLookup,
	warn: (message: string) => void,
): Promise<KnownNames> {
	const ids: Partial<Record<NamedFilter, readonly string[]>> = {};
	const unknown: NamedFilter[] = [];

	for (const filter of filtersWithNames(filters)) {
		const isOfState = filter === 'toStates';
		if (isOfState && fields.state === undefined) continue;
		if (filter === 'assignedTo' && fields.assignees === undefined) continue;

		const projectId = isOfState ? event.projectId : '';
		const found =
			projectId === null
				? undefined
				: await lookup.idsCalled(filter, namesIn(filters, filter), projectId);
		if (found === undefined || isProblem(found)) {
			unknown.push(filter);
			if (found !== undefined) warn(sentencesOf(found));
		} else ids[filter] = found;
	}

	return { ids, unknown };
}

const sentencesOf = ({ message, description }: Problem): string => `${message}. ${description}`;
