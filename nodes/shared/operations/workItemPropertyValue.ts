import { propertyValue, required } from '../fields/kinds';
import { features } from '../fields/features';
import { flatBody } from './body';
import { action, get, update } from './builders';
import type { ServiceOperation } from './operation';
import { external } from './shared/external';
import { findPathLocators, workItemProperty } from './shared/locators';

const path =
	'projects/{project_id}/work-items/{work_item_id}/work-item-properties/{property_id}/values/';

/** The property can be found by its name only among the properties of its type, which is not in the path. */
const withType = <O extends ServiceOperation>(operation: O): O => ({
	...operation,
	locators: operation.locators.flatMap((locator) =>
		locator.wire === 'property_id' ? [...findPathLocators('{type_id}'), locator] : [locator],
	),
});

const body = flatBody(
	required(
		propertyValue(
			'value',
			'Text, number, date, true or false, option, member or work item; several as a list',
			{
				placeholder: 'e.g. High',
				notComparedReason:
					'Servers return the value in a form that depends on the kind of the property.',
			},
		),
	),
	...external,
);

export const getWorkItemPropertyValue = withType(
	get({
		resource: 'workItemPropertyValue',
		description: 'Get the value of a custom property of a work item',
		path,
		plan: 'Pro',
		feature: features.workItemTypes,
		locators: { property_id: workItemProperty },
		grouped: { rowPer: 'record' },
		refusals: [
			{ when: { status: 404 }, remedy: 'The work item may have no value for this property.' },
		],
	}),
);

export const setWorkItemPropertyValue = withType(
	update({
		resource: 'workItemPropertyValue',
		description: 'Set the value of a custom property of a work item',
		path,
		method: 'POST',
		value: 'set',
		name: 'Set',
		action: 'Set work item property value',
		plan: 'Pro',
		feature: features.workItemTypes,
		locators: { property_id: workItemProperty },
		setsValues: 'ofWorkItem',
		body,
	}),
);

export const updateWorkItemPropertyValue = withType(
	update({
		resource: 'workItemPropertyValue',
		description: 'Change the value of a custom property of a work item that has one',
		path,
		plan: 'Pro',
		feature: features.workItemTypes,
		locators: { property_id: workItemProperty },
		setsValues: 'ofWorkItem',
		// Servers answer 404 where no value is set yet (row 468).
		refusals: [
			{
				when: { status: 404 },
				remedy: 'The work item may have no value for this property yet: use Set.',
			},
		],
		body,
	}),
);

export const deleteWorkItemPropertyValue = withType(
	action({
		resource: 'workItemPropertyValue',
		description: 'Remove the value of a custom property of a work item',
		path,
		plan: 'Pro',
		feature: features.workItemTypes,
		locators: { property_id: workItemProperty },
		resultKey: 'deleted',
		check: { kind: 'requiredValue' },
		identifiedBy: 'property_id',
	}),
);
