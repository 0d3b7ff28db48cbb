import { isRecord } from '../../service/http';
import type { Fault, FaultedRequest, Faults } from '../../service/faults';
import type { PlainAnswer } from '../../service/faulty/replacement';
import type { CarryOut, OutgoingRequest } from '../inProcessHttp';

/** What can happen to a request. */
export type FaultKind =
	| 'lostRequest'
	| 'lostResponse'
	| 'busy'
	| 'failure'
	| 'failureAfterwards'
	| 'unavailable'
	| 'late'
	| 'lostRow';

/** Longer than the node waits for a response. */
const LATE_MS = 90_000;

/** The fault of the service for each kind but that of a response without a row, which arrives. */
const FAULTS: Readonly<Record<Exclude<FaultKind, 'lostRow'>, Fault>> = {
	lostRequest: { kind: 'dropBeforeReading' },
	lostResponse: { kind: 'dropBeforeAnswering' },
	busy: { kind: 'status', status: 429, retryAfter: '1' },
	failure: { kind: 'status', status: 500 },
	failureAfterwards: { kind: 'status', status: 502, carriedOut: true },
	unavailable: { kind: 'status', status: 503 },
	late: { kind: 'late', milliseconds: LATE_MS },
};

/** The faults in which the server may have carried out a part of a request for several records. */
const PARTIAL: readonly (FaultKind | undefined)[] = ['lostResponse', 'failureAfterwards'];

export interface NetworkOptions {
	readonly nextRandom: () => number;
	readonly kinds: readonly FaultKind[];
	readonly hidesIdsOfDuplicates: boolean;
}

/** A network in which requests take differently long, and some or their responses are lost. */
export class UnreliableNetwork {
	/** The probability of a fault. */
	faultChance = 0;
	/** Whether nothing arrives any more. */
	isDown = false;
	/** Called when a request arrives, with the number of those before it since this was set. */
	onArrival: (before: number) => void = () => undefined;
	private arrivals = 0;
	/** The fault of the request that is arriving. */
	private fault: FaultKind | undefined;
	private readonly faultOf = new WeakMap<FaultedRequest, FaultKind>();

	constructor(private readonly options: NetworkOptions) {}

	/** Starts to count arrivals. */
	watch(onArrival: (before: number) => void): void {
		this.arrivals = 0;
		this.onArrival = onArrival;
	}

	readonly latency = (): number => 1 + Math.floor(this.options.nextRandom() * 40);

	/** Plans all faults. Which of them a request has is decided when it arrives. */
	planFaults(faults: Faults): void {
		faults.plan(FAULTS.lostRequest, { times: Infinity, when: (request) => this.arrive(request) });

		for (const [kind, fault] of Object.entries(FAULTS)) {
			faults.plan(fault, { times: Infinity, when: () => this.fault === kind });
		}
	}

	/** @returns whether the request is lost because nothing arrives */
	private arrive(request: FaultedRequest): boolean {
		const { nextRandom, kinds } = this.options;

		this.onArrival(this.arrivals);
		this.arrivals += 1;
		this.fault = undefined;
		if (this.isDown) return true;

		if (nextRandom() < this.faultChance) {
			this.fault = kinds[Math.floor(nextRandom() * kinds.length)];
			if (this.fault !== undefined) this.faultOf.set(request, this.fault);
		}

		return false;
	}

	readonly carryOut: CarryOut = async (request, inject) => {
		const fault = this.faultOf.get(request);
		const answer = await inject(PARTIAL.includes(fault) ? this.shorten(request) : request);
		if (fault === 'lostRow') return this.loseRow(answer);

		return this.options.hidesIdsOfDuplicates ? hideId(answer) : answer;
	};

	/** Leaves out the last records of a request for several: a server that fails midway has created the others. */
	private shorten(request: OutgoingRequest): OutgoingRequest {
		const body = parseObject(request.body ?? '');
		if (!Array.isArray(body.items)) return request;

		const count = Math.floor(this.options.nextRandom() * (body.items.length + 1));
		const items = body.items.slice(0, count);

		return { ...request, body: JSON.stringify({ ...body, items }) };
	}

	/** Leaves out what became of one of several records. */
	private loseRow(answer: PlainAnswer): PlainAnswer {
		const body = parseObject(answer.body.toString());
		if (!Array.isArray(body.results) || !('succeeded' in body)) return answer;

		const lost = Math.floor(this.options.nextRandom() * body.results.length);

		return withBody(answer, { ...body, results: body.results.toSpliced(lost, 1) });
	}
}

/** Removes the ID from the refusal of a second record. */
function hideId(answer: PlainAnswer): PlainAnswer {
	if (answer.status !== 409) return answer;

	const { id, ...others } = parseObject(answer.body.toString());

	return id === undefined ? answer : withBody(answer, others);
}

const withBody = (answer: PlainAnswer, body: object): PlainAnswer => ({
	...answer,
	body: Buffer.from(JSON.stringify(body)),
});

function parseObject(text: string) {
	const value: unknown = text === '' ? {} : JSON.parse(text);

	return isRecord(value) ? value : {};
}
