import {
	AxiosError,
	AxiosHeaders,
	type AxiosResponse,
	type AxiosStatic,
	type InternalAxiosRequestConfig,
} from 'axios';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { Faults, FinalFault } from '../service/faults';
import { createStatusAnswer, distort, type PlainAnswer } from '../service/faulty/replacement';
import { sleep } from '../service/sleep';
import type { VirtualTime } from './virtualTime';

/** A server that is reached without a connection. */
export interface InProcessServer {
	/** Answers a request that arrives. @throws NetworkError if the connection fails instead */
	readonly answer: (request: OutgoingRequest) => Promise<PlainAnswer>;
	readonly faults: Faults;
	/** How long a request is under way before it is read, in milliseconds. Default: it arrives at once. */
	readonly latency?: (request: OutgoingRequest) => number;
	/** Carries out what comes to the service, by calling `inject`. Default: nothing else happens. */
	readonly carryOut?: CarryOut;
}

/** @param inject gives the request to the service, or another one in its place */
export type CarryOut = (
	request: OutgoingRequest,
	inject: (replacement?: OutgoingRequest) => Promise<PlainAnswer>,
) => Promise<PlainAnswer>;

/** A request as it goes out. */
export interface OutgoingRequest {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Absent if there is none, or if it is a form. */
	readonly body?: string;
	/** A body with files. They can be read once, which this network does when the request arrives. */
	readonly form?: FormData;
}

/**
 * The network of this process. It replaces what n8n's request helper sends with, below everything that n8n itself
 * adds to a request or makes of a response, and has no other addresses than those of its servers.
 */
export class InProcessHttp {
	/** By their origin. */
	private readonly hosts = new Map<string, Host>();
	/** What went wrong here, and not between node and server. */
	private defect: Error | undefined;

	constructor(private readonly time: VirtualTime) {}

	/** Makes all requests of n8n go through this network, until another one does. */
	use(): void {
		// n8n's package has an axios of its own.
		const requireFromN8n = createRequire(require.resolve('@n8n/backend-network'));
		const { defaults } = requireFromN8n('axios') as AxiosStatic;

		defaults.adapter = async (config) => await this.send(config);
	}

	/** Makes a server reachable. @returns its origin, such as `http://plane-1.test` */
	add(server: InProcessServer, origin = `http://plane-${this.hosts.size + 1}.test`): string {
		if (this.hosts.has(origin)) throw new Error(`There is a server at ${origin} already`);

		this.hosts.set(origin, { server, awayUntil: 0 });

		return origin;
	}

	remove(origin: string): void {
		this.hosts.delete(origin);
	}

	/** @throws Error if a test has asked this network for what it cannot do: to the node, it was a fault */
	throwDefect(): void {
		if (this.defect !== undefined) throw this.defect;
	}

	private async send(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
		const { origin, pathname, search } = new URL(config.url ?? '');
		const request: OutgoingRequest = {
			method: (config.method ?? 'GET').toUpperCase(),
			url: `${pathname}${search}`,
			headers: readHeaders(config),
			...(typeof config.data === 'string' && { body: config.data }),
			...(isForm(config.data) && { form: config.data }),
		};

		this.time.noteActivity();

		try {
			const answer = await withTimeout(
				config,
				async (hasHungUp) => await this.exchange(this.hosts.get(origin), request, hasHungUp),
			);

			// A response always says when it was sent.
			const headers = { date: new Date().toUTCString(), ...answer.headers };

			return toResponse(config, { ...answer, headers });
		} catch (error) {
			if (!(error instanceof AxiosError) && error instanceof Error) this.defect = error;

			throw error;
		} finally {
			this.time.noteActivity();
		}
	}

	/** @throws NetworkError if there is no answer */
	private async exchange(
		host: Host | undefined,
		request: OutgoingRequest,
		hasHungUp: () => boolean,
	): Promise<PlainAnswer> {
		if (host === undefined) throw new NetworkError('ENOTFOUND');
		if (Date.now() < host.awayUntil) throw new NetworkError('ECONNREFUSED');

		const latency = host.server.latency?.(request) ?? 0;
		if (latency > 0) await sleep(latency);

		const { delay, finalFault } = host.server.faults.takeFor(request);

		if (delay > 0) await sleep(delay);
		if (hasHungUp()) throw new NetworkError('ECONNRESET');
		if (finalFault?.kind === 'dropBeforeReading') throw new NetworkError('ECONNRESET');

		if (request.form !== undefined) await readFiles(request.form);

		return finalFault === undefined
			? await this.inject(host.server, request)
			: await this.exchangeWithFault(host, request, finalFault);
	}

