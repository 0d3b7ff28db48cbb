import { isObjectEmpty, type IWebhookFunctions, type JsonObject } from 'n8n-workflow';

import { readAssigneeIds, readId } from '../shared/events/event';
import {
	filtersWithNames,
	isWithinProject,
	type NameFilter,
	selectNames,
} from '../shared/events/eventParameters';
import { isProblem, type Problem, type Result } from '../shared/result/problem';
import { LOOKUP_REMEDY } from './checkFilters';
import { completeEvent, EventCompleter, type Warn } from './completeEvent';
import {
	decideStart,
	hasUncertainAssignees,
	mayStart,
	type LookupResults,
	type StartDecision,
} from './decideStart';
import type { NamedChanges } from '../shared/events/names';
import type { Delivery } from './deliveries/delivery';
import { nameChanges } from './nameChanges';
import { type OpenLookup, openLookup } from './openLookup';
import { LIMIT_OF_DELIVERY, type PlaneLookup } from './PlaneLookup';
import type { WebhookParameters } from './readParameters';
import type { SharedState } from './SharedStates';

/** An event that starts the workflow. */
export interface StartingEvent {
	readonly event: Delivery['event'];
	/** The field that made it start the workflow; null if the whole record did. */
	readonly field: string | null;
	readonly fields: NamedChanges;
}

export interface EvaluationRequest {
	readonly context: IWebhookFunctions;
	readonly delivery: Delivery;
	readonly parameters: WebhookParameters;
	/** Contains the results of earlier lookups; new ones are added. */
	readonly state: SharedState;
	/** Whether Plane sends the delivery again if it is asked to now. */
	readonly canBeSentAgain: () => boolean;
}

/** What has to be done with a delivery. */
export type Evaluation =
	| { readonly kind: 'starts'; readonly event: StartingEvent }
	| { readonly kind: 'ignored' }
	/** It depends on a request that Plane did not answer. Plane may answer it when it sends the delivery again. */
	| { readonly kind: 'undecided' };

/** Used by the steps that send requests to Plane. */
interface LookupTools {
	readonly parameters: WebhookParameters;
	readonly lookup: PlaneLookup;
	readonly warn: Warn;
}

/**
 * Decides whether a delivery starts the workflow, and completes its event if it does. Whatever cannot be
 * decided or completed is logged with the remedy.
 */
export async function evaluateDelivery({
	context,
	delivery: received,
	parameters,
	state,
	canBeSentAgain,
}: EvaluationRequest): Promise<Evaluation> {
	if (!mayStart(received, parameters)) return { kind: 'ignored' };

	const { logger } = context;

	const warn: Warn = (message) => {
		logger.warn(message);
	};

	const opened = await openLookup(context, {
		workspace: parameters.workspace,
		saved: state.current.lookups,
		limit: LIMIT_OF_DELIVERY,
	});
	if (isProblem(opened)) warn(`The Plane API credential cannot be used. ${toSentences(opened)}`);

	const { lookup, cache } = isProblem(opened) || opened === undefined ? {} : opened;
	const tools = lookup && { parameters, lookup, warn };

	const delivery = tools === undefined ? received : await addMissingParts(received, tools);
	const results =
		tools === undefined
			? { ids: {}, unresolved: filtersWithNames(parameters) }
			: await lookUp(delivery, tools);
	const decision = decideStart(delivery, parameters, results);
	const mayBeDecidedLater = lookup?.isServerUnavailable === true && isUncertain(decision, delivery);

	if (mayBeDecidedLater && canBeSentAgain()) {
		if (cache?.hasUnsavedValues) state.change({ lookups: cache.saved });

		logger.warn(
			`The Plane Trigger could not yet decide whether a delivery (${describeKind(delivery)}) starts the workflow, because Plane did not answer a request. Plane sends the delivery again after about ten minutes.`,
		);

		return { kind: 'undecided' };
	}

	const starting =
		decision.kind === 'starts' ? await complete(delivery, decision.field, tools) : undefined;
	if (cache?.hasUnsavedValues) state.change({ lookups: cache.saved });

	logDecision({ logger, delivery, decision, remedy: findRemedy(opened) });

	return starting === undefined ? { kind: 'ignored' } : { kind: 'starts', event: starting };
}

/** Whether a decision would be another one if more were known. A delivery without its project starts the workflow. */
const isUncertain = (decision: StartDecision, { event }: Delivery): boolean =>
	decision.kind === 'undecided' ||
	(decision.kind === 'starts' && decision.warnings.length > 0 && event.project === null);

/** What people can do so that a delivery like this one can be decided. */
function findRemedy(opened: Result<OpenLookup | undefined>): string {
	if (opened === undefined) return LOOKUP_REMEDY;

	return isProblem(opened)
		? 'Correct the Plane API credential, or use IDs.'
		: 'If this happens again, use IDs.';
}

