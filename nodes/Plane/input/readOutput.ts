import { toTextList } from '../../shared/values/asText';
import type { OutputForm } from '../../shared/model/call';
import { simplify } from '../../shared/operations/shared/paging';
import { findSimplifier, type RecordOutput } from '../../shared/operations/shared/recordOutput';
import { fieldsToReturn } from '../../shared/operations/shared/toolOutput';
import type { ParameterReader } from '../../shared/parameters/ParameterReader';

/**
 * Reads in which form the output shows records: Simplify, and in a tool Fields to Return. A tool simplifies whatever
 * it can, because each field costs tokens; what a model leaves empty is as in a new tool.
 *
 * @param output the forms that the operation has
 */
export function readOutput(reader: ParameterReader, output: RecordOutput | undefined): OutputForm {
	const isOffered = output?.kind === 'simplified';
	if (!reader.isTool) return { simplify: isOffered && reader.value(simplify) === true };

	const canSimplify = findSimplifier(output) !== undefined;
	const isTurnedOff = isOffered && reader.value(simplify) === false;
	const names = toTextList(reader.value(fieldsToReturn));

	return {
		simplify: canSimplify && !isTurnedOff,
		...(names.length > 0 && { selectedFields: names }),
	};
}
