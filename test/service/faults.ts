import type { IncomingMessage } from 'node:http';

/** What can befall a request, or the server with it. "Carried out" is: handled as without a fault. */
export type Fault =
	/** Handled this much later, unless the client has hung up by then. */
	| { kind: 'delay'; milliseconds: number }
	/** Carried out at once, answered this much later. */
	| { kind: 'late'; milliseconds: number }
	/** The connection is dropped before the request was read. Nothing is carried out. */
	| { kind: 'dropUnread' }
	/** Carried out, then the connection is dropped before any byte of the answer. */
	| { kind: 'dropDone' }
	/**
	 * Carried out; the headers with the true length and half of the body go out, then the connection
	 * is dropped. Of an answer without a body, half of its first line goes out.
	 */
	| { kind: 'dropMidway' }
	/**
	 * Answered with this instead, after the request was read; carried out before only where it says
	 * so. Without a body: what the real server (500, 429) or a proxy before it (502, 503, 504) says.
	 */
	| {
			kind: 'status';
			status: number;
			/** The header Retry-After as it is sent. */
			retryAfter?: string;
			body?: string;
			/** Of that body. Default JSON. */
			contentType?: string;
			carriedOut?: boolean;
	  }
	/** Carried out; the body is cut in the middle, with a length that fits what is left. */
	| { kind: 'cut' }
	/** Carried out; nothing instead of the body. */
	| { kind: 'empty' }
	/** Carried out; a web page instead of the body. */
	| { kind: 'html' }
	/** Carried out; a text that calls itself JSON and is none instead of the body. */
	| { kind: 'text' }
	/** Carried out; the answer comes in pieces spread over this time. */
	| { kind: 'slow'; milliseconds: number }
	/**
	 * This request is answered properly, then the server stops listening, drops every connection, and
	 * listens again on the same port after this time, with the same state.
	 */
	| { kind: 'stop'; milliseconds: number };

/** All but the delay, which comes on top of any of them. */
export type Blow = Exclude<Fault, { kind: 'delay' }>;

export interface FaultPlan {
	/** Which requests; default all. */
	when?: (request: IncomingMessage) => boolean;
	/**
	 * How many fitting requests it lets pass first, whether or not another fault befalls them;
	 * default 0.
	 */
	skip?: number;
	/** How many requests it befalls; default 1; Infinity for all. */
	times?: number;
}

/** A request that a fault befell. */
export interface Befallen {
	fault: Fault;
	method: string;
	url: string;
}

interface Planned {
	fault: Fault;
	when: (request: IncomingMessage) => boolean;
	skip: number;
	times: number;
}

/**
 * The faults of one server. All delays that fit a request add up; of the other faults the one that
 * was planned first and fits befalls it, and the others wait for the next request that fits.
 */
export class Faults {
	/** Each request that a fault befell, in order; one with a delay and another fault is there twice. */
	readonly befell: Befallen[] = [];
	#plans: Planned[] = [];

	plan(fault: Fault, { when = () => true, skip = 0, times = 1 }: FaultPlan = {}): void {
		this.#plans.push({ fault, when, skip, times });
	}

	/** Forgets what is planned, and remembers what befell. */
	clear(): void {
		this.#plans = [];
	}

	/** For the server: what befalls this request, with all its delays in milliseconds. */
	meet(request: IncomingMessage): { delay: number; blow: Blow | undefined } {
		let delay = 0;
		let blow: Blow | undefined;

		for (const plan of this.#plans) {
			const { fault } = plan;
			if (!plan.when(request)) continue;

			if (plan.skip > 0) {
				plan.skip -= 1;
				continue;
			}
			if (plan.times < 1 || (blow !== undefined && fault.kind !== 'delay')) continue;

			plan.times -= 1;
			if (fault.kind === 'delay') delay += fault.milliseconds;
			else blow = fault;

			this.befell.push({ fault, method: request.method ?? '', url: request.url ?? '' });
		}

		this.#plans = this.#plans.filter(({ times }) => times >= 1);

		return { delay, blow };
	}
}
