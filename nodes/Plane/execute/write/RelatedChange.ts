import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/values/json';
import { asText } from '../../../shared/values/asText';
import type { RecordUpdate, WriteCall } from '../../../shared/model/call';
import { placeWithin } from '../../../shared/model/place';
import type { RelatedRecord } from '../../../shared/operations/operation';
import { isProblem, type Problem } from '../../../shared/result/problem';
import type { Services } from '../services';
import { buildChangedBody, hasOpenRange } from './changedBody';
import { listSentValues } from './compareRecord';
import type { FollowUp } from './FollowUp';
import type { RecordChanges } from './RecordChanges';
import { idNotReturned, savedWithout } from './savedWithout';
import { requireComplete, type Saved, savedRecords, type WriteResult } from './WriteResult';

/** A write, and the values of another record that belongs to the one that it writes. */
interface WriteWithRelated {
	/** Without these values. */
	readonly own: WriteCall;
	readonly declaration: RelatedRecord;
	readonly values: JsonObject;
}

/**
 * Changes another record that belongs to the written one, by a request of its own: if the write is refused, that
 * record stays as it is.
 */
export class RelatedChange implements FollowUp {
	constructor(
		private readonly write: WriteWithRelated,
		private readonly changes: RecordChanges,
		private readonly services: Pick<Services, 'client'>,
	) {}

	/** Whether the write saves its own record, and not only the one that belongs to it. */
	private get savesOwn(): boolean {
		const { own } = this.write;

		return own.kind === 'create' || !isObjectEmpty(own.body);
	}

	/**
	 * Why a day does not fit the other end of its period, which the related record has already. Otherwise an update
	 * that also writes its own record, such as one that accepts it, would be carried out by half.
	 *
	 * @returns undefined if it fits, or the record cannot be read: the write shows why
	 */
	async refuse(): Promise<Problem | undefined> {
		const { own, declaration, values } = this.write;
		const { operation, recordField } = declaration;
		const isUpdate = own.kind === 'update' && this.savesOwn;
		if (!isUpdate || !hasOpenRange(operation.body, values)) return undefined;

		const response = await this.services.client.read(own, own.operation.request.path);
		if (isProblem(response) || !isJsonObject(response.json)) return undefined;

		const current = response.json[recordField];
		const changes = isJsonObject(current) ? buildChangedBody(current, operation.body, values) : {};

		return isProblem(changes) ? changes : undefined;
	}

	async run(saved: readonly Saved[]): Promise<WriteResult> {
		const { own, declaration, values } = this.write;
		const { operation, idPlaceholder, idField, recordField } = declaration;
		const [first, ...others] = saved;
		const id = asText(first?.record[idField]) ?? own.path[idPlaceholder];
		if (id === undefined) return this.notSaved(saved, id, idNotReturned('record'));

		const shown = first?.record[recordField];
		const current: JsonObject = isJsonObject(shown) ? shown : {};
		const change: RecordUpdate = {
			kind: 'update',
			itemIndex: own.itemIndex,
			operation,
			...placeWithin(own, { [idPlaceholder]: id }),
			displayNames: own.displayNames ?? {},
			body: values,
		};
		const result = await this.changes.updateKnown(change, current);
		const changed = isProblem(result) ? result : requireComplete(result);
		if (isProblem(changed)) return this.notSaved(saved, id, changed);

		const related = { ...current, ...pickSaved(values, changed[0]?.record) };
		const record = { ...first?.record, [recordField]: related };

		return savedRecords([{ record, outcome: first?.outcome ?? 'updated' }, ...others]);
	}

	/** @param id the ID of the related record, if it is known */
	private notSaved(saved: readonly Saved[], id: string | undefined, reason: Problem): WriteResult {
		const { own, declaration, values } = this.write;
		const sent = listSentValues(declaration.operation.body, values);
		const { forbiddenHint } = declaration;
		const failure: Problem =
			reason.status === 403 ? { ...reason, description: forbiddenHint } : reason;
		if (!this.savesOwn) return failure;

		const missing = sent.map(({ field }) => field);

		return savedRecords(saved, savedWithout(own, { id, missing, failure }));
	}
}

/** The values that were sent, as the server has saved them. */
function pickSaved(sent: JsonObject, saved: JsonObject = {}): JsonObject {
	const values: JsonObject = {};

	for (const [name, value] of Object.entries(sent)) {
		const stored = saved[name];

		// A value that was cleared is null.
		values[name] = stored === undefined ? value : stored;
	}

	return values;
}
