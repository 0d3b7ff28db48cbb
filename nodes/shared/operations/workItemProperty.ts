import { exactText, type Field, notClearable, required } from '../fields/kinds';
import { features } from '../fields/features';
import { createBody, updateBody } from './body';
import { resource } from './builders';
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
import { simplified } from './shared/recordOutput';
import { simplifiers } from './shared/simplifiers';

const formula = exactText('formula_config', 'What to calculate, for kind Formula', {
	displayName: 'Formula',
	parameter: 'formula',
	takenWith: { wire: 'property_type', choices: { FORMULA: [] }, isOptional: true },
});

const isTaken = ({ wire }: Field): boolean => !['logo_props', 'sort_order'].includes(wire);

const operations = resource({
	resource: 'workItemProperty',
	records: 'work item properties',
	path: 'projects/{project_id}/work-item-types/{type_id}/work-item-properties/',
	recordPath: 'projects/{project_id}/work-item-types/{type_id}/work-item-properties/{property_id}/',
	plan: 'Pro',
	feature: features.workItemTypes,
	locators: { property_id: workItemProperty },
	output: simplified(simplifiers.property),
});

export const createWorkItemProperty = operations.create({
	description: 'Create a custom property of a type',
	naturalKey: byUncheckedExternalId('display_name'),
	output: simplified(simplifiers.property),
	body: createBody([
		required(propertyName),
		required(kindField(['FORMULA'])),
		activeField,
		formula,
		...definitionFields,
		...changeableFields('work item').filter(isTaken),
	]),
});

export const getWorkItemProperty = operations.get({
	description: 'Get one custom property of a type, with its options',
});

export const getWorkItemProperties = operations.list({
	description: 'List the custom properties of a type, with their options',
	paging: 'optional',
});

export const updateWorkItemProperty = operations.update({
	description: 'Change a custom property, but not its kind',
	output: simplified(simplifiers.property),
	body: updateBody([
		notClearable(propertyName),
		activeField,
		formula,
		...updatableFields('work item').filter(isTaken),
	]),
});

export const deleteWorkItemProperty = operations.delete({
	description: 'Delete a custom property of a type with all its values',
});
