import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { workItemProperties } from '../lists/lists';
import { findPathLocators } from '../operations/shared/locators';
import { optionsError } from '../output/nodeErrors';
import { CustomProperties } from '../resolve/CustomProperties';
import type { CustomProperty } from '../resolve/customProperty';
import { Projects } from '../resolve/Projects';
import { RecordLists } from '../resolve/RecordLists';
import { isProblem } from '../result/problem';
import { openPlace } from './openList';

/** The collections in which the type of a work item may be. */
const UPDATE_COLLECTION = 'updateFields';
const COLLECTIONS = ['additionalFields', UPDATE_COLLECTION];

/**
 * Loads the custom properties of the type that is chosen in the panel, for a resource mapper.
 *
 * @returns the properties, or a sentence that says why there are none
 * @throws NodeOperationError with what failed and how to fix it
 */
export async function loadCustomProperties(
	context: ILoadOptionsFunctions,
): Promise<readonly CustomProperty[] | string> {
	const collection = COLLECTIONS.find(
		(name) => context.getCurrentNodeParameter(`${name}.typeId`) !== undefined,
	);
	const parents = findPathLocators(workItemProperties.path).map((field) =>
		field.wire === 'type_id' && collection !== undefined
			? { ...field, parameter: `${collection}.${field.parameter}` }
			: field,
	);
	const place = await openPlace(context, {
		parents,
		records: workItemProperties.records,
		plan: workItemProperties.plan,
		resource: workItemProperties.resource,
	});
	const properties = isProblem(place)
		? place
		: await new CustomProperties(
				new RecordLists(place.client, place.paging, new Projects(place.client)),
			).ofType(place.target, place.target.path.type_id ?? '');

	if (!isProblem(properties)) {
		if (properties.length === 0) return 'The type has no custom properties';

		// An update leaves what is not filled in as it is.
		const canRequire = collection !== UPDATE_COLLECTION;

		return properties.map((property) => ({
			...property,
			isRequired: property.isRequired && canRequire,
		}));
	}
	if (properties.tag === 'empty') return properties.message;

	throw optionsError(context.getNode(), properties);
}
