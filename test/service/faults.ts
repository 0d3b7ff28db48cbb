/** What a plan knows of a request: the body only if the request does not come over HTTP. */
export interface FaultedRequest {
	readonly method?: string | undefined;
	/** Path and query. */
	readonly url?: string | undefined;
	readonly body?: string | undefined;
}

/** What can go wrong with a request. "Carried out" means: handled as it would be without the fault. */
export type Fault =
	/** The request is handled this much later, unless the client has hung up by then. */
	| { kind: 'delay'; milliseconds: number }
	/** Carried out at once, answered this much later. */
	| { kind: 'late'; milliseconds: number }
	/** The connection is dropped before the request was read. Nothing is carried out. */
	| { kind: 'dropBeforeReading' }
	/** Carried out, then the connection is dropped before any byte of the answer. */
	| { kind: 'dropBeforeAnswering' }
	/**
	 * Carried out; the headers with the true length and half of the body go out, then the connection
	 * is dropped. Of an answer without a body, half of its first line goes out.
	 */
	| { kind: 'dropMidway' }
	/**
	 * Answered with this status after the request was read; it is carried out first only with
	 * `carriedOut`. Without a body: what the real server (500, 429) or a proxy in front of it (502, 503,
	 * 504) sends.
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
	/** Carried out; the body is empty. */
	| { kind: 'empty' }
	/** Carried out; the body is a web page. */
	| { kind: 'html' }
	/** Carried out; the body is text that is declared as JSON but is not. */
	| { kind: 'text' }
	/** Carried out; the response comes in pieces spread over this time. */
	| { kind: 'slow'; milliseconds: number }
	/**
	 * This request is answered properly. Then the server stops listening, drops every connection, and
	 * listens again on the same port after this time, with the same state.
	 */
	| { kind: 'stop'; milliseconds: number };

/** Every fault but the delay, which can be added to any of them. */
export type FinalFault = Exclude<Fault, { kind: 'delay' }>;

export interface FaultPlan {
	/** Which requests it applies to; default all. */
	when?: (request: FaultedRequest) => boolean;
	/**
	 * How many matching requests pass first, whether or not another fault applies to them; default 0.
	 */
	skip?: number;
	/** How many requests it applies to; default 1, Infinity for all. */
	times?: number;
}

/** A request that a fault applied to. */
export interface OccurredFault {
	fault: Fault;
	method: string;
	url: string;
}

interface PlannedFault {
	fault: Fault;
	when: (request: FaultedRequest) => boolean;
	skip: number;
	times: number;
}

/**
 * The faults of one server. All delays that match a request add up. Of the other faults that match, the
 * one that was planned first applies, and the others wait for the next matching request.
 */
export class Faults {
	/** Each request that a fault applied to, in order; twice if it had a delay and another fault. */
	readonly occurred: OccurredFault[] = [];
	#plans: PlannedFault[] = [];

	plan(fault: Fault, { when = () => true, skip = 0, times = 1 }: FaultPlan = {}): void {
		this.#plans.push({ fault, when, skip, times });
	}

	/** Drops all plans, and keeps the record of faults that occurred. */
	clear(): void {
		this.#plans = [];
	}

	/** For the server: takes the faults of this request. `delay` is the sum in milliseconds. */
	takeFor(request: FaultedRequest): { delay: number; finalFault: FinalFault | undefined } {
		let delay = 0;
		let finalFault: FinalFault | undefined;

		for (const plan of this.#plans) {
			const { fault } = plan;
			if (!plan.when(request)) continue;

			if (plan.skip > 0) {
				plan.skip -= 1;
				continue;
			}
			if (plan.times < 1 || (finalFault !== undefined && fault.kind !== 'delay')) continue;

			plan.times -= 1;
			if (fault.kind === 'delay') delay += fault.milliseconds;
			else finalFault = fault;

			this.occurred.push({ fault, method: request.method ?? '', url: request.url ?? '' });
		}

		this.#plans = this.#plans.filter(({ times }) => times >= 1);

		return { delay, finalFault };
	}
}
