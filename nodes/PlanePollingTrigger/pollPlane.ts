import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { guarded } from '../shared/model/guarded';
import { triggerError } from '../shared/output/nodeErrors';
import type { Names } from './changes/mark';
import type { RecordContext } from '../shared/operations/shared/simplifiers';
import { newest } from './changes/newest';
import {
	isBegun,
	type Memory,
	moveOn,
	poll,
	type PollResult,
	type SavedMark,
	stalledProjects,
} from './changes/poll';
import { locatedEvent, type FoundEvent } from './changes/foundEvents';
import { isProblem, problem, type Problem } from '../shared/result/problem';
import { accessOf, connect } from '../shared/transport/connection';
import { sendWithKey } from '../shared/transport/send';
import { choiceOf, namedIn, readAsked } from './asked';
import { Budget } from './Budget';
import { lookUpNames } from './lookUpNames';
import { pollNamed } from './pollNamed';
import { ownUser, projectListsIn } from './projectListsIn';

/** Milliseconds without a byte from the server. */
const TIMEOUT = 20_000;

/**
 * Polls Plane for what has happened.
 *
 * @returns null if nothing has, or if the server is away and the next poll continues
 * @throws NodeOperationError | NodeApiError where a person has to mend something
 */
export async function pollPlane(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	const fail = (why: Problem) => triggerError(context.getNode(), why);
	const credential = await guarded(async () => await context.getCredentials('planeApi'));
	const connection = isProblem(credential) ? credential : connect(credential);
	if (isProblem(connection)) throw fail(connection);

	const asked = readAsked(context, connection.workspaceSlug);
	if (isProblem(asked)) throw fail(asked);

	const budget = new Budget(context, sendWithKey(context, connection, TIMEOUT));
	const client = new Client(connection, budget.send, budget.send);
	const unlimited = new Client(connection, budget.sendAnyway, budget.sendAnyway);
	const shown = { web: client.web, workspace: asked.workspace };
	const memory = context.getWorkflowStaticData('node') as Memory;
	const before = memory.mark;

	// While the server is away, the next poll continues.
	const isLater = () => {
		const isSo = budget.isAway && memory.mark !== undefined && !isTest;
		if (isSo)
			context.logger.warn(
				'Plane cannot be reached or asks to wait; the next poll continues from here',
			);

		return isSo;
	};

	const access = accessOf(connection);
	const lookUp = async (known?: Names) =>
		await lookUpNames(unlimited, { access, ...namedIn(asked) }, known);
	const found = await lookUp(isTest ? undefined : before?.names);
	const isAsked = asked.ignoresOwn && !isProblem(found);
	const own = isAsked
		? await ownUser(unlimited, asked.workspace, before?.names.own, access)
		: undefined;
	if (isLater()) return null;
	if (isProblem(found)) throw fail(found);
	if (isProblem(own)) throw fail(own);

	const warn = (message: string) => {
		context.logger.warn(message);
	};

	const listsOf = (project: string) =>
		projectListsIn(
			{ client: isTest ? unlimited : client, unlimited, warn },
			asked.workspace,
			project,
		);
	if (isTest) {
		const { selection, isFit } = choiceOf(asked, found, own?.user);
		const foundEvents = await newest(found.projects.map(listsOf), selection, isFit);
		if (isProblem(foundEvents)) throw fail(foundEvents);
		if (foundEvents.length === 0) throw fail(NOTHING_YET);

		return [itemsFrom(foundEvents, shown)];
	}

	const isSpent = () => budget.isSpent;

	const pollWith = async (since: SavedMark | undefined, by: Names): Promise<PollResult> => {
		const { selection, isFit } = choiceOf(asked, by, own?.user);
		const names = { ...by, ...(own !== undefined && { own }) };
		const result = await poll(since, { names, listsOf, selection, isSpent });

		return { ...result, foundEvents: result.foundEvents.filter(isFit) };
	};

	const polling = { names: found, pollWith, ...(found === before?.names && { lookUp }) };
	const { foundEvents, mark, problem: why } = await pollNamed(before, polling);
	// The first mark is set as a whole; only what a limit has held up is left to the next polls.
	const isFirstHeldUp = why?.status === 429 && isBegun(mark);
	if (before === undefined && why !== undefined && !isFirstHeldUp) throw fail(why);

	const items = itemsFrom(foundEvents, shown);
	// From here on nothing fails. What was read stays read, whatever ended the poll.
	if (!moveOn(memory, before, mark)) return null;

	for (const project of stalledProjects(mark)) warn(stalledIn(project));
	if (why !== undefined && (items.length > 0 || isLater())) {
		if (!budget.isAway) warn(`${why.message}. ${why.description}`);
	} else if (why !== undefined) throw fail(why);

	return items.length === 0 ? null : [items];
}

const NOTHING_YET = problem({
	tag: 'invalid',
	message: 'Nothing of this kind has happened yet',
	description: 'Do it once in Plane, such as changing a work item, then fetch a test event again.',
});

const stalledIn = (project: string): string =>
	`Several polls ended before anything new could be read in project ${project}: Plane answers too slowly, or lets too few requests through. Poll less often, watch fewer projects, or ask for fewer events.`;

/** What goes out. */
function itemsFrom(foundEvents: readonly FoundEvent[], shown: RecordContext): INodeExecutionData[] {
	const receivedAt = new Date().toISOString();

	return foundEvents.map((each) => ({ json: { ...locatedEvent(each, shown), receivedAt } }));
}
