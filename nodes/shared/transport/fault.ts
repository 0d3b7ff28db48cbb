import { isRecord } from '../fields/describe';
import type { Fault } from './response';
import { sentence, unstopped } from '../errors/plainText';
import { problem } from '../result/problem';

/** As many errors are looked at that are wrapped in each other. */
const DEEPEST = 10;

/** An error and those that it wraps, the outermost first. */
function chainOf(error: unknown): Record<string, unknown>[] {
	const chain: Record<string, unknown>[] = [];
	for (let each = error; isRecord(each) && chain.length < DEEPEST; each = each.cause) {
		chain.push(each);
	}
	return chain;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first code in a chain of wrapped errors, e.g. `ECONNRESET`; `''` where there is none. */
export const faultCode = (error: unknown): string =>
	chainOf(error)
		.map(({ code }) => textOf(code))
		.find((code) => code !== '') ?? '';

/** What n8n's request helper throws in the place of an answer. */
export function faultOf(error: unknown): Fault {
	// n8n's protection against requests to addresses inside its own network.
	const blocked = chainOf(error).find(({ name }) => textOf(name).startsWith('Ssrf'));
	if (blocked === undefined) return { fault: faultCode(error) };
	return {
		fault: '',
		unsent: problem({
			message: `n8n did not send the request: ${unstopped(textOf(blocked.message))}`,
			description: `Nothing was sent. ${sentence(textOf(blocked.description))}`,
			cause: {},
		}),
	};
}
