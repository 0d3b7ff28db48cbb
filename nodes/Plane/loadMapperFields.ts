import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import {
	loadCustomerProperties,
	loadCustomProperties,
} from '../shared/listSearch/loadCustomProperties';
import { NothingToList } from '../shared/listSearch/NothingToList';
import { operations } from '../shared/operations/catalog';
import type { CustomProperty } from '../shared/resolve/customProperty';
import { listMapperFields, listPropertyFields, mapperMethod } from './panel/buildMapper';

/** Lists the fields of the operation whose mapper has this method. */
export const listOperationFields = (method: string): ResourceMapperFields => ({
	fields: operations
		.filter((operation) => operation.kind === 'upsert')
		.filter((operation) => mapperMethod(operation) === method)
		.flatMap(listMapperFields),
});

/** Loads the custom properties of the chosen type. */
export const loadPropertyFields = async (
	context: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> => toMapperFields(await loadCustomProperties(context));

/** Loads the properties of customers. None of them has to be filled in: the others stay as they are. */
export async function loadCustomerFields(
	context: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const { fields, ...notice } = toMapperFields(await loadCustomerProperties(context));

	return { ...notice, fields: fields.map((field) => ({ ...field, required: false })) };
}

const toMapperFields = (
	properties: readonly CustomProperty[] | NothingToList,
): ResourceMapperFields =>
	properties instanceof NothingToList
		? { fields: [], emptyFieldsNotice: properties.sentence }
		: { fields: listPropertyFields(properties) };
