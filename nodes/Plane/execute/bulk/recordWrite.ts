import type { JsonObject } from 'n8n-workflow';

import type { RequestResult } from '../../../shared/client/requestResult';
import type { Call } from '../../../shared/model/call';
import type { BulkWrites } from '../../../shared/operations/operation';

/** A call whose record API v2 may write together with others. */
export type BulkCall = Call<'create' | 'update' | 'action'>;

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

/** The name that API v1 has for a field of API v2. */
export const toV1Name = ({ fields }: BulkWrites, field: string): string =>
	Object.entries(fields).find(([, name]) => name === field)?.[0] ?? field;

/** The body of a write as API v2 takes it, or undefined if it cannot be sent there. */
export function toBulkBody({ call, body }: Pick<RecordWrite, 'call' | 'body'>) {
	const { operation } = call;
	if (operation.bulk === undefined) return undefined;

	return toV2Body(body, operation.bulk, operation.body?.pathParamsInBody);
}
