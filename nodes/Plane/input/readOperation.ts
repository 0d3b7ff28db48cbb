import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { findMenuOperation } from '../../shared/operations/catalog';
import type { MenuOperation } from '../../shared/operations/operation';
import { quote } from '../../shared/text/quote';

/** Reads which operation the user chose. All items have the same one. */
export function readOperation(context: IExecuteFunctions): MenuOperation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = findMenuOperation(resource, value);
	if (operation !== undefined) return operation;

	const message = `There is no operation ${quote(value)} of the resource ${quote(resource)}`;
	const description = 'Choose a Resource and an Operation from the lists.';

	throw new NodeOperationError(context.getNode(), message, { description });
}
