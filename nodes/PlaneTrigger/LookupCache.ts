import type { JsonValue } from 'n8n-workflow';

import { isProblem, type Result } from '../shared/result/problem';

/** What n8n saves: answers of Plane, each with the time when it came, in UNIX milliseconds. */
export interface SavedAnswers {
	/** The server, the key and the workspace that they are of. */
	readonly place: string;
	readonly answers: Readonly<Record<string, readonly [at: number, answer: JsonValue]>>;
}

/** Milliseconds for which an answer holds: a state that is renamed is known by its new name after that. */
const LIFETIME = 10 * 60_000;

/** Answers that are kept; n8n saves them with each delivery that starts a workflow. */
const KEPT = 200;

/** Answers of Plane that are used again for ten minutes, so that many deliveries cost few requests. */
export class LookupCache {
	private readonly answers: Map<string, readonly [at: number, answer: JsonValue]>;
	/** Whether there are answers that n8n has not saved yet. */
	hasNew = false;

	/**
	 * @param place the server, the key and the workspace
	 * @param saved what n8n saved of earlier deliveries, also of another place
	 */
	constructor(
		private readonly place: string,
		saved: SavedAnswers | undefined,
	) {
		this.answers = new Map(saved?.place === place ? Object.entries(saved.answers) : []);
	}

	/** The answers for n8n to save: those that came last. */
	get saved(): SavedAnswers {
		return { place: this.place, answers: Object.fromEntries([...this.answers].slice(-KEPT)) };
	}

	/**
	 * The answer to a question, asked if there is none that still holds. If that fails, an older answer
	 * is better than none.
	 */
	async answer(
		question: string,
		ask: () => Promise<Result<JsonValue>>,
	): Promise<Result<JsonValue>> {
		const known = this.answers.get(question);
		if (known !== undefined && Date.now() - known[0] < LIFETIME) return known[1];

		const answer = await ask();
		if (isProblem(answer)) return known === undefined ? answer : known[1];

		this.answers.delete(question);
		this.answers.set(question, [Date.now(), answer]);
		this.hasNew = true;

		return answer;
	}
}
