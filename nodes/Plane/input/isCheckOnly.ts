import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { checkOnly } from '../../shared/operations/shared/choices';
import { ParameterReader } from '../../shared/parameters/ParameterReader';
import { isProblem } from '../../shared/result/problem';

/**
 * Whether an import only says what it would do. The first item decides for all of them.
 *
 * @throws NodeOperationError if the value is neither true nor false: the import could change what it must not
 */
export function isCheckOnly(context: IExecuteFunctions): boolean {
	const reader = new ParameterReader(context, 0);
	const isOn = reader.finish(reader.value(checkOnly) ?? false);
	if (!isProblem(isOn)) return isOn === true;

	const { message, description } = isOn;

	throw new NodeOperationError(context.getNode(), message, { description });
}
