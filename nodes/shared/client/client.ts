import { isFault, succeeded, type Answer, type Fault } from '../transport/response';
import type { Call } from '../model/call';
import { explainAnswer, explainFault, withDoubt } from '../errors';
import type { Problem } from '../result/problem';
import type { HttpRequest } from '../transport/request';
import { mayHaveArrived } from '../scheduler/retryPolicy';
import type { Send } from '../transport/send';

/** Sends a request; an answer outside 2xx and no answer are Problems. */
export async function ask(send: Send, request: HttpRequest, call: Call): Promise<Answer | Problem> {
	return judge(await send(request), request, call);
}

/** The answer to a call, or what is wrong with it. */
export function judge(outcome: Answer | Fault, { url }: HttpRequest, call: Call): Answer | Problem {
	if (isFault(outcome) && outcome.unsent !== undefined) return outcome.unsent;
	if (!isFault(outcome) && succeeded(outcome)) return outcome;

	const problem = isFault(outcome) ? explainFault(outcome, url) : explainAnswer(outcome, call);
	const told = withTries(problem, outcome.tries);
	// A server, or the proxy before it, can fail after it has carried out what it was asked.
	const isDoubtful = mayHaveArrived(outcome) && (isFault(outcome) || outcome.status >= 500);
	return isDoubtful ? withDoubt(told, call) : told;
}

const withTries = (problem: Problem, tries = 1): Problem =>
	tries === 1
		? problem
		: { ...problem, description: `${problem.description} It was sent ${String(tries)} times.` };