const describeKind = ({ event }: Delivery): string => `${event.event} ${event.action}`;

/** Adds to a delivery what Plane did not send, and what people read for the changed values. */
async function complete(
	delivery: Delivery,
	field: string | null,
	tools: LookupTools | undefined,
): Promise<StartingEvent> {
	const event =
		tools === undefined ? delivery.event : await completeEvent(delivery, tools.lookup, tools.warn);
	const fields = await nameChanges({ ...delivery, event }, tools?.lookup);

	return { event, field, fields };
}

/** Logs what could not be decided. */
function logDecision({
	logger,
	delivery,
	decision,
	remedy,
}: {
	readonly logger: IWebhookFunctions['logger'];
	readonly delivery: Delivery;
	readonly decision: StartDecision;
	readonly remedy: string;
}): void {
	const name = describeKind(delivery);

	if (decision.kind === 'undecided') {
		logger.error(
			`The Plane Trigger could not decide whether a delivery (${name}) starts the workflow, so it did not start it: ${decision.reason} ${remedy}`,
		);
	}

	if (decision.kind === 'starts') {
		for (const warning of decision.warnings) logger.warn(`A delivery (${name}): ${warning}`);
	}
}

/** Adds what the filters need and the delivery lacks: the project, and the current record. */
async function addMissingParts(
	delivery: Delivery,
	{ parameters, lookup, warn }: LookupTools,
): Promise<Delivery> {
	const completer = new EventCompleter(lookup, warn);
	const hasFilters = !isObjectEmpty(parameters.filters);
	const event =
		hasFilters || parameters.projects.length > 0
			? await completer.withProject(delivery.event)
			: delivery.event;

	// Of the state, labels and assignees, version 2 only has the IDs.
	const needsRecord = hasFilters && delivery.version === 2 && event.event === 'workItem';
	const needsAssignees =
		hasUncertainAssignees(delivery) &&
		(hasFilters || parameters.events.includes('workItemAssigned'));
	if (!needsRecord && !needsAssignees) return { ...delivery, event };

	const refreshed = await completer.withRecord(event);
	if (!needsAssignees || refreshed === event) return { ...delivery, event: refreshed };

	return {
		...delivery,
		event: refreshed,
		fields: { assignees: { old: [], new: readAssigneeIds(refreshed.record) } },
		mayIncludeFormerAssignees: false,
	};
}

/** Looks up what the filters refer to. */
async function lookUp(delivery: Delivery, tools: LookupTools): Promise<LookupResults> {
	const names = await resolveNames(delivery, tools);
	const currentUserId = tools.parameters.ignoresOwnChanges
		? valueOrWarn(await tools.lookup.readCurrentUserId(), tools.warn)
		: undefined;
	const workItem = isObjectEmpty(tools.parameters.filters)
		? undefined
		: await readRelatedWorkItem(delivery.event, tools);

	return {
		...names,
		...(currentUserId !== undefined && { currentUserId }),
		...(workItem !== undefined && { workItem }),
	};
}

/** Reads the work item that a comment, link or attachment belongs to. */
async function readRelatedWorkItem(
	{ project: projectId, workItem }: Delivery['event'],
	{ lookup, warn }: LookupTools,
): Promise<JsonObject | undefined> {
	const id = readId(workItem ?? undefined);
	if (projectId === null || id === null) return undefined;

	return valueOrWarn(await lookup.readWorkItem(projectId, id), warn);
}

/** Resolves the names in those filters that matter for this delivery. */
async function resolveNames(
	{ event, fields }: Delivery,
	{ parameters, lookup, warn }: LookupTools,
): Promise<Pick<LookupResults, 'ids' | 'unresolved'>> {
	const ids: Partial<Record<NameFilter, readonly string[]>> = {};
	const unresolved: NameFilter[] = [];

	for (const filter of filtersWithNames(parameters)) {
		if (filter === 'toStates' && fields.state === undefined) continue;
		if (filter === 'assignedTo' && fields.assignees === undefined) continue;

		const projectId = isWithinProject(filter) ? event.project : '';
		if (projectId === null) {
			unresolved.push(filter);
			continue;
		}

		const names = selectNames(parameters, filter);
		const resolved = await lookup.resolveAll(filter, names, projectId);

		for (const problem of resolved.problems) warn(toSentences(problem));

		ids[filter] = resolved.ids;
		if (resolved.problems.length > 0) unresolved.push(filter);
	}

	return { ids, unresolved };
}

/** The result of a lookup, or undefined with a warning if it failed. */
function valueOrWarn<Value>(result: Result<Value>, warn: Warn): Value | undefined {
	if (!isProblem(result)) return result;

	warn(toSentences(result));

	return undefined;
}

const toSentences = ({ message, description }: Problem): string => `${message}. ${description}`;
