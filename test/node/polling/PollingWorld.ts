import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Limit } from '../../service/limit';
import { getApiKey } from '../../service/key';
import type { Fault } from '../../service/faults';
import { createStatusAnswer, type PlainAnswer } from '../../service/faulty/replacement';
import { isRecord } from '../../service/http';
import { sleep } from '../../service/sleep';
import type { WorkItem } from '../../service/state';
import { random } from '../../unit/random';
import { NetworkError, type CarryOut, type OutgoingRequest } from '../inProcessHttp';
import { startPlane, type Plane, type Surroundings } from '../plane';
import { withSurroundings } from '../withPlane';
import { EventLedger, type ReportedEvent } from './eventLedger';
import { PolledWorkflow } from './PolledWorkflow';
import { Team } from './Team';

/** What the server, the network and the clocks are like. */
export interface Environment {
	readonly seed: number;
	/** How many projects the trigger watches. */
	readonly projects: 1 | 2;
	/** Work items of the first project at the start. */
	readonly workItems: number;
	/** Rows of a page at most. */
	readonly pageSize: number;
	/** Milliseconds that a request takes at most. */
	readonly latency: number;
	/** Milliseconds by which the clock that dates the responses is ahead of the one that dates the rows. */
	readonly responseClockAhead: number;
	/** Milliseconds by which n8n's clock is ahead of the server's. */
	readonly n8nClockAhead: number;
	/** Whether times have no fractions of a second. */
	readonly hasWholeSeconds: boolean;
	/** Whether workers write activities up to four minutes late. */
	readonly isBusy: boolean;
	/** Whether an importer reserves many numbers at once whose work items appear later. */
	readonly importsLate: boolean;
	/** Whether the first assignees are changes of their own. */
	readonly recordsFirstAssignees: boolean;
	/** Whether times are in the time zone of the user. */
	readonly showsUserTimeZone: boolean;
	readonly limit?: Limit;
}

/** How requests fail. After a web page, the poll goes on with another list; the others end it. */
const FAULTS: readonly (Omit<Extract<Fault, { kind: 'status' }>, 'kind'> | undefined)[] = [
	{ status: 502 },
	{ status: 503 },
	{ status: 429 },
	{ status: 200, body: '<!DOCTYPE html><title>Sign in</title>', contentType: 'text/html' },
	undefined,
];

/** A transaction that has not ended. */
interface Transaction {
	readonly milliseconds: number;
	readonly items: WorkItem[];
}

/** A server that nothing is special about. */
export const QUIET: Environment = {
	seed: 1,
	projects: 1,
	workItems: 0,
	pageSize: 100,
	latency: 0,
	responseClockAhead: 0,
	n8nClockAhead: 0,
	hasWholeSeconds: false,
	isBusy: false,
	importsLate: false,
	recordsFirstAssignees: false,
	showsUserTimeZone: true,
};

/** A Plane, the people who work in it, and a published workflow that polls it. */
export class PollingWorld {
	/** What happened, and has to be reported. */
	readonly ledger = new EventLedger();
	readonly teams: readonly Team[];
	readonly trigger: PolledWorkflow;
	/** The chance that somebody changes something during a request. */
	changeRate = 0;
	/** The chance that a request of n8n fails. */
	failureRate = 0;
	/** How many requests n8n has sent. */
	requestCount = 0;
	/** What polls have failed with although no request has. */
	readonly errors: string[] = [];
	/** The last delay of a worker, in milliseconds. */
	lastWorkerDelay = 0;

	/** Milliseconds by which the clock that dates the rows has been adjusted. */
	private clockOffset = 0;
	/** What is being imported. */
	private transaction: Transaction | undefined;
	/** Counts changes, for unique names. */
	private counter = 0;
	/** Ends when the last change is done: people take turns. */
	private lastChange: Promise<unknown> = Promise.resolve();

	constructor(
		readonly environment: Environment,
		readonly chance: () => number,
		readonly plane: Plane,
		private readonly surroundings: Surroundings,
		parameters: INodeParameters,
	) {
		const projects = plane.service.state.projects.slice(0, environment.projects);

		this.teams = projects.map((project) => new Team(project, this));
		this.trigger = new PolledWorkflow(plane.credential, {
			authentication: 'apiKey',
			projects: projects.map(({ id }) => id),
			...parameters,
		});
	}

	/** The people of the first project. */
	get team(): Team {
		const [team] = this.teams;
		if (team === undefined) throw new Error('There is no project');

		return team;
	}

	/** n8n's clock, in UNIX milliseconds. */
	get now(): number {
		return this.surroundings.time.now;
	}

