import type { IWebhookFunctions } from 'n8n-workflow';

import { catchProblem } from '../shared/model/catchProblem';
import { isProblem, type Result } from '../shared/result/problem';
import { endWithFullStop } from '../shared/text/fullStop';
import { isJsonObject, parseUntrustedJson } from '../shared/values/json';
import { extractSecret, hasValidSignature } from './deliveries/signature';
import { NO_VERIFICATION } from './webhookChoices';
import { webhookFields } from './webhookFields';
import { registersWebhook } from './readParameters';
import type { SharedState } from './SharedStates';

/** What is known about the sender of a request. */
export type Verdict =
	/** It is Plane, or the user has turned the verification off. */
	| 'authentic'
	/** It is not Plane, or the secret is another one. */
	| 'refused'
	/**
	 * It may be Plane, and n8n has no secret to verify it with: it has not saved the webhook yet, no longer has it, or
	 * cannot read the credential. Plane sends it again (row 521).
	 */
	| 'undecided'
	/** It may be Plane with another secret. Plane sends it again (row 521), and the secret may be known by then. */
	| 'secretChanged';

/** Verifies the signature of a request. Only an explicit "None" allows requests without one. */
export async function verifyDelivery(
	context: IWebhookFunctions,
	state: SharedState,
): Promise<Verdict> {
	if (registersWebhook(context)) return verifyRegistered(context, state);

	const verification = context.getNodeParameter(webhookFields.requestVerification.parameter);
	if (verification === NO_VERIFICATION) return 'authentic';

	return await verifyWithCredential(context, state);
}

/** Verifies a request with the secret of the credential. The log says once that signatures do not match. */
async function verifyWithCredential(
	context: IWebhookFunctions,
	state: SharedState,
): Promise<Verdict> {
	// Plane signs all that it sends.
	if (!isSigned(context)) return 'refused';

	const secret = await readSecret(context);

	if (isProblem(secret)) {
		context.logger.error(
			`The Plane Trigger could not verify a request, because its credential Plane Webhook API cannot be read: ${endWithFullStop(secret.message)} If it was from Plane, Plane sends it again after about ten minutes, but only in version 2 of the webhooks. If this happens again, choose the credential in the trigger again.`,
		);

		return 'undecided';
	}

	const { isLastSignatureWrong = false } = state.current;

	if (isSignedWith(context, secret)) {
		if (isLastSignatureWrong) state.change({ isLastSignatureWrong: false });

		return 'authentic';
	}

	if (!isLastSignatureWrong) {
		state.change({ isLastSignatureWrong: true });
		context.logger.warn(
			'The Plane Trigger refused a request with a signature that is not made with the Signing Secret of its credential. If changes in Plane do not start the workflow, put the secret key of the webhook that has the Production URL of the trigger into the credential. If they do start it, nothing has to be done.',
		);
	}

	return 'refused';
}

/** The secret of the credential; `''` if none is chosen, or a Problem if it cannot be read. */
async function readSecret(context: IWebhookFunctions): Promise<Result<string>> {
	const credential = await catchProblem(
		async () => await context.getCredentials('planeWebhookApi'),
	);
	if (!isProblem(credential)) return extractSecret(credential.signingSecret);

	return context.getNode().credentials?.planeWebhookApi === undefined ? '' : credential;
}

/**
 * Verifies a request with the secret of the webhook that the workflow has registered. Plane may send before n8n
 * has saved the secret, which it does only once the workflow is published.
 */
function verifyRegistered(context: IWebhookFunctions, state: SharedState): Verdict {
	// Plane signs all that it sends.
	if (!isSigned(context)) return 'refused';

	const { registration } = state.current;
	if (registration === undefined) return askPlaneToRetry(context);

	const { secretMayHaveChanged = false, unverifiedSince, ...known } = registration;

	if (isSignedWith(context, known.secret)) {
		if (unverifiedSince !== undefined) state.change({ registration: known });

		return 'authentic';
	}

	const senderId = readWebhookId(context);
	if (senderId === undefined) return 'refused';
	if (senderId !== known.webhookId) return askPlaneToRetry(context);
	if (secretMayHaveChanged) return 'secretChanged';

	const now = Date.now();

	if (unverifiedSince === undefined) {
		state.change({ registration: { ...known, unverifiedSince: now } });
		context.logger.warn(
			'The Plane Trigger got a request that claims to come from its webhook, with a signature that is not made with its secret. If it was from Plane, Plane sends it again after about ten minutes, and then the log says what to do. If not, nothing has to be done.',
		);
	} else if (now - unverifiedSince >= CONFIRMATION_MS) {
		// The next activation gets another secret.
		state.change({ registration: { ...known, unverifiedSince, secretMayHaveChanged: true } });
		context.logger.error(
			'Requests that claim to come from the webhook of the Plane Trigger are still not signed with the secret that n8n has saved, and none was signed with it in between. If changes in Plane no longer start the workflow, somebody has renewed the secret in Plane: unpublish the workflow and publish it again. That replaces the webhook, and what has arrived until then may be lost. In n8n 1, restarting n8n is enough, and Plane sends what has arrived since then again.',
		);
	}

	return 'secretChanged';
}

/**
 * How long requests have to be signed with another secret before that is taken for a change of the secret, in
 * milliseconds. Plane sends a delivery again after about ten minutes (row 521).
 */
const CONFIRMATION_MS = 5 * 60_000;

/** Says in the log what to do if it was not too early: then n8n was killed before it could save the secret. */
function askPlaneToRetry(context: IWebhookFunctions): Verdict {
	context.logger.warn(
		'The Plane Trigger got a request with a signature that it cannot verify, because n8n has not saved the secret of the webhook that it claims to come from. If it was from Plane, Plane sends it again after about ten minutes. If that fails, too, and changes in Plane do not start the workflow, unpublish the workflow and publish it again: that replaces the webhook, and what has arrived until then may be lost. If they do start it, nothing has to be done.',
	);

	return 'undecided';
}

const readSignature = (context: IWebhookFunctions): unknown =>
	context.getHeaderData()['x-plane-signature'];

const isSigned = (context: IWebhookFunctions): boolean => readSignature(context) !== undefined;

function isSignedWith(context: IWebhookFunctions, secret: string): boolean {
	const { rawBody } = context.getRequestObject();
	const signature = readSignature(context);

	return rawBody instanceof Uint8Array && hasValidSignature(rawBody, signature, secret);
}

/** The ID of the webhook that a request claims to come from; undefined if it claims nothing. */
function readWebhookId(context: IWebhookFunctions): string | undefined {
	const { rawBody } = context.getRequestObject();
	if (!(rawBody instanceof Uint8Array)) return undefined;

	const body = parseUntrustedJson(new TextDecoder().decode(rawBody));
	const id = isJsonObject(body) ? body.webhook_id : undefined;

	return typeof id === 'string' ? id : undefined;
}
