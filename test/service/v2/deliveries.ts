import { createHmac, randomUUID } from 'node:crypto';
import type { Courier } from '../courier';
import type { HasDifference } from '../differences';
import type { RegisteredWebhook, ServiceState } from '../state';
import type { Attempt, Webhook } from '../webhooks';

/** What a delivery says about a record: the first part of its event, and its data (rows 101, 102 and 521). */
export interface DeliveredRecord {
	/** Such as `workitem.comment`. */
	readonly entity: string;
	readonly entityId: string;
	readonly entityType: string;
	readonly data: Readonly<Record<string, unknown>>;
}

type Action = 'created' | 'updated' | 'archived' | 'deleted';

interface Settings {
	readonly hasDifference: HasDifference;
	readonly courier: Courier;
	/** Receives every attempt, in order. */
	readonly attempts: Attempt[];
	/** Stops all deliveries. */
	readonly signal: AbortSignal;
}

/**
 * A server waits about 10 minutes before the next attempt, and longer each time. TIMEOUT limits the wait for an
 * answer, PAUSE comes after each failed attempt; both in milliseconds.
 */
const MAX_ATTEMPTS = 5;
const TIMEOUT = 30_000;
const PAUSE = 100;

/** Returns the old values of the members that changed. */
function findOldValues(
	before: Readonly<Record<string, unknown>>,
	after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	const changed = Object.keys(after).filter(
		(name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
	);

	return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

/** Writes null as the text `None`, as Plane's example does (row 100). */
const writeNone = (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(record).map(([name, value]) => [name, value === null ? 'None' : value]),
	);

/** Returns the constant that Plane's example has for an event (row 103). */
const toConstant = (event: string): string =>
	`WebhookScope.ScopeChoices.${event.replace('workitem', 'work_item').replaceAll('.', '_').toUpperCase()}`;

/** Sends deliveries of version 2 to the webhooks that were created with API v2 (row 521). */
export class RegisteredWebhooks {
	private readonly pending = new Set<Promise<void>>();

	constructor(
		private readonly state: ServiceState,
		private readonly settings: Settings,
	) {}

	/** The webhooks that get deliveries in the form of version 1, because they did not ask for the other. */
	listOlder(): Webhook[] {
		return this.state.webhooks
			.filter(({ is_active: isActive, version }) => isActive && version !== 'v2')
			.map(({ url, secret_key: secret }) => ({ url, secret }));
	}

	/** Sends a delivery to each webhook that is active and has the event among its scopes. */
	send(action: Action, record: DeliveredRecord, before?: DeliveredRecord): void {
		const event = `${record.entity}.${action}`;
		const targets = this.state.webhooks.filter(
			({ is_active: isActive, version, scopes }) =>
				isActive && version === 'v2' && scopes.includes(event),
		);

		for (const target of targets) {
			const content = this.describe(event, action, record, before);
			const work = this.deliver(target, event, content).finally(() => this.pending.delete(work));

			this.pending.add(work);
		}
	}

	/** Waits until all deliveries have been sent or given up. */
	async waitUntilIdle(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
	}

	/** Returns what all attempts of a delivery have in common. */
	private describe(
		event: string,
		action: Action,
		record: DeliveredRecord,
		before: DeliveredRecord | undefined,
	): object {
		const isDeletion = action === 'deleted';
		const oldValues = action === 'updated' && before ? findOldValues(before.data, record.data) : {};
		const data = isDeletion ? {} : record.data;
		const previous = isDeletion ? record.data : oldValues;
		const isLikeExample = this.settings.hasDifference('sendsNoneTexts');

		return {
			event_id: randomUUID(),
			entity_id: record.entityId,
			entity_type: record.entityType,
			event: isLikeExample ? toConstant(event) : event,
			data: isLikeExample ? writeNone(data) : data,
			previous_attributes: isLikeExample ? writeNone(previous) : previous,
		};
	}

	/**
	 * Any 2xx ends a delivery well, and any other status below 500 ends it. After the last attempt, the webhook is
	 * turned off.
	 */
	private async deliver(target: RegisteredWebhook, event: string, content: object): Promise<void> {
		const { signal } = this.settings;

		for (let tries = 1; tries <= MAX_ATTEMPTS && !signal.aborted; tries++) {
			const status = await this.attempt(target, event, content);
			if (status !== undefined && status < 500) return;

			await this.settings.courier.pause(PAUSE, signal);
		}

		target.is_active = false;
	}

	/** Sends a delivery once. Returns the status, or undefined if there was no answer. */
	private async attempt(
		{ id, url, workspace, secret_key: secret }: RegisteredWebhook,
		event: string,
		content: object,
	): Promise<number | undefined> {
		const delivery = randomUUID();
		const body = JSON.stringify({
			version: 'v2',
			delivery_id: delivery,
			webhook_id: id,
			workspace_id: workspace,
			...content,
		});
		const signature = createHmac('sha256', secret).update(body).digest('hex');
		const headers = {
			'User-Agent': 'Autopilot',
			'Content-Type': 'application/json',
			'X-Plane-Delivery': delivery,
			'X-Plane-Event': event,
			'X-Plane-Signature': signature,
		};
		const signal = AbortSignal.any([this.settings.signal, AbortSignal.timeout(TIMEOUT)]);

		try {
			const status = await this.settings.courier.post(url, { headers, body, signal });

			this.settings.attempts.push({ delivery, event, body, signature, status });

			return status;
		} catch {
			this.settings.attempts.push({ delivery, event, body, signature });

			return undefined;
		}
	}
}
