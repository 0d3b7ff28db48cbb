import { exactText, type Field, notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { action, create, get, list, update } from './builders';
import { byUncheckedExternalId } from './shared/external';
import { workItemProperty } from './shared/locators';
import {
	activeField,
	changeableFields,
	updatableFields,
	definitionFields,
	kindField,
	propertyName,
} from './shared/propertyFields';
import { simplifiers } from './shared/simplifiers';

const formula = exactText('formula_config', 'Formula, for a property of kind Formula', {
	displayName: 'Formula',
	parameter: 'formula',
	takenWith: { wire: 'property_type', choices: { FORMULA: [] }, isOptional: true },
});

const isTaken = ({ wire }: Field): boolean => !['logo_props', 'sort_order'].includes(wire);

export const createWorkItemProperty = create({
	resource: 'workItemProperty',
	description: 'Create a new custom property of a type of work items',
	path: 'projects/{project_id}/work-item-types/{type_id}/work-item-properties/',
	plan: 'Pro',
	feature: features.workItemTypes,
	naturalKey: byUncheckedExternalId('display_name'),
	simplifier: simplifiers.property,
	body: createBody([
		required(propertyName),
		required(kindField(['FORMULA'])),
		activeField,
		formula,
		...definitionFields,
		...changeableFields('work item').filter(isTaken),
	]),
});

export const getWorkItemProperty = get({
	resource: 'workItemProperty',
	description: 'Retrieve one custom property of a type of work items, with its options',
	path: 'projects/{project_id}/work-item-types/{type_id}/work-item-properties/{property_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
	locators: { property_id: workItemProperty },
	simplifier: simplifiers.property,
});

export const getWorkItemProperties = list({
	resource: 'workItemProperty',
	description:
		'Retrieve a list of the custom properties of a type of work items, with their options',
	path: 'projects/{project_id}/work-item-types/{type_id}/work-item-properties/',
	plan: 'Pro',
	feature: features.workItemTypes,
	records: 'work item properties',
	simplifier: simplifiers.property,
	paging: 'optional',
});

export const updateWorkItemProperty = update({
	resource: 'workItemProperty',
	description: 'Change a custom property, except for its kind and what depends on the kind',
	path: 'projects/{project_id}/work-item-types/{type_id}/work-item-properties/{property_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
	locators: { property_id: workItemProperty },
	simplifier: simplifiers.property,
	body: updateBody([
		notClearable(propertyName),
		activeField,
		formula,
		...updatableFields('work item').filter(isTaken),
	]),
});

export const deleteWorkItemProperty = action({
	resource: 'workItemProperty',
	description: 'Delete a custom property of a type of work items with all its values',
	path: 'projects/{project_id}/work-item-types/{type_id}/work-item-properties/{property_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
	locators: { property_id: workItemProperty },
	resultKey: 'deleted',
});
