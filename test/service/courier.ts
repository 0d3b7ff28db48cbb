import { setTimeout as pause } from 'node:timers/promises';

/** Sends the deliveries of webhooks. */
export interface Courier {
	/** Sends a delivery. @returns the status of the response @throws Error if there is none */
	readonly post: (url: string, delivery: OutgoingDelivery) => Promise<number>;
	/** Waits before a delivery is sent again, in milliseconds unless it knows better. */
	readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface OutgoingDelivery {
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	/** Stops the delivery. */
	readonly signal: AbortSignal;
}

/** Sends deliveries to servers that listen, in real time. */
export const overHttp: Courier = {
	async post(url, { headers, body, signal }) {
		const { status } = await fetch(url, { method: 'POST', headers, body, signal });

		return status;
	},
	async pause(milliseconds, signal) {
		await pause(milliseconds, undefined, { signal }).catch(() => undefined);
	},
};
