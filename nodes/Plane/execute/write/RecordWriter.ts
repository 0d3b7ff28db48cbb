import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../../../shared/values/json';
import type { Field } from '../../../shared/fields/kinds';
import type { Call, TypedValue, WriteCall } from '../../../shared/model/call';
import { hasRule } from '../../../shared/operations/bodyRules';
import type { RelatedRecord } from '../../../shared/operations/operation';
import { getValuesOwner } from '../../../shared/model/valuesBody';
import { isProblem, type Result } from '../../../shared/result/problem';
import { Semaphore } from '../../../shared/scheduler/Semaphore';
import type { Services } from '../services';
import { listBodyFields } from './compareRecord';
import { CustomValueWrites } from './CustomValueWrites';
import type { FollowUp } from './FollowUp';
import { RecordChanges } from './RecordChanges';
import { type CheckedRecord, RecordCreates } from './RecordCreates';
import { RelatedChange } from './RelatedChange';
import { TurnOffElsewhere } from './TurnOffElsewhere';
import type { WriteResult } from './WriteResult';

/** Carries out writes: saves the record of each, and then what takes requests of its own. */
export class RecordWriter {
	private readonly changes: RecordChanges;
	private readonly creates: RecordCreates;
	/** For values that only one record can have. */
	private readonly exclusiveWrites = new Semaphore(1);

	/** @param calls all calls of the run */
	constructor(
		private readonly services: Services,
		calls: readonly Call[],
	) {
		this.changes = new RecordChanges(services);
		this.creates = new RecordCreates(services, this.changes, calls);
	}

	/** Finds out what an import would do. @param earlier the record as the items before would leave it */
	async check(
		call: Call<'create'>,
		earlier: JsonObject | undefined,
	): Promise<Result<CheckedRecord>> {
		return await this.creates.check(call, earlier);
	}

	/** Finds the record of an item by itself, also if it is archived. @returns undefined if there is none */
	async findUnlisted(call: Call<'create'>): Promise<Result<JsonObject | undefined>> {
		return await this.creates.findUnlisted(call);
	}

	async write(call: WriteCall): Promise<WriteResult> {
		const { own, related, customValues, exclusiveField } = splitWrite(call);
		const { changes, services } = this;
		/** In the order in which they are carried out. */
		const followUps: FollowUp[] = [];

		if (related !== undefined) {
			followUps.push(new RelatedChange({ own, ...related }, changes, services));
		}

		if (customValues.length > 0) {
			followUps.push(new CustomValueWrites(call, customValues, services));
		}
		if (exclusiveField === undefined) return await this.saveAndFollowUp(own, followUps);

		followUps.push(new TurnOffElsewhere(call, exclusiveField, services));

		// One at a time: two concurrent writes would turn the value off in each other's record.
		return await this.exclusiveWrites.run(async () => await this.saveAndFollowUp(own, followUps));
	}

	/** A follow-up that fails ends the others. */
	private async saveAndFollowUp(
		call: WriteCall,
		followUps: readonly FollowUp[],
	): Promise<WriteResult> {
		for (const followUp of followUps) {
			const refusal = await followUp.refuse?.();
			if (refusal !== undefined) return refusal;
		}

		let result =
			call.kind === 'update' ? await this.changes.update(call) : await this.creates.write(call);

		for (const followUp of followUps) {
			if (isProblem(result)) break;

			if (result.failures.length === 0) {
				result = await followUp.run(result.records);
			} else if (followUp.explainSkipped !== undefined) {
				result = { ...result, failures: result.failures.map(followUp.explainSkipped) };
			}
		}

		return result;
	}
}

/** The parts of a write. */
interface WriteParts {
	/** The write without the values of the related record. */
	readonly own: WriteCall;
	/** The values of another record that belongs to this one. */
	readonly related?: { readonly declaration: RelatedRecord; readonly values: JsonObject };
	/** The values of custom properties, if they have requests of their own. */
	readonly customValues: readonly TypedValue[];
	/** The field that is turned on, and that only one record of the list can have turned on. */
	readonly exclusiveField: Field | undefined;
}

function splitWrite(call: WriteCall): WriteParts {
	const { body, operation } = call;
	const { relatedRecord } = operation.body;
	const customValues = getValuesOwner(call) === undefined ? (call.customValues ?? []) : [];
	let exclusiveField: Field | undefined;

	for (const field of listBodyFields(operation.body)) {
		const isExclusive = hasRule(operation.body, 'onlyOneOn', field.wire);
		if (isExclusive && body[field.wire] === true) exclusiveField = field;
	}

	if (relatedRecord === undefined) return { own: call, customValues, exclusiveField };

	const { [relatedRecord.prefix]: related, ...ownBody } = body;

	return {
		own: { ...call, body: ownBody },
		...(isJsonObject(related) && { related: { declaration: relatedRecord, values: related } }),
		customValues,
		exclusiveField,
	};
}
