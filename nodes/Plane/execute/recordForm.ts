import type { JsonObject } from 'n8n-workflow';

import type { RecordList } from '../../shared/fields/field';
import type { Call } from '../../shared/model/call';
import { listRules } from '../../shared/operations/bodyRules';
import { PROJECT } from '../../shared/operations/shared/projectScope';
import { findReference, findSimplifier } from '../../shared/operations/shared/recordOutput';
import type { RecordReference, Simplifier } from '../../shared/operations/shared/simplifiers';
import { asText } from '../../shared/values/asText';

/** A call that writes records which the output shows. */
export type WrittenCall = Call<'create' | 'upsert' | 'update'>;

/** A call whose output has records. */
export type PresentedCall = Call<'list' | 'get'> | WrittenCall;

/** What is added to the records of a call before the output shows them. */
interface Completion {
	/** What the call says of its record, and no response shows. */
	readonly knownValues?: JsonObject | undefined;
	/** The lists with the records whose IDs are in fields of a record, by the paths of the fields. */
	readonly relatedLists?: Readonly<Record<string, RecordList>> | undefined;
	/** The ID of the project whose record is needed, or undefined if none is. Absent: none is. */
	readonly readProjectId?: ((record: JsonObject) => string | undefined) | undefined;
}

/** Records are shown with their most useful fields only. */
export interface SimplifiedForm extends Completion {
	readonly kind: 'simplified';
	readonly simplifier: Simplifier;
	/** Its details, if the output shows them: lists leave them out. */
	readonly details?: Simplifier['details'] | undefined;
	/** Whether the other fields of the record come after these: the user has selected some of both. */
	readonly keepsOtherFields: boolean;
}

/** Records are shown as the server returns them. */
export interface RawForm extends Completion {
	readonly kind: 'raw';
	/** The fields by which people refer to a record, which servers leave out. */
	readonly reference?: RecordReference | undefined;
	/** Fields that get their IDs back, because they were expanded for filters only. */
	readonly collapsedFields?: readonly string[] | undefined;
}

/** Decides in which form the output shows the records of a call. */
export function chooseForm(call: PresentedCall): SimplifiedForm | RawForm {
	switch (call.kind) {
		case 'list':
			return chooseFormOfList(call);
		case 'get':
			return chooseFormOfGet(call);
		default:
			return chooseFormOfWrite(call);
	}
}

function chooseFormOfList(call: Call<'list'>): SimplifiedForm | RawForm {
	const { simplify, expandedForFilters } = call.query;
	const simplifier = findSimplifier(call.operation.output);
	const reference = findReference(call.operation.output);
	if (simplify === true && simplifier !== undefined) {
		return simplifyRead(call, simplifier, { hasDetails: call.selectedFields !== undefined });
	}

	return { ...showRawRead(call, reference), collapsedFields: expandedForFilters };
}

function chooseFormOfGet(call: Call<'get'>): SimplifiedForm | RawForm {
	const { output } = call.operation;
	const simplifier = findSimplifier(output);

	return call.simplify === true && simplifier !== undefined
		? simplifyRead(call, simplifier, { hasDetails: true })
		: showRawRead(call, findReference(output));
}

const simplifyRead = (
	{ path, selectedFields }: Call<'list' | 'get'>,
	simplifier: Simplifier,
	{ hasDetails }: { readonly hasDetails: boolean },
): SimplifiedForm => ({
	kind: 'simplified',
	simplifier,
	details: hasDetails ? simplifier.details : undefined,
	// Servers do not expand every related record.
	relatedLists: hasDetails ? simplifier.relatedLists : undefined,
	readProjectId: simplifier.needsProject === true ? () => path[PROJECT] : undefined,
	keepsOtherFields: selectedFields !== undefined,
});

const showRawRead = (
	{ path }: Call<'list' | 'get'>,
	reference: RecordReference | undefined,
): RawForm => ({
	kind: 'raw',
	reference,
	readProjectId: (record) => (reference?.needsProject(record) === true ? path[PROJECT] : undefined),
});

/** The response to a write has only IDs, and never the record of the project. */
function chooseFormOfWrite(call: WrittenCall): SimplifiedForm | RawForm {
	const { operation, path } = call;
	const { output } = operation;
	const simplifier = findSimplifier(output);
	// A work item may be related to work items of other projects.
	const readProjectId = (record: JsonObject) => asText(record.project_id) ?? path[PROJECT];

	if (call.simplify === true && simplifier !== undefined) {
		const { ids, lists } = readMemberships(call);

		return {
			kind: 'simplified',
			simplifier,
			details: simplifier.details,
			knownValues: { ...pickShownAsSent(call), ...ids },
			relatedLists: { ...lists, ...simplifier.relatedLists },
			// Records that only tools show simplified have no key, which is made of the project's.
			readProjectId: output?.kind === 'simplified' ? readProjectId : undefined,
			keepsOtherFields: call.selectedFields !== undefined,
		};
	}

	return {
		kind: 'raw',
		reference: findReference(output),
		knownValues: pickShownAsSent(call),
		relatedLists: simplifier?.expandedInRaw,
		readProjectId,
	};
}

/** Copies the values that the output shows as they were sent. */
function pickShownAsSent({ operation, body }: WrittenCall): JsonObject {
	const sent: JsonObject = {};

	for (const { field } of listRules(operation.body, 'shownAsSent')) {
		const value = body[field];
		if (value !== undefined) sent[field] = value;
	}

	return sent;
}

/** The IDs of what a record was added to, such as its cycle, which no response shows, and the lists with these. */
function readMemberships({ operation, targets }: WrittenCall) {
	const ids: JsonObject = {};
	const lists: Record<string, RecordList> = {};

	for (const { field } of operation.body.memberships ?? []) {
		const { wire, kind, source } = field;
		const targetIds = targets[wire];
		if (targetIds === undefined || source === undefined) continue;

		ids[wire] = kind.isList === true ? [...targetIds] : (targetIds[0] ?? null);
		lists[wire] = source;
	}

	return { ids, lists };
}
