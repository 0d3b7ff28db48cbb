import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from '../testing/client';

/** A request to a path, from `/api/` on, with a body of JSON or a form. */
export interface ProbeRequest {
	readonly method: string;
	readonly path: string;
	readonly body?: unknown;
	readonly form?: Record<string, string>;
}

/** Sends requests to one server with one key, and keeps to its limit. */
export interface Connection {
	/** @throws Error if no answer arrives */
	send(request: ProbeRequest): Promise<Reply>;
	/** Sends a request several times at the same moment. */
	sendAtOnce(request: ProbeRequest, times: number): Promise<readonly Reply[]>;
}

export interface ConnectionOptions {
	/** The address of the server, without `/api`. */
	readonly url: string;
	readonly key: string;
	/** Ends requests and pauses. */
	readonly signal?: AbortSignal;
	/** Called before a pause for the limit, with its length in milliseconds. */
	readonly onPause?: (milliseconds: number) => void;
}

/** The limit of a server that names none in its headers (row 19). */
const DEFAULT_LIMIT = { requests: 60, windowMs: 60_000 };

/** The longest time to wait for one answer, in milliseconds. */
const MAX_ANSWER_TIME = 30_000;

/** How often a request is sent again that was refused by the limit. */
const MAX_REFUSALS = 5;

/** How many requests the server still takes, by its headers or else by its documented limit. */
class Allowance {
	private readonly sentAt: number[] = [];
	/** What the headers of the last answer said. */
	private reported: { remaining: number; until: number } | undefined;

	/** Returns how long to wait until this many requests may be sent, in milliseconds. */
	getPause(count: number, now: number): number {
		if (this.reported !== undefined) {
			return this.reported.remaining >= count ? 0 : Math.max(0, this.reported.until - now);
		}

		const oldest = this.sentAt.at(-(DEFAULT_LIMIT.requests - count + 1));

		return oldest === undefined ? 0 : Math.max(0, oldest + DEFAULT_LIMIT.windowMs - now);
	}

	spend(count: number, now: number): void {
		this.sentAt.push(...Array<number>(count).fill(now));
		if (this.reported !== undefined) this.reported.remaining -= count;
	}

	/** Learns from X-RateLimit-Remaining and X-RateLimit-Reset, which is in UNIX seconds (row 19). */
	learn({ headers }: Reply): void {
		const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN);
		const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
		if (Number.isNaN(remaining) || Number.isNaN(reset)) return;

		// The seconds are rounded down.
		this.reported = { remaining, until: (reset + 1) * 1000 };
	}

	/** Forgets what the headers said, once the time that they named is over. */
	forget(): void {
		this.reported = undefined;
		this.sentAt.length = 0;
	}
}

function parseBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Opens a connection to a server. Redirects are answers, and not followed. */
export function connect(options: ConnectionOptions): Connection {
	const { url, key, signal, onPause } = options;
	const allowance = new Allowance();

	async function pause(milliseconds: number): Promise<void> {
		onPause?.(milliseconds);
		await wait(milliseconds, undefined, signal && { signal });
	}

	/** Waits until the server takes this many requests, and counts them. */
	async function reserve(count: number): Promise<void> {
		const milliseconds = allowance.getPause(count, Date.now());

		if (milliseconds > 0) {
			await pause(milliseconds);
			allowance.forget();
		}

		allowance.spend(count, Date.now());
	}

	async function exchange({ method, path, body, form }: ProbeRequest): Promise<Reply> {
		const timeout = AbortSignal.timeout(MAX_ANSWER_TIME);
		const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
		const json = body === undefined ? undefined : JSON.stringify(body);
		const text = form ? new URLSearchParams(form).toString() : json;
		const response = await fetch(url + path, {
			method,
			redirect: 'manual',
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
			headers: { 'X-API-Key': key, ...(text !== undefined && { 'Content-Type': type }) },
			...(text !== undefined && { body: text }),
		});
		const reply = {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			body: parseBody(await response.text()),
		};

		allowance.learn(reply);

		return reply;
	}

	/** Sends a request that was counted already, again if the limit refuses it. */
	async function sendCounted(request: ProbeRequest): Promise<Reply> {
		for (let refusals = 0; ; refusals++) {
			const reply = await exchange(request);
			if (reply.status !== 429 || refusals === MAX_REFUSALS) return reply;

			const seconds = Number(reply.headers['retry-after'] ?? Number.NaN);

			await pause(Number.isNaN(seconds) ? DEFAULT_LIMIT.windowMs : seconds * 1000);
		}
	}

	return {
		async send(request) {
			await reserve(1);

			return await sendCounted(request);
		},

		async sendAtOnce(request, times) {
			await reserve(times);

			return await Promise.all(
				Array.from({ length: times }, async () => await sendCounted(request)),
			);
		},
	};
}
