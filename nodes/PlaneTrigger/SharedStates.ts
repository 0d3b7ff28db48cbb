import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { WebhookState, WebhookStaticData } from './staticData';

/** A state takes some tens of kilobytes. */
const MAX_STATES = 200;

const EMPTY: WebhookState = { changedAt: 0 };

/** The state of one trigger. Everything that n8n does with the trigger at the same time has the same object. */
export class SharedState {
	private state = EMPTY;

	/** What the trigger remembers now. It may be something else after each `await`. */
	get current(): WebhookState {
		return this.state;
	}

	/** Replaces some of what the trigger remembers. */
	change(changes: Omit<WebhookState, 'changedAt'>): void {
		const changedAt = Math.max(Date.now(), this.state.changedAt + 1);

		this.state = { ...this.state, ...changes, changedAt };
	}

	/** Takes over what n8n has loaded, if it is newer: after a restart, or if another process has saved it. */
	load({ state = EMPTY }: WebhookStaticData): void {
		if (state.changedAt > this.state.changedAt) this.state = state;
	}

	/** Has n8n save the state, unless that is what it has loaded. */
	save(staticData: WebhookStaticData): void {
		const { state = EMPTY } = staticData;

		if (state.changedAt !== this.state.changedAt) staticData.state = this.state;
	}
}

/**
 * The states of the triggers of all workflows.
 *
 * For each delivery, n8n loads the static data of the workflow, and saves them as a whole afterwards. So does
 * whatever else has changed some of them: publishing, a poll, an execution that may have taken hours. What
 * others have saved in the meantime is then lost in the database, but not here.
 */
export class SharedStates {
	/** The one that was used last is at the end. */
	private readonly states = new Map<string, SharedState>();

	/** Turns a function that needs the state of the trigger into one that n8n can call. */
	share<Context extends IHookFunctions | IWebhookFunctions, Output>(
		work: (context: Context, state: SharedState) => Promise<Output>,
	): (this: Context) => Promise<Output> {
		const find = (context: Context) => this.find(context);

		return async function () {
			const staticData: WebhookStaticData = this.getWorkflowStaticData('node');
			const state = find(this);

			state.load(staticData);

			try {
				return await work(this, state);
			} finally {
				state.save(staticData);
			}
		};
	}

	private find(context: IHookFunctions | IWebhookFunctions): SharedState {
		// While the editor listens for a test event, n8n keeps the static data itself, and only until it stops.
		if (context.getMode() === 'manual') return new SharedState();

		// The mode does not tell when a test ends, but the URL is another one.
		const key = JSON.stringify([context.getWorkflow().id, context.getNodeWebhookUrl('default')]);
		const state = this.states.get(key) ?? new SharedState();

		this.states.delete(key);
		this.states.set(key, state);

		const [oldest] = this.states.keys();
		if (oldest !== undefined && this.states.size > MAX_STATES) this.states.delete(oldest);

		return state;
	}
}
