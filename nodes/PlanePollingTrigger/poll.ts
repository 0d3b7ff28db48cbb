import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toEventItem } from '../shared/events/event';
import type { RecordContext } from '../shared/operations/shared/simplifiers';
import { triggerError } from '../shared/output/nodeErrors';
import { isProblem, problem, type Problem } from '../shared/result/problem';
import { hasAnyFeedState, type PollResult, projectsToWarnAbout } from './changes/pollProjects';
import type { LatestEvent } from './changes/readLatestEvent';
import { loadState, saveState, type StaticData } from './changes/savedState';
import { type FoundEvent, toPlaneEvent } from './changes/toEvent';
import { PollSession } from './PollSession';

/**
 * Polls Plane for what has happened.
 *
 * @returns null if nothing has happened, or if the server is unavailable and the next poll resumes
 * @throws NodeOperationError | NodeApiError if the user has to fix something
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const session = await PollSession.open(context);
	if (isProblem(session)) throw triggerError(context.getNode(), session);

	const data: StaticData = context.getWorkflowStaticData('node');

	return context.getMode() === 'manual'
		? [await readTestItem(context, session, data)]
		: await pollSinceLastState(context, session, data);
}

/** Reads the item that the editor shows as a test event. */
async function readTestItem(
	context: IPollFunctions,
	session: PollSession,
	data: StaticData,
): Promise<INodeExecutionData[]> {
	// Names are resolved again, because somebody may just have renamed something.
	const resolved = await session.resolveParameters({
		names: undefined,
		currentUser: loadState(data)?.names.currentUser,
	});
	const latest = isProblem(resolved) ? resolved : await session.readTestEvent(resolved);
	if (isProblem(latest)) throw triggerError(context.getNode(), latest);

	const { event } = latest;
	if (event === undefined) throw triggerError(context.getNode(), noMatchingEvent(latest));

	return toItems(await session.nameActors([event]), session.recordContext);
}

async function pollSinceLastState(
	context: IPollFunctions,
	session: PollSession,
	data: StaticData,
): Promise<INodeExecutionData[][] | null> {
	const before = loadState(data);
	const resolved = await session.resolveParameters({
		names: before?.names,
		currentUser: before?.names.currentUser,
	});

	if (session.isServerUnavailable && data.state !== undefined) {
		context.logger.warn(SERVER_UNAVAILABLE);

		return null;
	}
	if (isProblem(resolved)) throw triggerError(context.getNode(), resolved);

	const result = await session.poll(before, resolved);
	if (before === undefined) throwIfNotStarted(context, result);

	const isUnavailable = session.isServerUnavailable;
	const events = await session.nameActors(result.events);
	const items = toItems(events, session.recordContext);
	// Must be the last step that can fail: after it, the events count as reported.
	if (!saveState(data, before, result.state)) return null;

	for (const projectId of projectsToWarnAbout(result.state)) {
		context.logger.warn(stalledWarning(projectId));
	}

	if (result.problem !== undefined && isUnavailable) {
		if (items.length === 0) context.logger.warn(SERVER_UNAVAILABLE);
	} else if (result.problem !== undefined) {
		const error = triggerError(context.getNode(), result.problem);

		// n8n lists the error as a failed execution in either case. If the poll throws it, n8n does not activate the
		// workflow, and with durable cursors it drops the state, and so what was read of other projects.
		if (items.length === 0 && !result.hasReadProject) throw error;

		context.__emitError(error);
	}

	return items.length > 0 ? [items] : null;
}

/**
 * The first poll has to give every project its starting point, because nothing is reported until then.
 * Only a rate limit may leave some projects to the next polls.
 */
function throwIfNotStarted(context: IPollFunctions, { problem: reason, state }: PollResult): void {
	if (reason === undefined) return;
	if (reason.status === 429 && hasAnyFeedState(state)) return;

	throw triggerError(context.getNode(), reason);
}

const SERVER_UNAVAILABLE =
	'Plane is unavailable or rate-limited the poll; the next poll resumes here';

const noMatchingEvent = (latest: LatestEvent): Problem =>
	problem({
		cause: 'invalid',
		message: describeSearch(latest),
		description:
			'Cause such an event in Plane, for example by changing a work item that passes the filters, then fetch the test event again.',
	});

/** How far the search has looked: what is older may have such events. */
function describeSearch({ workItemsRead, newRecordsRead }: LatestEvent): string {
	if (workItemsRead > 1) {
		return `No such event in the ${workItemsRead} work items that were changed last`;
	}
	if (workItemsRead === 1) return 'No such event in the work item that was changed last';
	if (newRecordsRead > 0) return `No such event among the newest ${newRecordsRead}`;

	return 'Nothing of this kind has happened yet';
}

const stalledWarning = (projectId: string): string =>
	`Several polls ended before anything new could be read in project ${projectId}: Plane answers too slowly, or lets too few requests through. Poll less often, watch fewer projects, or ask for fewer events.`;

function toItems(
	events: readonly FoundEvent[],
	recordContext: RecordContext,
): INodeExecutionData[] {
	return events.map((event) => ({ json: toEventItem(toPlaneEvent(event, recordContext)) }));
}
