import { toTextList } from '../../shared/values/asText';
import type { OutputForm } from '../../shared/model/call';
import { simplify } from '../../shared/operations/shared/paging';
import type { Simplifier } from '../../shared/operations/shared/simplifiers';
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
 * @param simplifier undefined for records that cannot be simplified
 * @param toolSimplifier the one that a tool has
 */
export function readOutput(
	reader: ParameterReader,
	simplifier: Simplifier | undefined,
	toolSimplifier = simplifier,
): OutputForm {
	if (!reader.isTool) {
		return { simplify: simplifier !== undefined && reader.value(simplify) === true };
	}

	const canSimplify = toolSimplifier !== undefined;
	const choice = reader.value(canSimplify ? simplifiedOutput : plainOutput);
	const names = choice === SELECTED_FIELDS ? toTextList(reader.value(fieldsToReturn)) : [];

	return {
		simplify: canSimplify && choice !== RAW,
		...(names.length > 0 && { selectedFields: names }),
	};
}
