import { isHiddenFromUser } from '../errors/notFound';
import { isProblem, type Problem, type Result } from '../result/problem';
import type { HttpResponse } from '../transport/response';

/** Why a request did not succeed, with the response if there was one. */
export interface RequestProblem extends Problem {
	readonly response?: HttpResponse;
	/** Set if the server has carried it out, and only its result cannot be read. */
	readonly wasCarriedOut?: true;
	/** Set if the server would carry it out a second time. */
	readonly mayNotBeRepeated?: true;
}

/** A response that can be used, or why there is none. */
export type RequestResult = Result<HttpResponse, RequestProblem>;

/** The response of any status, or undefined if there was none. */
export const getResponse = (result: RequestResult): HttpResponse | undefined =>
	isProblem(result) ? result.response : result;

/**
 * Removes the response from a problem. Results are kept to the end of the execution, and the bodies of
 * thousands of responses would fill the memory.
 */
export function withoutResponse<Value>(result: Result<Value, RequestProblem>): Result<Value> {
	if (!isProblem(result)) return result;

	const { response, mayNotBeRepeated, wasCarriedOut, ...problem } = result;
	const facts = [response, mayNotBeRepeated, wasCarriedOut];
	if (facts.every((fact) => fact === undefined)) return result;

	return response !== undefined && isHiddenFromUser(response)
		? { ...problem, isHiddenPlace: true }
		: problem;
}

/** Whether the user may not see the place of a request, or it does not exist. */
export const isHiddenPlace = (problem: RequestProblem): boolean =>
	problem.isHiddenPlace === true || isHiddenFromUser(problem.response);

/** Whether the place of a request does not exist. A place that the user may not see can look the same. */
export const isMissingPlace = (problem: RequestProblem): boolean =>
	problem.status === 404 && isHiddenPlace(problem);
