import { withCompanions } from '../fields/field';
import type { Field } from '../fields/kinds';
import { dispatchByKind, type KindTable } from './kindTable';
import type { Body, Operation, OperationsByKind } from './operation';

const fieldsOfBody = ({ fields, collectionFields, memberships = [] }: Body): readonly Field[] =>
	[...fields, ...collectionFields, ...memberships.map(({ field }) => field)].flatMap(
		withCompanions,
	);

const FIELDS_WITHOUT_LOCATORS: KindTable<OperationsByKind, readonly Field[]> = {
	list: ({ fields = [], serverFilters = [], clientFilters = [], options = [], fileDownload }) => [
		...fields,
		...serverFilters,
		...clientFilters.map(({ field }) => field),
		...options,
		...(fileDownload ? [fileDownload.downloadOption] : []),
	],
	get: ({ options = [] }) => options,
	create: ({ body }) => fieldsOfBody(body),
	update: ({ body }) => fieldsOfBody(body),
	action: ({ body }) => (body ? fieldsOfBody(body) : []),
	add: ({ idsField }) => [idsField],
	remove: ({ idsField }) => [idsField],
	attach: ({ binaryFields }) => [binaryFields],
	upload: ({ credentials, url, formFields, file, signingPrefix }) => [
		credentials,
		url,
		...formFields,
		file,
		signingPrefix,
	],
};

/** The fields that an operation declares, its locators first; not those that all operations of its kind have. */
export const allFields = (operation: Operation): readonly Field[] => [
	...(operation.kind === 'upload' ? [] : operation.locators),
	...dispatchByKind(FIELDS_WITHOUT_LOCATORS, operation),
];
