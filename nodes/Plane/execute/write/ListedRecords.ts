import type { JsonObject } from 'n8n-workflow';

import type { HttpResponse } from '../../../shared/transport/response';

/** A list as it was read at some time of an execution. */
export interface ListedRecords {
	readonly records: readonly JsonObject[];
	readonly lastResponse: HttpResponse | undefined;
}
