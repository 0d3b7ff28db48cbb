import type { JsonObject } from 'n8n-workflow';

import type { V2Request } from '../../../shared/client/ApiV2';
import type { RequestResult } from '../../../shared/client/requestResult';
import type { Call, RecordUpdate } from '../../../shared/model/call';
import { listRules } from '../../../shared/operations/bodyRules';
import type { BulkWrites } from '../../../shared/operations/operation';

/** A call whose record API v2 may write together with others. */
export type BulkCall = Call<'create' | 'action'> | RecordUpdate;

/** What a write does to its record. */
export type WriteAction = 'create' | 'update' | 'delete';

/** A write of one record. */
export interface RecordWrite {
	readonly call: BulkCall;
	readonly action: WriteAction;
	/** The ID of the record, unless it is new. */
	readonly id?: string;
	/** As API v1 takes it; empty for a record that is deleted. */
	readonly body: JsonObject;
	/** Sends the write by itself, to API v1. */
	readonly sendAlone: () => Promise<RequestResult>;
}

/** The request for several writes. Rows that cannot be written do not keep the others from being written (row 511). */
export function buildBulkRequest(
	{ path }: BulkWrites,
	action: WriteAction,
	rows: readonly JsonObject[],
): V2Request {
	const content: JsonObject =
		action === 'delete' ? { ids: rows.map(({ id }) => id ?? null) } : { items: [...rows] };

	return {
		method: 'POST',
		path: `${path}bulk-${action}/`,
		effect: action === 'create' ? 'create' : 'change',
		body: { ...content, all_or_none: false },
	};
}

/**
 * Converts a body to the names of API v2.
 *
 * @param repeatedParams the placeholders of the path that API v1 wants repeated in the body
 * @returns undefined if API v2 lacks one of the fields
 */
export function toV2Body(
	body: JsonObject,
	{ fields }: BulkWrites,
	repeatedParams: readonly string[] = [],
): JsonObject | undefined {
	const converted: JsonObject = {};

	for (const [name, value] of Object.entries(body)) {
		if (repeatedParams.includes(name)) continue;

		const field = fields[name];
		if (field === undefined) return undefined;

		converted[field] = value;
	}

	return converted;
}

/** The body of a write as API v2 takes it, or undefined if it cannot be sent there. */
export function toBulkBody({ call, body }: Pick<RecordWrite, 'call' | 'body'>) {
	const { operation } = call;
	if (operation.bulk === undefined) return undefined;

	const repeated = listRules(operation.body ?? {}, 'repeatsPath').map(
		({ placeholder }) => placeholder,
	);

	return toV2Body(body, operation.bulk, repeated);
}
