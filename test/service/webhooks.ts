import { createHmac, randomUUID } from 'node:crypto';

import { overHttp, type Courier } from './courier';
import type { HasDifference } from './differences';
import type { ServiceState } from './state';
import { RegisteredWebhooks } from './v2/deliveries';

/** The receiver of deliveries, and the secret that signs them. */
export interface Webhook {
	readonly url: string;
	readonly secret: string;
}

/** One attempt to send a delivery. */
export interface Attempt {
	readonly delivery: string;
	readonly event: string;
	readonly body: string;
	readonly signature: string;
	/** The status of the answer, or absent if there was none. */
	readonly status?: number;
}

/** The change of one field (observed row 41). */
export interface FieldChange {
	readonly field: string;
	readonly old: unknown;
	readonly new: unknown;
}

/**
 * TIMEOUT limits the wait for an answer, PAUSE comes after each failed attempt; both in
 * milliseconds.
 */
const MAX_ATTEMPTS = 5;
const TIMEOUT = 30_000;
const PAUSE = 500;

/** Sends deliveries to webhooks as the real server does (observed rows 40 to 45). */
export class Webhooks {
	/** The webhooks of the workspace. Tests add theirs here. */
	readonly targets: Webhook[] = [];
	/** Every attempt, in order. */
	readonly attempts: Attempt[] = [];
	private readonly closing = new AbortController();
	private readonly pending = new Set<Promise<void>>();

	/** The webhooks that were created with API v2. */
	readonly registered: RegisteredWebhooks;

	constructor(
		private readonly state: ServiceState,
		hasDifference: HasDifference = () => false,
		private readonly courier: Courier = overHttp,
	) {
		this.registered = new RegisteredWebhooks(state, {
			hasDifference,
			courier,
			attempts: this.attempts,
			signal: this.closing.signal,
		});
	}

	/** The webhooks that get deliveries of version 1. */
	listTargets(): readonly Webhook[] {
		return [...this.targets, ...this.registered.listOlder()];
	}

	/** Sends one delivery for each changed field of a record to each webhook. */
	send(
		event: string,
		action: string,
		data: object,
		userId: string,
		changes: readonly FieldChange[],
	): void {
		const actor = this.state.users.find(({ id }) => id === userId);

		for (const { field, old: oldValue, new: newValue } of changes) {
			for (const target of this.listTargets()) {
				const activity = {
					field: field === '' ? null : field,
					new_value: newValue,
					old_value: oldValue,
					actor: actor && toDeliveryUser(actor),
					old_identifier: null,
					new_identifier: null,
				};
				const body = toPythonJson({
					event,
					action,
					webhook_id: randomUUID(),
					workspace_id: this.state.workspace.id,
					data,
					activity,
				});
				const work = this.deliver(target, event, body).finally(() => this.pending.delete(work));

				this.pending.add(work);
			}
		}
	}

	/** Waits until all deliveries have been sent or given up. */
	async waitUntilIdle(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
		await this.registered.waitUntilIdle();
	}

	close(): void {
		this.closing.abort();
	}

	/** Any answer counts as delivered. Without one, it is sent again with another delivery ID. */
	private async deliver({ url, secret }: Webhook, event: string, body: string): Promise<void> {
		for (let tries = 1; tries <= MAX_ATTEMPTS && !this.closing.signal.aborted; tries++) {
			const delivery = randomUUID();
			const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(TIMEOUT)]);
			const signature = createHmac('sha256', secret).update(body).digest('hex');
			const headers = {
				'User-Agent': 'Autopilot',
				'Content-Type': 'application/json',
				'X-Plane-Delivery': delivery,
				'X-Plane-Event': event,
				'X-Plane-Signature': signature,
			};

			try {
				const status = await this.courier.post(url, { headers, body, signal });

				this.attempts.push({ delivery, event, body, signature, status });

				return;
			} catch {
				this.attempts.push({ delivery, event, body, signature });
				await this.courier.pause(PAUSE, this.closing.signal);
			}
		}
	}
}

/** A user in the form that deliveries have. */
const toDeliveryUser = ({
	id,
	first_name,
	last_name,
	email,
	display_name,
}: ServiceState['users'][number]) => ({
	id,
	first_name,
	last_name,
	email,
	avatar: '',
	avatar_url: null,
	display_name,
});

/** Writes JSON as Python does: with blanks, and only ASCII characters unescaped (observed row 40). */
function toPythonJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(toPythonJson).join(', ')}]`;

	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);

		return `{${entries.map(([name, entry]) => `${toPythonJson(name)}: ${toPythonJson(entry)}`).join(', ')}}`;
	}

	return JSON.stringify(value ?? null).replace(
		/[\u007f-\uffff]/g,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