	private async exchangeWithFault(
		host: Host,
		request: OutgoingRequest,
		fault: Exclude<FinalFault, { kind: 'dropBeforeReading' }>,
	): Promise<PlainAnswer> {
		if (fault.kind === 'status' && fault.carriedOut !== true) return createStatusAnswer(fault);

		const answer = await this.inject(host.server, request);

		switch (fault.kind) {
			case 'dropBeforeAnswering':
				throw new NetworkError('ECONNRESET');
			case 'late':
				await sleep(fault.milliseconds);

				return answer;
			case 'stop':
				host.awayUntil = Date.now() + fault.milliseconds;

				return answer;
			case 'dropMidway':
			case 'slow':
				throw new Error(`Only a connection has the fault ${fault.kind}: test it in test/engine`);
			default:
				return distort(fault, answer);
		}
	}

	/** Gives a request to the service. Its handlers run at the time at which it arrives. */
	private async inject(server: InProcessServer, request: OutgoingRequest): Promise<PlainAnswer> {
		this.time.noteActivity();

		const work = async (arriving = request) => await server.answer(arriving);
		const answer = await (server.carryOut === undefined ? work() : server.carryOut(request, work));

		this.time.noteActivity();

		return answer;
	}
}

/** A server, and when it comes back if it is away, in UNIX milliseconds. */
interface Host {
	readonly server: InProcessServer;
	awayUntil: number;
}

/** A connection that failed, with the code of Node.js. */
export class NetworkError extends Error {
	constructor(readonly code: string) {
		super(`The connection failed: ${code}`);
	}
}

const readHeaders = ({ headers }: InternalAxiosRequestConfig): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers.toJSON()).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);

/** Whether axios would send a body as a form: it does not need to be of the standard class. */
const isForm = (body: unknown): body is FormData =>
	Object.prototype.toString.call(body) === '[object FormData]';

/** Reads the files of a form to their ends, because the node notices how much of a file was sent. */
async function readFiles(form: FormData): Promise<void> {
	for (const [, value] of form) {
		if (typeof value !== 'string') await buffer(value.stream());
	}
}

/**
 * Ends the wait for an answer as axios does, by its time-out and its signal.
 *
 * @throws AxiosError if there is no answer
 */
async function withTimeout(
	config: InternalAxiosRequestConfig,
	exchange: (hasHungUp: () => boolean) => Promise<PlainAnswer>,
): Promise<PlainAnswer> {
	const { timeout = 0, signal } = config;
	let hasHungUp = false;
	let timer: NodeJS.Timeout | undefined;

	const hangingUp = new Promise<never>((_, reject) => {
		const hangUp = (message: string, code: string) => {
			hasHungUp = true;
			reject(new AxiosError(message, code, config));
		};

		const onTimeout = () => hangUp(`timeout of ${timeout}ms exceeded`, AxiosError.ECONNABORTED);
		const onCancel = () => hangUp('canceled', AxiosError.ERR_CANCELED);

		if (timeout > 0) timer = setTimeout(onTimeout, timeout);

		signal?.addEventListener?.('abort', onCancel);
		if (signal?.aborted === true) onCancel();
	});

	try {
		return await Promise.race([exchange(() => hasHungUp), hangingUp]);
	} catch (error) {
		if (error instanceof NetworkError) throw new AxiosError(error.message, error.code, config);

		throw error;
	} finally {
		clearTimeout(timer);
	}
}

function toResponse(
	config: InternalAxiosRequestConfig,
	{ status, headers, body }: PlainAnswer,
): AxiosResponse {
	const isStream = config.responseType === 'stream';

	return {
		status,
		statusText: '',
		headers: new AxiosHeaders(
			Object.entries(headers)
				.map(([name, value]) => `${name}: ${String(value)}`)
				.join('\n'),
		),
		data: isStream ? Readable.from([body], { objectMode: false }) : body.toString(),
		config,
	};
}
