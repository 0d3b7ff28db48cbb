import { toTextList } from '../../shared/values/asText';
import type { OutputForm } from '../../shared/model/call';
import { simplify } from '../../shared/operations/shared/paging';
import { findSimplifier, type RecordOutput } from '../../shared/operations/shared/recordOutput';
import { fieldsToReturn } from '../../shared/operations/shared/fieldsToReturn';
import type { ParameterReader } from '../../shared/parameters/ParameterReader';

/**
 * Reads in which form the output shows records: Simplify and Fields to Return. A tool simplifies whatever it can,
 * because each field costs tokens; what a model leaves empty is as in a new tool.
 *
 * @param output the forms that the operation has
 */
export function readOutput(reader: ParameterReader, output: RecordOutput | undefined): OutputForm {
	const choice = output?.kind === 'simplified' ? reader.value(simplify) : undefined;
	const names = toTextList(reader.option(fieldsToReturn));

	return {
		simplify: reader.isTool
			? findSimplifier(output) !== undefined && choice !== false
			: choice === true,
		...(names.length > 0 && { selectedFields: names }),
	};
}
