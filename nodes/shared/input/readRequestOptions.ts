import type { IExecuteFunctions } from 'n8n-workflow';

import type { Field } from '../fields/kinds';
import {
	concurrentRequests,
	DEFAULTS,
	maxWait,
	requestOptions,
	requestsPerMinute,
	retries,
	timeout,
} from '../operations/shared/requestOptions';
import type { Result } from '../result/problem';
import type { Settings } from '../scheduler/settings';
import { ParameterReader } from './ParameterReader';

/** Reads how an execution sends; it is the same for all items, so the first one's options count. */
export function readRequestOptions(context: IExecuteFunctions): Result<Settings> {
	const reader = new ParameterReader(context, 0);
	const added = reader.added('requestOptions', requestOptions);
	const valueOf = ({ wire }: Field, otherwise: number) => Number(added[wire] ?? otherwise);
	return reader.resultOf({
		concurrency: valueOf(concurrentRequests, DEFAULTS.concurrentRequests),
		maxWait: valueOf(maxWait, DEFAULTS.maxWait) * 1000,
		...(requestsPerMinute.wire in added
			? { requestsPerMinute: Number(added[requestsPerMinute.wire]) }
			: {}),
		retries: valueOf(retries, DEFAULTS.retries),
		timeout: valueOf(timeout, DEFAULTS.timeout) * 1000,
	});
}
