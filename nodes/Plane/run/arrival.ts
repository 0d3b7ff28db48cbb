import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { endStalled } from './stall';

/** A stream of Node.js, whose module is not imported. */
type Stream = Exclude<Parameters<Receiver['helpers']['binaryToBuffer']>[0], Buffer>;

/** Whether the body of an answer comes as a stream. */
export const isStream = (value: unknown): value is Stream =>
	typeof value === 'object' && value !== null && 'pipe' in value && 'read' in value;

/** Why a file that stopped coming has no end, by the code of a time-out. */
class Stalled extends Error {
	readonly code = 'ECONNABORTED';
}

/** What takes the body of an answer in. */
export interface Receiver {
	readonly helpers: IExecuteFunctions['helpers'];
	/** Milliseconds in which nothing comes. */
	readonly timeout: number;
}

/** The body of an answer as it comes in, ended where nothing of it comes for too long. */
export class Arrival {
	movedAt = performance.now();

	/** @param end ends the connection, whatever is still to come */
	constructor(
		private readonly body: Stream,
		private readonly receiver: Receiver,
		private readonly end: AbortController,
	) {
		const listen = (event: string | symbol) => {
			if (event !== 'data' && event !== 'readable') return;
			body.off('newListener', listen);
			body.on('data', () => (this.movedAt = performance.now()));
		};
		// Together with its reader: bytes would flow past a listener that comes before, and a stream
		// that was paused would stay so.
		body.on('newListener', listen);
	}

	/** Streams it into n8n's binary store. @throws where it breaks off or stops */
	async stored(name: string, mimeType: string): Promise<IBinaryData> {
		const { helpers } = this.receiver;
		const file = await this.watched(
			async () => await helpers.prepareBinaryData(this.body, name, mimeType),
		);
		// n8n takes a slash in a name for a folder.
		return { ...file, fileName: name };
	}

	/** Reads it as text. @throws where it breaks off or stops */
	async text(): Promise<string> {
		const { helpers } = this.receiver;
		const bytes = await this.watched(async () => await helpers.binaryToBuffer(this.body));
		return bytes.toString('utf8');
	}

	private async watched<Result>(read: () => Promise<Result>): Promise<Result> {
		const state = { isOver: false, isStalled: false };
		const stop = () => {
			state.isStalled = true;
			this.end.abort();
		};
		void endStalled(this, this.receiver.timeout, () => state.isOver, stop);
		try {
			return await read();
		} catch (error) {
			throw state.isStalled ? new Stalled('Nothing more came') : error;
		} finally {
			state.isOver = true;
			this.end.abort();
		}
	}
}