	/** The present time by the clock that dates the rows, in UNIX milliseconds. */
	get rowTime(): number {
		const { n8nClockAhead, hasWholeSeconds } = this.environment;
		const time = this.now - n8nClockAhead + this.clockOffset;

		return hasWholeSeconds ? Math.floor(time / 1000) * 1000 : time;
	}

	/** The second, as activities have it. */
	get epoch(): number {
		return Math.floor(this.rowTime / 1000);
	}

	/** A number that was not used before. */
	nextNumber(): number {
		return ++this.counter;
	}

	/** Adjusts the clock that dates the rows, and that of the responses with it. */
	setClockOffset(milliseconds: number): void {
		const before = this.rowTime;

		this.clockOffset = milliseconds;
		this.ledger.noteAdjustedClock(before, this.rowTime);
		if (this.rowTime < before) for (const team of this.teams) team.noteClockSetBack();
	}

	/** What the trigger has reported. */
	get reported(): readonly ReportedEvent[] {
		return this.trigger.items.map(toReported);
	}

	/** The names of the events that were reported. */
	get reportedNames(): readonly string[] {
		return this.reported.flatMap(({ name }) => name ?? []);
	}

	/** Does something, and lets as much time pass as it needs. @throws Error if the test has a fault of its own */
	async pass<Value>(work: Promise<Value>): Promise<Value> {
		const value = await this.surroundings.time.pass(work);

		this.surroundings.http.throwDefect();

		return value;
	}

	/** Polls. @returns how many requests that takes */
	async poll(): Promise<number> {
		const { requestCount } = this;
		const error = await this.pass(this.trigger.poll());
		if (error !== undefined && this.failureRate === 0) this.errors.push(error.message);

		return this.requestCount - requestCount;
	}

	/** Lets time pass, with so many changes spread over it. */
	async wait(milliseconds: number, changes = 0): Promise<void> {
		const end = this.now + milliseconds;

		for (let left = changes; left > 0; left--) {
			await this.pass(sleep(Math.max(0, end - this.now) / (left + 1)));
			await this.pass(this.changeAnything());
		}

		// Changes take time, too.
		await this.pass(sleep(Math.max(0, end - this.now)));
	}

	/** Activates the workflow, from when on events are reported. */
	async start(): Promise<void> {
		this.ledger.beginFirstPoll(this.rowTime);
		await this.pass(this.trigger.activate());
		this.ledger.endFirstPoll(
			new Map(
				this.plane.service.state.workItems.map(({ id, updated_at: at }) => [id, Date.parse(at)]),
			),
		);
	}

	/** Changes, creates or deletes something at random in one of the projects. */
	async changeAnything(): Promise<void> {
		const team = this.teams[Math.floor(this.chance() * this.teams.length)];

		this.lastChange = this.lastChange.then(async () => await team?.changeAnything());
		await this.lastChange;
	}

	/**
	 * Creates work items in one transaction that ends so many milliseconds later. Its workers begin then.
	 *
	 * @returns the work items, which nobody can read until then
	 */
	async createInTransaction(
		milliseconds: number,
		work: () => Promise<void>,
	): Promise<readonly WorkItem[]> {
		const items: WorkItem[] = [];

		this.transaction = { milliseconds, items };
		await work();
		this.transaction = undefined;

		return items;
	}

