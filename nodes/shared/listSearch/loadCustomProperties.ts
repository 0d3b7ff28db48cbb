import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { customerProperties, workItemProperties } from '../lists/lists';
import { findPathLocators } from '../operations/shared/locators';
import { optionsError } from '../output/nodeErrors';
import { CustomProperties } from '../resolve/CustomProperties';
import { canTakeValue, type CustomProperty } from '../resolve/customProperty';
import { Projects } from '../resolve/Projects';
import { ListSource } from '../records/ListSource';
import { RecordLists } from '../resolve/RecordLists';
import { isProblem, type Problem } from '../result/problem';
import { hasNoList, type Listed, NothingToList } from './NothingToList';
import { openPlace } from './openList';

/** The collections that may contain the type of a work item. */
const UPDATE_COLLECTION = 'updateFields';
const COLLECTIONS = ['additionalFields', UPDATE_COLLECTION];

/**
 * Loads the custom properties of the type that is chosen in the panel, for a resource mapper.
 *
 * @returns the properties, or why there are none
 * @throws NodeOperationError with what failed and how to fix it
 */
export async function loadCustomProperties(
	context: ILoadOptionsFunctions,
): Promise<readonly CustomProperty[] | NothingToList> {
	const collection = COLLECTIONS.find(
		(name) => context.getCurrentNodeParameter(`${name}.typeId`) !== undefined,
	);
	if (collection === undefined) {
		return new NothingToList('Add the field Type above, and choose a type');
	}

	const parents = findPathLocators(workItemProperties.path).map((field) =>
		field.wire === 'type_id' ? { ...field, parameter: `${collection}.${field.parameter}` } : field,
	);
	const place = await openPlace(context, {
		parents,
		records: workItemProperties.records,
		plan: workItemProperties.plan,
		feature: workItemProperties.feature,
	});
	const properties = hasNoList(place)
		? place
		: await createReader(place).readTypeProperties(place.target, place.target.path.type_id ?? '');

	const all = requireProperties(context, properties, 'The type has no custom properties');
	if (all instanceof NothingToList) return all;

	// An update leaves what is not filled in as it is.
	const canRequire = collection !== UPDATE_COLLECTION;

	return all.map((property) => ({ ...property, isRequired: property.isRequired && canRequire }));
}

/** Loads the properties of customers, as `loadCustomProperties` loads the properties of a type. */
export async function loadCustomerProperties(
	context: ILoadOptionsFunctions,
): Promise<readonly CustomProperty[] | NothingToList> {
	const { records, plan, feature } = customerProperties;
	const place = await openPlace(context, { parents: [], records, plan, feature });
	const properties = hasNoList(place)
		? place
		: await createReader(place).readCustomerPropertiesWithOptions(place.target);

	return requireProperties(context, properties, 'Customers have no properties yet');
}

type OpenPlace = Exclude<Awaited<ReturnType<typeof openPlace>>, Problem | NothingToList>;

const createReader = ({ client, paging }: OpenPlace): CustomProperties =>
	new CustomProperties(
		new RecordLists(client, new ListSource(client, paging), new Projects(client)),
	);

/**
 * Chooses the properties that are in use and that values can be entered for.
 *
 * @param ifNone a sentence that says that there are none
 */
function requireProperties(
	context: ILoadOptionsFunctions,
	properties: Listed<readonly CustomProperty[]>,
	ifNone: string,
): readonly CustomProperty[] | NothingToList {
	if (isProblem(properties)) throw optionsError(context.getNode(), properties);
	if (properties instanceof NothingToList) return properties;

	const usable = properties.filter((property) => property.isActive && canTakeValue(property));

	return usable.length > 0 ? usable : new NothingToList(ifNone);
}
