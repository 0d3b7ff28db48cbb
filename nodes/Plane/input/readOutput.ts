import { toTextList } from '../../shared/values/asText';
import type { OutputForm } from '../../shared/model/call';
import { simplify } from '../../shared/operations/shared/paging';
import { findSimplifier, type RecordOutput } from '../../shared/operations/shared/recordOutput';
import {
	fieldsToReturn,
	plainOutput,
	RAW,
	SELECTED_FIELDS,
	simplifiedOutput,
} from '../../shared/operations/shared/toolOutput';
import type { ParameterReader } from '../../shared/parameters/ParameterReader';

/**
 * Reads in which form the output shows records: Simplify, or in a tool Output and Fields. What a model leaves
 * empty is as in a new tool.
 *
 * @param output the forms that the operation has
 */
export function readOutput(reader: ParameterReader, output: RecordOutput | undefined): OutputForm {
	if (!reader.isTool) {
		return { simplify: output?.kind === 'simplified' && reader.value(simplify) === true };
	}

	const canSimplify = findSimplifier(output) !== undefined;
	const choice = reader.value(canSimplify ? simplifiedOutput : plainOutput);
	const names = choice === SELECTED_FIELDS ? toTextList(reader.value(fieldsToReturn)) : [];

	return {
		simplify: canSimplify && choice !== RAW,
		...(names.length > 0 && { selectedFields: names }),
	};
}
