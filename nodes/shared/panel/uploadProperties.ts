import type { INodeProperties } from 'n8n-workflow';

import { credentialSource } from '../operations/shared/credentialSource';
import type { StorageOperation } from '../operations/operation';
import { scheduleOptions } from '../operations/shared/requestOptions';
import { collection, parameter, shownFor } from './parameter';

/** The parameters of an upload: the credentials in one piece or field by field, and the file. */
export function uploadProperties(operation: StorageOperation): INodeProperties[] {
	const { issued, url, form, file, prefix } = operation.upload;
	const shown = shownFor(operation);
	const asJson = { ...shown, credentialSource: ['json'] };
	const asFields = { ...shown, credentialSource: ['fields'] };
	return [
		{ ...parameter(credentialSource, shown), noDataExpression: true },
		parameter(issued, asJson),
		...[url, ...form].map((field) => parameter(field, asFields)),
		parameter(file, shown),
		...collection('options', scheduleOptions, asJson),
		...collection('options', [prefix, ...scheduleOptions], asFields),
	];
}
