import type { IExecuteFunctions } from 'n8n-workflow';

import {
	concurrentRequests,
	maxWait,
	requestsPerMinute,
	retries,
	scheduleOptions,
	timeout,
} from '../operations/shared/requestOptions';
import type { Problem } from '../result/problem';
import { Reader } from '../input/ParameterReader';

/** How the requests of an execution are sent. */
export interface Settings {
	/** Requests that are under way at the same time. */
	readonly atOnce: number;
	/** Milliseconds in which nothing gets through, after which the rest fails. */
	readonly maxWait: number;
	/** Undefined: as many as the server allows. */
	readonly requestsPerMinute?: number;
	/** How often a request is sent again after a fault. */
	readonly retries: number;
	/** Milliseconds without a byte from the server after which a request counts as failed. */
	readonly timeout: number;
}

/** Reads the settings of an execution; they are the same for all items, so the first one's count. */
export function readSettings(context: IExecuteFunctions): Settings | readonly Problem[] {
	const reader = new Reader(context, 0);
	const added = reader.added('options', scheduleOptions);
	if (reader.problems.length > 0) return reader.problems;

	const valueOf = ({ wire, kind }: (typeof scheduleOptions)[number]) =>
		Number(added[wire] ?? kind.look.default);
	return {
		atOnce: valueOf(concurrentRequests),
		maxWait: valueOf(maxWait) * 1000,
		...(requestsPerMinute.wire in added ? { requestsPerMinute: valueOf(requestsPerMinute) } : {}),
		retries: valueOf(retries),
		timeout: valueOf(timeout) * 1000,
	};
}
