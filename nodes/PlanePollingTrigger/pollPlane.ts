import type { INodeExecutionData, IPollFunctions, JsonObject } from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { eventFilters, passesFilters } from '../shared/events/filters';
import { type ChangeFilter, wantedField } from '../shared/events/wanted';
import { isJsonObject } from '../shared/fields/json';
import type { Field } from '../shared/fields/kinds';
import { asText } from '../shared/fields/text';
import { readWorkspace } from '../shared/input/readWorkspace';
import { textsIn, triggerReader } from '../shared/input/triggerReader';
import type { Call } from '../shared/model/call';
import { guarded } from '../shared/model/guarded';
import {
	getActivities,
	getComments,
	getCurrentUser,
	getIntakeItems,
	getWorkItems,
} from '../shared/operations';
import type { Operation } from '../shared/operations/operation';
import { triggerError } from '../shared/output/nodeErrors';
import { listIn } from '../shared/pagination/envelope';
import { pageQuery } from '../shared/pagination/pageQuery';
import type { Wanted } from '../shared/polling/details';
import type { FeedName, Names } from '../shared/polling/mark';
import { newest } from '../shared/polling/newest';
import {
	isBegun,
	type Memory,
	moveOn,
	poll,
	type PollResult,
	type SavedMark,
} from '../shared/polling/poll';
import type { ListName, ProjectLists } from '../shared/polling/projectLists';
import type { Told } from '../shared/polling/told';
import { isProblem, problem, type Problem, type Result } from '../shared/result/problem';
import { isAway } from '../shared/scheduler/retryPolicy';
import { accessOf, connect } from '../shared/transport/connection';
import { type Send, sendWithKey } from '../shared/transport/send';
import { lookUpNames } from './lookUpNames';
import { pollNamed } from './pollNamed';
import { BY_EDIT, pollingFields as fields } from './pollingPanel';

/** What a poll takes at most: requests, and milliseconds. */
const REQUESTS = 40;
const TIME = 30_000;

/** Milliseconds without a byte from the server. */
const TIMEOUT = 20_000;

/** The operations by whose words errors are told, and where their lists are. */
const LISTS: Readonly<Record<ListName, Operation<'list'>>> = {
	workItems: getWorkItems,
	intakeItems: getIntakeItems,
	activities: getActivities,
	comments: getComments,
};

/** What the panel says. */
interface Asked extends ChangeFilter {
	readonly workspace: string;
	/** Names or IDs. */
	readonly projects: readonly string[];
	readonly isByEdit: boolean;
	readonly filters: JsonObject;
	readonly ignoresOwn: boolean;
}

/**
 * Polls Plane for what has happened.
 *
 * @returns null where nothing has, or where the server is away and the next poll goes on
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
	const memory = context.getWorkflowStaticData('node') as Memory;
	const before = memory.mark;
	// While the server is away, the next poll goes on.
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
	const own = isAsked ? await ownUser(unlimited, asked, before, access) : undefined;
	if (isLater()) return null;
	if (isProblem(found)) throw fail(found);
	if (isProblem(own)) throw fail(own);
	const warn = (message: string) => {
		context.logger.warn(message);
	};
	const listsOf = (project: string) =>
		listsIn({ client: isTest ? unlimited : client, unlimited, warn }, asked.workspace, project);
	if (isTest) {
		const { wanted, isFit } = choiceOf(asked, found, own?.user);
		const told = await newest(found.projects.map(listsOf), wanted, isFit);
		if (isProblem(told)) throw fail(told);
		if (told.length === 0) throw fail(NOTHING_YET);
		return [itemsFrom(told)];
	}
	const isSpent = () => budget.isSpent;
	const pollWith = async (since: SavedMark | undefined, by: Names): Promise<PollResult> => {
		const { wanted, isFit } = choiceOf(asked, by, own?.user);
		const names = { ...by, ...(own !== undefined && { own }) };
		const result = await poll(since, { names, listsOf, wanted, isSpent });
		return { ...result, told: result.told.filter(isFit) };
	};
	const polling = { names: found, pollWith, ...(found === before?.names && { lookUp }) };
	const { told, mark, problem: why } = await pollNamed(before, polling);
	// The first mark is set as a whole; only what a limit has held up is left to the next polls.
	const isFirstHeldUp = why?.status === 429 && isBegun(mark);
	if (before === undefined && why !== undefined && !isFirstHeldUp) throw fail(why);
	const items = itemsFrom(told);
	// From here on nothing fails. What was read stays read, whatever ended the poll.
	if (!moveOn(memory, before, mark)) return null;
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

/** Lets out as many requests as a poll may send, and none after the server has been away. */
class Budget {
	isAway = false;
	private sent = 0;
	private readonly until: number;

	constructor(
		context: IPollFunctions,
		private readonly sendNow: Send,
	) {
		// Older n8n does not tell.
		const time = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : TIME;
		this.until = performance.now() + Math.min(TIME, time);
	}

	readonly send: Send = async (request) => {
		if (this.isSpent) return { fault: 'notSent', problem: ENDED };
		this.sent++;
		return await this.sendAnyway(request);
	};

	/** For a request without which all others would be in vain. */
	readonly sendAnyway: Send = async (request) => {
		const outcome = await this.sendNow(request);
		this.isAway ||= isAway(outcome);
		return outcome;
	};

	get isSpent(): boolean {
		return this.isAway || this.sent >= REQUESTS || performance.now() >= this.until;
	}
}

const ENDED = problem({
	tag: 'notSent',
	message: 'The poll ended before this was read',
	description: 'The next poll continues from here.',
});

