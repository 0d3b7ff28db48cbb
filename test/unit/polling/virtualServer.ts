import type {
	PageRequest,
	ProjectApi,
} from '../../../nodes/PlanePollingTrigger/changes/ProjectApi';
import { failed } from '../../../nodes/shared/errors/problemFrom';
import { problem } from '../../../nodes/shared/result/problem';
import { EventLedger } from './eventLedger';
import { VirtualProject } from './virtualProject';

/** Something that a worker will do. */
interface ScheduledTask {
	readonly at: number;
	readonly run: () => void;
}

/** How a virtual server behaves. */
export interface ServerBehavior {
	/** Rows of a page at most. */
	readonly pageSize: number;
	/** The chance that somebody changes something during a request. */
	readonly changeRate: number;
	/** Milliseconds by which the clock that dates the responses is ahead of the one that dates the rows. */
	readonly responseClockAhead: number;
	/** Milliseconds by which n8n's clock is ahead of the server's. */
	readonly n8nClockAhead?: number;
	/** The chance that a request fails. */
	readonly failureRate: number;
	/** How many requests the server accepts in a minute; default: any number. */
	readonly requestsPerMinute?: number;
	/** Whether an importer reserves many numbers at once whose work items appear later. */
	readonly importsLate?: boolean;
	/** Whether workers write activities up to four minutes late. */
	readonly isBusy?: boolean;
	/** Whether times have no fractions of a second. */
	readonly hasWholeSeconds?: boolean;
}

/**
 * A server in virtual time: its projects change while they are read, its workers write activities a little
 * after the change, and its clock is adjusted now and then.
 */
export class VirtualServer {
	/** What happened, and has to be reported. */
	readonly ledger = new EventLedger();
	readonly projects: readonly VirtualProject[];
	requestCount = 0;
	/** How many requests the rate limit has refused. */
	refusedCount = 0;
	/** The value of `requestCount` from which on requests are not sent. */
	requestLimit = Infinity;

	private now = Date.parse('2026-11-23T08:00:00Z');
	/** Milliseconds by which the clock that dates the rows is ahead of `now`. */
	private clockOffset = 0;
	/** When the requests of the last minute were accepted. */
	private acceptedAt: readonly number[] = [];
	/** What the workers still have to do. */
	private readonly tasks: ScheduledTask[] = [];
	/** Counts changes and activities, for unique names. */
	private counter = 0;

	/** @param chance returns random numbers from 0 to 1 */
	constructor(
		readonly chance: () => number,
		readonly behavior: ServerBehavior,
		projects = 1,
	) {
		this.projects = Array.from(
			{ length: projects },
			(_, index) => new VirtualProject(`p${index + 1}`, this),
		);
	}

	/** The first project. */
	get project(): VirtualProject {
		const [project] = this.projects;
		if (project === undefined) throw new Error('There is no project');

		return project;
	}

	/** A number that was not used before. */
	nextNumber(): number {
		return ++this.counter;
	}

	/** The present time by the clock that dates the rows, in UNIX milliseconds. */
	get rowTime(): number {
		const time = this.now + this.clockOffset;

		return this.behavior.hasWholeSeconds === true ? Math.floor(time / 1000) * 1000 : time;
	}

	/** The same in ISO 8601. */
	timestamp(): string {
		return new Date(this.rowTime).toISOString();
	}

	/** The present second, as activities have it. */
	get epoch(): number {
		return Math.floor(this.rowTime / 1000);
	}

	/** n8n's clock, in UNIX milliseconds. */
	get n8nTime(): number {
		return Math.round(this.now + (this.behavior.n8nClockAhead ?? 0));
	}

	/** Adjusts the server's clock. */
	setClockOffset(milliseconds: number): void {
		const before = this.rowTime;

		this.clockOffset = milliseconds;
		this.ledger.noteAdjustedClock(before, this.rowTime);
	}

