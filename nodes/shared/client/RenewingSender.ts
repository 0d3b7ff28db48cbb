import { keyProblem } from '../errors/credentialErrors';
import { isFault, type Outcome } from '../transport/response';
import type { Send } from '../transport/send';

/** The result of renewing a token. */
export type Renewal =
	/** Sends with the new token. */
	| { readonly kind: 'renewed'; readonly send: Send }
	/** The server was busy, as this response says. */
	| { readonly kind: 'later'; readonly outcome: Outcome }
	/** The token cannot be renewed, as this outcome says. */
	| { readonly kind: 'failed'; readonly outcome: Outcome }
	/** The token cannot be renewed, and the server's own error is reported. */
	| { readonly kind: 'refused' };

/**
 * Sends with an access token, and has it renewed when the server refuses it. All requests that it refuses
 * at the same time share one renewal: a server may accept a refresh token only once, and n8n 1.x does not
 * wait for a renewal that is under way.
 */
export class RenewingSender {
	private renewal: Promise<Renewal> | undefined;
	/** Why the token could not be renewed. */
	private failure: Outcome | undefined;
	/** Whether the server has accepted the current token, so that a refusal means that it has expired. */
	private isRenewable = true;

	/**
	 * @param current sends with the token that is stored now
	 * @param renew renews the token
	 */
	constructor(
		private current: Send,
		private readonly renew: () => Promise<Renewal>,
	) {}

	readonly send: Send = async (request) => {
		const sender = this.current;
		const outcome = await this.sendWith(sender, request);
		if (!isTokenRefusal(outcome)) return outcome;

		// Otherwise the token was renewed for another request while this one was under way.
		if (sender === this.current) {
			if (this.failure !== undefined) return this.failure;
			if (!this.isRenewable) return outcome;

			const renewal = await this.renewOnce();
			if (renewal.kind === 'refused') return outcome;
			if (renewal.kind !== 'renewed') return renewal.outcome;
		}

		// The server has carried out nothing, so the request can be sent again, whatever it does.
		return await this.sendWith(this.current, request);
	};

	private readonly sendWith = async (
		send: Send,
		request: Parameters<Send>[0],
	): Promise<Outcome> => {
		const outcome = await send(request);

		if (send === this.current && !isTokenRefusal(outcome)) this.isRenewable = true;

		return outcome;
	};

	private async renewOnce(): Promise<Renewal> {
		this.renewal ??= this.startRenewal();

		return await this.renewal;
	}

	private async startRenewal(): Promise<Renewal> {
		const renewal = await this.renew();

		this.renewal = undefined;
		// A new token that is refused as well is not renewed again for each of a thousand requests.
		this.isRenewable = renewal.kind === 'later';

		if (renewal.kind === 'renewed') this.current = renewal.send;
		if (renewal.kind === 'failed') this.failure = renewal.outcome;

		return renewal;
	}
}

/** Whether the server refuses the token: some send 403 (row 18). */
const isTokenRefusal = (outcome: Outcome): boolean =>
	!isFault(outcome) && keyProblem(outcome) !== undefined;