function readAsked(context: IPollFunctions, otherwise: string): Result<Asked> {
	const reader = triggerReader(context);
	const list = (field: Field): string[] => textsIn(reader.value(field));
	const events = list(fields.events);
	const slug = readWorkspace(reader, otherwise);
	const options = reader.chosen('options', [fields.ignoreOwn]);
	return reader.resultOf({
		workspace: slug,
		events,
		projects: list(fields.watched),
		toStates: list(fields.toStates),
		assignedTo: list(fields.assignedTo),
		fields: events.includes('field_changed') ? list(fields.changed) : [],
		isByEdit: reader.value(fields.output) === BY_EDIT,
		filters: reader.chosen(
			'filters',
			eventFilters.map(({ field }) => field),
		),
		ignoresOwn: options[fields.ignoreOwn.wire] === true,
	});
}

/** What is read for the events that are wanted. */
function wantedOf(asked: Asked): Wanted {
	const wants = (...events: readonly string[]) =>
		events.some((event) => asked.events.includes(event));
	const changes = wants(
		'work_item_updated',
		'work_item_state_changed',
		'work_item_assigned',
		'field_changed',
	);
	const comments = wants('comment_created');
	const created = wants('work_item_created');
	const feeds: FeedName[] = [
		...(changes || comments ? (['changed'] as const) : created ? (['created'] as const) : []),
		...(wants('intake_item_created') ? (['reported'] as const) : []),
	];
	return {
		feeds,
		details: [
			...(changes ? (['activities'] as const) : []),
			...(comments ? (['comments'] as const) : []),
		],
		// The activities of a work item tell that it was created, too.
		creations: created && comments && !changes,
		isByEdit: asked.isByEdit,
		fieldOf: (change, workItem) => wantedField(asked, change, workItem),
	};
}

/**
 * What is read, and which of it is told, where names stand for these IDs.
 *
 * @param ignored the user whose changes are not told, if any are not
 */
function choiceOf(asked: Asked, names: Names, ignored?: string) {
	const known = withIds(asked, names);
	return {
		wanted: wantedOf(known),
		isFit: ({ filtered, event }: Told) =>
			passesFilters(filtered, known.filters) &&
			(ignored === undefined || event.actor?.id !== ignored),
	};
}

/** What of the panel may be given by names. */
const namedIn = ({ workspace: slug, projects, toStates, assignedTo, filters }: Asked) => ({
	...{ workspace: slug, projects },
	others: [
		{ field: fields.toStates, texts: toStates },
		{ field: fields.assignedTo, texts: assignedTo },
		...eventFilters
			.filter(({ field }) => field.source !== undefined)
			.map(({ field }) => ({ field, texts: textsIn(filters[field.wire]) })),
	],
});

/** What the panel says, with IDs beside names: a record that gets the name later is meant, too. */
function withIds(asked: Asked, { ids }: Names): Asked {
	const idsOf = ({ wire }: Field, texts: readonly string[]) =>
		texts.flatMap((text) => [text, ...(ids[wire]?.[text] ?? [])]);
	const filters = { ...asked.filters };
	for (const { field } of eventFilters) {
		const value = filters[field.wire];
		if (Array.isArray(value)) filters[field.wire] = idsOf(field, textsIn(value));
	}
	return {
		...{ ...asked, filters },
		toStates: idsOf(fields.toStates, asked.toStates),
		assignedTo: idsOf(fields.assignedTo, asked.assignedTo),
	};
}

/** A call by which lists of a project are asked for, and errors told. */
const callFor = (list: ListName, slug: string, path: Call<'list'>['path']): Call<'list'> => ({
	...{ kind: 'list', itemIndex: 0, operation: LISTS[list], workspace: slug },
	...{ path, query: { search: {}, offset: 0 } },
});

interface Asking extends Pick<ProjectLists, 'warn'> {
	readonly client: Client;
	readonly unlimited: Client;
}

function listsIn(
	{ client, unlimited, warn }: Asking,
	slug: string,
	project_id: string,
): ProjectLists {
	const pageBy =
		(asking: Client): ProjectLists['page'] =>
		async (list, size, offset, query, work_item_id) => {
			const call = callFor(list, slug, {
				...{ project_id },
				...(work_item_id !== undefined && { work_item_id }),
			});
			const asked = { ...query, ...pageQuery(size, offset) };
			const response = await asking.read(call, call.operation.request.path, asked);
			return isProblem(response) ? response : listIn(response);
		};
	return { page: pageBy(client), pageAnyway: pageBy(unlimited), clock: () => Date.now(), warn };
}

/** The user of the key, who is asked for once for each key: a limit then would hold up all that has been found. */
async function ownUser(
	client: Client,
	{ workspace: slug }: Asked,
	before: SavedMark | undefined,
	access: string,
): Promise<Result<NonNullable<Names['own']>>> {
	const known = before?.names.own;
	if (known?.access === access) return known;
	const call: Call<'get'> = {
		...{ kind: 'get', itemIndex: 0, operation: getCurrentUser, workspace: slug, path: {} },
		...{ search: {}, isSimple: false, filesInto: '' },
	};
	const response = await client.read(call, '/users/me/');
	if (isProblem(response)) return response;
	const user = isJsonObject(response.json) ? asText(response.json.id) : undefined;
	return { user: user ?? '', access };
}

/** What goes out. */
function itemsFrom(told: readonly Told[]): INodeExecutionData[] {
	const receivedAt = new Date().toISOString();
	return told.map(({ event }) => ({ json: { ...event, receivedAt } }));
}
