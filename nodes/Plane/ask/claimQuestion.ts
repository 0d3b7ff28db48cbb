import { shortHash } from '../../shared/text/shortHash';
import type { Answer } from './Answer';

/** The answer that a question has. */
interface Claim {
	/** Texts can be long. */
	readonly answerHash: string;
	/** When the answer was last accepted, in milliseconds of `performance.now()`. */
	readonly acceptedAt: number;
}

/** How long no other request is accepted, in milliseconds. If n8n could not continue by then, the answer can be repeated. */
const CLAIM_MS = 60_000;

/** How many questions are remembered. By the time that there are so many later ones, n8n has continued. */
const MAX_CLAIMS = 10_000;

/**
 * The answers to questions, by the ID of the question, the oldest first. Until n8n has continued the execution, it gives
 * each request the question as if it was still open. That takes long if the executions that run are as many as n8n allows.
 */
const claims = new Map<string, Claim>();

/**
 * Claims a question for an answer. After a while, the same answer can claim it again. Another one never can, because n8n may
 * still continue with the first one.
 *
 * @returns what ends this claim, or undefined if the question has an answer
 */
export function claimQuestion(id: string, answer: Answer): (() => void) | undefined {
	const now = performance.now();
	const answerHash = shortHash([answer.kind === 'text' ? answer.text : answer.approved]);
	const earlier = claims.get(id);

	if (earlier !== undefined) {
		const isRepeated = earlier.answerHash === answerHash && now - earlier.acceptedAt >= CLAIM_MS;
		if (!isRepeated) return undefined;
	}

	claims.set(id, { answerHash, acceptedAt: now });
	forgetOldest();

	return () => {
		if (earlier === undefined) claims.delete(id);
		else claims.set(id, earlier);
	};
}

function forgetOldest(): void {
	const [oldest] = claims.keys();

	if (claims.size > MAX_CLAIMS && oldest !== undefined) claims.delete(oldest);
}
