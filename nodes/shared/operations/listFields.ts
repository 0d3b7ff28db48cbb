import { withCompanions } from '../fields/field';
import type { Field } from '../fields/kinds';
import { dispatchByKind, type KindTable } from './kindTable';
import type { Body, MenuOperation, OperationsByKind } from './operation';

/** The fields of a body that the panel shows. */
const listShownFields = ({ fields, collectionFields, memberships = [] }: Body): readonly Field[] =>
	[...fields, ...collectionFields, ...memberships.map(({ field }) => field)].flatMap(
		withCompanions,
	);

const FIELDS_BY_KIND: KindTable<OperationsByKind, readonly Field[]> = {
	list: ({
		fields = [],
		serverFilters = [],
		clientFilters = [],
		search,
		options = [],
		projectScope,
		fileDownload,
	}) => [
		...(projectScope ? [projectScope.choice, projectScope.several] : []),
		...fields,
		...serverFilters,
		...clientFilters.map(({ field }) => field),
		...(search ? [...search.filters.map(({ field }) => field), search.expression] : []),
		...options,
		...(fileDownload ? [fileDownload.downloadOption] : []),
	],
	get: ({ options = [] }) => options,
	create: ({ body }) => listShownFields(body),
	upsert: ({ body }) => listShownFields(body),
	update: ({ body }) => listShownFields(body),
	action: ({ body }) => (body ? listShownFields(body) : []),
	add: ({ idsField, options = [] }) => [idsField, ...options],
	remove: ({ idsField, options = [] }) => [idsField, ...options],
	attach: ({ binaryFields, fileUrl }) => [binaryFields, fileUrl],
	upload: ({ credentials, url, formFields, file, signingPrefix }) => [
		credentials,
		url,
		...formFields,
		file,
		signingPrefix,
	],
};

/** Lists the fields that an operation declares itself, locators first, without those that its kind adds. */
export function listFields(operation: MenuOperation): readonly Field[] {
	if (operation.kind === 'readFile') return [operation.file, operation.toolField];

	if (operation.kind === 'ask') {
		const { creation, responseType, approvalType, labels, hours } = operation;

		return [...listFields(creation), responseType, approvalType, ...Object.values(labels), hours];
	}

	const locators = operation.kind === 'upload' ? [] : operation.locators;

	return [...locators, ...dispatchByKind(FIELDS_BY_KIND, operation)];
}
