import { isRecord } from '../../service/http';
import type { PlainAnswer } from '../../service/faulty/replacement';
import { NetworkError, type CarryOut, type OutgoingRequest } from '../inProcessHttp';
import { getCurrentProcess, type N8nProcess } from './N8n';

/** The request at which something happens, counted among those of the same process. */
export interface RequestInTheMiddle {
	readonly requestsBefore: number;
	/** Whether the server carries out the first request that gets no response. */
	readonly isCarriedOut: boolean;
}

/** Servers differ in how many webhooks a page has, and pages overlap if somebody adds a webhook meanwhile. */
export interface Pages {
	readonly pageSize: number;
	readonly pageOverlap: number;
}

interface PlannedFault {
	/** The process whose requests have it; undefined for all. */
	readonly n8nProcess: N8nProcess | undefined;
	remaining: number;
	/** Called at the request. @returns a response in its place; undefined if the connection is lost from now on */
	readonly strike: (carryOut: () => Promise<PlainAnswer>) => Promise<PlainAnswer | undefined>;
}

/** What is between n8n and all servers of a history. */
export class PlaneNetwork {
	private readonly faults = new Set<PlannedFault>();

	constructor(private readonly pages: Pages) {}

	readonly carryOut: CarryOut = async (request, inject) => {
		const added = this.countAdded(request);
		const carryOut = async () => includeAdded(await inject(this.shiftPage(request, added)), added);

		for (const fault of this.faults) {
			if (fault.n8nProcess !== undefined && fault.n8nProcess !== getCurrentProcess()) continue;
			if (fault.remaining-- > 0) continue;

			const answer = await fault.strike(carryOut);
			if (answer === undefined) throw new NetworkError('ECONNRESET');

			return answer;
		}

		return await carryOut();
	};

	/**
	 * Loses the connection at each request from now on, until it is called off.
	 *
	 * @param onLoss called at the first of them
	 */
	disconnect(
		{ requestsBefore, isCarriedOut }: RequestInTheMiddle,
		n8nProcess?: N8nProcess,
		onLoss: () => void = () => undefined,
	): () => void {
		let isFirst = true;

		return this.plan({
			n8nProcess,
			remaining: requestsBefore,
			async strike(carryOut) {
				if (isFirst) {
					isFirst = false;
					onLoss();
					if (isCarriedOut) await carryOut();
				}

				return undefined;
			},
		});
	}

	/** Refuses one request, until it is called off. */
	refuse(requestsBefore: number, status: number): () => void {
		const body = { type: 'refused', code: 'refused', detail: 'The server says why.' };
		const refusal = {
			status,
			headers: { 'content-type': 'application/problem+json' },
			body: Buffer.from(JSON.stringify(body)),
		};
		let isFirst = true;

		return this.plan({
			n8nProcess: undefined,
			remaining: requestsBefore,
			async strike(carryOut) {
				const answer = isFirst ? refusal : await carryOut();

				isFirst = false;

				return answer;
			},
		});
	}

	private plan(fault: PlannedFault): () => void {
		this.faults.add(fault);

		return () => void this.faults.delete(fault);
	}

	/** How many webhooks were added at the beginning of a list since its first page was read. */
	private countAdded({ url }: OutgoingRequest): number {
		const [, offset = 0] = /[?&]offset=(\d+)/.exec(url) ?? [];

		return this.pages.pageOverlap * Math.floor(Number(offset) / this.pages.pageSize);
	}

	/** Requests a shorter page, with rows that were on the page before it, in place of those that were added. */
	private shiftPage(request: OutgoingRequest, added: number): OutgoingRequest {
		const url = request.url
			.replace(/per_page=\d+/, `per_page=${this.pages.pageSize}`)
			.replace(/(?<=[?&]offset=)\d+/, (offset) => String(Number(offset) - added));

		return { ...request, url };
	}
}

/** Counts rows that were added to a list in the answer with a page of it. */
function includeAdded(answer: PlainAnswer, added: number): PlainAnswer {
	if (added === 0 || answer.body.length === 0) return answer;

	const body: unknown = JSON.parse(answer.body.toString());
	if (!isRecord(body)) return answer;

	const { next, total_count: total } = body;
	const counted = {
		...body,
		...(typeof next === 'number' && { next: next + added }),
		...(typeof total === 'number' && { total_count: total + added }),
	};

	return { ...answer, body: Buffer.from(JSON.stringify(counted)) };
}