	/** Sends a request of somebody who works in Plane. @returns the body of the response */
	async send(
		method: string,
		path: string,
		{ user, body }: { readonly user: number; readonly body?: object },
	): Promise<unknown> {
		const { service } = this.plane;
		const { status, body: answer } = await this.plane.send({
			method,
			url: `/api/v1/workspaces/${service.workspace}/${path}`,
			headers: { 'x-api-key': getApiKey(user), 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		if (status >= 300) throw new Error(`${method} ${path}: ${status} ${answer.toString()}`);

		return answer.length === 0 ? undefined : JSON.parse(answer.toString());
	}

	/** Carries out a request of n8n, while people change something. */
	readonly carryOut: CarryOut = async (request, inject) => {
		this.requestCount++;
		if (this.chance() < this.changeRate) await this.changeAnything();
		if (this.chance() < this.failureRate) return this.fail();

		const answer = await inject(this.shortenPage(request));
		const time = this.now - this.environment.n8nClockAhead + this.clockOffset;
		const date = new Date(time + this.environment.responseClockAhead).toUTCString();

		return { ...answer, headers: { ...answer.headers, date } };
	};

	/**
	 * How long it takes until a worker gets to a task: seconds, seldom up to a minute. A busy worker of a real
	 * server took 22 s (median), 195 s (95 %), and 232 s at most.
	 */
	readonly drawWorkerDelay = (): number => {
		const { chance, environment } = this;

		// It has its number and its time, and nobody can read it before the transaction ends.
		const item = this.transaction && this.plane.service.state.workItems.pop();
		if (item) this.transaction?.items.push(item);

		this.lastWorkerDelay = this.transaction?.milliseconds ?? 0;

		if (environment.isBusy) {
			const normal = Math.sqrt(-2 * Math.log(chance() || 1)) * Math.cos(2 * Math.PI * chance());

			this.lastWorkerDelay += Math.min(232_000, 22_000 * Math.exp(1.326 * normal));
		} else {
			this.lastWorkerDelay += chance() * (chance() < 0.1 ? 45_000 : 3_000);
		}

		return this.lastWorkerDelay;
	};

	/** Answers as something between n8n and the server does. @throws NetworkError in place of an answer */
	private fail(): PlainAnswer {
		const fault = FAULTS[Math.floor(this.chance() * FAULTS.length)];
		if (fault === undefined) throw new NetworkError('ECONNRESET');

		return createStatusAnswer({ kind: 'status', ...fault });
	}

	/** A server with smaller pages than n8n asks for answers with the page that has the first row. */
	private shortenPage(request: OutgoingRequest): OutgoingRequest {
		const { pageSize } = this.environment;
		const url = new URL(request.url, 'http://localhost');
		const size = Number(url.searchParams.get('per_page'));
		if (size <= pageSize) return request;

		const [, page = 0] = (url.searchParams.get('cursor') ?? '').split(':').map(Number);

		url.searchParams.set('per_page', `${pageSize}`);
		url.searchParams.set('cursor', `${pageSize}:${Math.floor((size * page) / pageSize)}:0`);

		return { ...request, url: `${url.pathname}${url.search}` };
	}
}

/** An event with the name that people have given it. */
function toReported({
	event,
	action,
	field,
	oldValue,
	newValue,
	record,
}: IDataObject): ReportedEvent {
	const { id = '', comment_html: comment } = isRecord(record) ? record : {};
	const item = String(id);
	const toNamed = (name: string): ReportedEvent => ({ name, item, oldValue });

	if (event === 'intakeItem') return toNamed(`request of ${item}`);
	if (event === 'workItemComment') return toNamed(withoutTags(comment));
	if (action === 'created' && field === null) return toNamed(`new of ${item}`);

	if (field === 'assignees' || field === 'labels') {
		const list = { field, removed: textsIn(oldValue), added: textsIn(newValue) };

		return { item, oldValue, list };
	}

	const nothing = field === 'description' ? 'text none' : 'nothing';

	return toNamed(`${withoutTags(newValue) || nothing} of ${item}`);
}

const withoutTags = (value: unknown): string =>
	typeof value === 'string' ? value.replace(/<[^>]*>/g, '') : '';

const textsIn = (value: unknown): string[] =>
	[value].flat().filter((entry) => typeof entry === 'string');

/** Runs one history, with a server and a time of its own. */
export async function withPollingWorld<Value>(
	environment: Environment,
	parameters: INodeParameters,
	work: (world: PollingWorld) => Promise<Value>,
): Promise<Value> {
	// The node imports this when it is first used, which takes real time.
	await import('../../../nodes/PlanePollingTrigger/poll.js');

	const chance = random(environment.seed);
	let world: PollingWorld | undefined;

	const theWorld = (): PollingWorld => {
		if (world === undefined) throw new Error('It has not begun');

		return world;
	};

	return await withSurroundings(async (surroundings) => {
		const { recordsFirstAssignees, showsUserTimeZone, limit } = environment;
		const plane = await startPlane(surroundings, {
			serverKind: 'community',
			differences: {
				writesActivitiesLater: true,
				// The worker that writes the activity of a creation does that.
				updatesNewItemsLater: false,
				recordsFirstAssignees,
				showsUserTimeZone,
			},
			workItems: environment.workItems,
			workerDelay: () => theWorld().drawWorkerDelay(),
			clock: () => theWorld().rowTime,
			latency: () => Math.floor(chance() * environment.latency),
			carryOut: async (request, inject) => await theWorld().carryOut(request, inject),
			...(limit && { limit }),
		});

		world = new PollingWorld(environment, chance, plane, surroundings, parameters);

		try {
			return await work(world);
		} finally {
			await plane.close();
		}
	}, chance);
}