	/** Lets time pass, with so many changes spread over it. */
	pass(milliseconds: number, changes = 0): void {
		const end = this.now + milliseconds;

		for (let left = changes; left > 0; left--) {
			this.advance((end - this.now) / (left + 1));
			this.changeAnything();
		}

		// Changes take time, too.
		this.advance(end - this.now);
	}

	/** Lets time pass, in which only the workers do something; none if the number is negative. */
	advance(milliseconds: number): void {
		const end = this.now + Math.max(0, milliseconds);

		for (;;) {
			const [next] = this.tasks.sort((a, b) => a.at - b.at);
			if (next === undefined || next.at > end) break;

			this.tasks.shift();
			this.now = Math.max(this.now, next.at);
			next.run();
		}

		this.now = end;
	}

	/** Has a worker do something. @returns when, in the time of the server */
	schedule(run: () => void, { notBefore = 0 } = {}): number {
		const at = Math.max(this.now + this.workerDelay(), notBefore);

		this.tasks.push({ at, run });

		return at;
	}

	/** Has a worker do something else right after. */
	scheduleNext(run: () => void, within: number): void {
		this.tasks.push({ at: this.now + this.chance() * within, run });
	}

	/** Changes, creates or deletes something at random in one of the projects. */
	changeAnything(): void {
		const project = this.projects[Math.floor(this.chance() * this.projects.length)];

		project?.changeAnything();
	}

	/**
	 * Milliseconds until a worker gets to a task: seconds, seldom up to a minute. A busy worker of a real
	 * server took 22 s (median), 195 s (95 %), and 232 s at most.
	 */
	private workerDelay(): number {
		const { chance } = this;
		if (this.behavior.isBusy !== true) return chance() * (chance() < 0.1 ? 45_000 : 3_000);

		const normal = Math.sqrt(-2 * Math.log(chance() || 1)) * Math.cos(2 * Math.PI * chance());

		return Math.min(232_000, 22_000 * Math.exp(1.326 * normal));
	}

	/** What a poll uses to read a project. */
	apiFor(projectId: string): ProjectApi {
		const project = this.projects.find(({ id }) => id === projectId);

		const fetchPage: ProjectApi['fetchPage'] = async (request) => {
			await Promise.resolve();

			if (this.requestCount >= this.requestLimit) {
				return problem({ tag: 'notSent', message: 'The poll ended', description: '' });
			}

			this.requestCount++;
			this.pass(this.chance() * 300, this.chance() < this.behavior.changeRate ? 1 : 0);
			if (!this.acceptsRequest()) return { ...failed('Too many requests', ''), status: 429 };
			if (this.chance() < this.behavior.failureRate) return failed('Unavailable', '');

			return project?.answer(request) ?? { ...failed('No such project', ''), status: 404 };
		};

		return {
			fetchPage,
			fetchPageIgnoringBudget: async (request: PageRequest) => {
				const { requestLimit } = this;

				this.requestLimit = Infinity;
				const page = await fetchPage(request);

				this.requestLimit = requestLimit;

				return page;
			},
			maySend: (requests) => this.requestCount + requests <= this.requestLimit,
			now: () => this.n8nTime,
			warn: () => undefined,
		};
	}

	/** When a response is dated, in UNIX milliseconds. */
	get responseTime(): number {
		return this.now + this.clockOffset + this.behavior.responseClockAhead;
	}

	/** How many requests the server accepts now. */
	get remainingRequests(): number {
		return (this.behavior.requestsPerMinute ?? Infinity) - this.acceptedAt.length;
	}

	/** Whole seconds until the server accepts another request, rounded up. */
	get retryAfter(): number {
		return Math.ceil(((this.acceptedAt[0] ?? this.now) + 60_000 - this.now) / 1000);
	}

	/** A sliding window of a minute, in which refused requests do not count (row 19). */
	private acceptsRequest(): boolean {
		this.acceptedAt = this.acceptedAt.filter((at) => at > this.now - 60_000);

		if (this.remainingRequests <= 0) {
			this.refusedCount++;

			return false;
		}

		this.acceptedAt = [...this.acceptedAt, this.now];

		return true;
	}
}
