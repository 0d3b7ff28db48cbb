import type { INodeProperties } from 'n8n-workflow';

import type { StorageOperation } from '../operations/operation';
import { collection, parameter, shownFor } from './parameter';

/** The parameters of an upload: the credentials in one piece or field by field, and the file. */
export function uploadProperties(operation: StorageOperation): INodeProperties[] {
	const { issued, url, form, file, prefix } = operation.upload;
	const shown = shownFor(operation);
	const asJson = { ...shown, credentialSource: ['json'] };
	const asFields = { ...shown, credentialSource: ['fields'] };
	return [
		{
			displayName: 'Credential Source',
			name: 'credentialSource',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: shown },
			options: [
				{
					name: 'JSON',
					value: 'json',
					description: 'The whole answer of the call that issued the upload credentials',
				},
				{
					name: 'Single Fields',
					value: 'fields',
					description: 'The storage address and each form field on its own',
				},
			],
			default: 'json',
			description: 'How the upload credentials are given',
		},
		parameter(issued, asJson),
		...[url, ...form].map((field) => parameter(field, asFields)),
		parameter(file, shown),
		...collection('options', [prefix], asFields),
	];
}
