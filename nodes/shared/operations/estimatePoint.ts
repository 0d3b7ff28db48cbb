import { count, longText, newRecords, notClearable, required, shortText } from '../fields/kinds';
import { createBody, updateBody } from './body';
import { resource } from './builders';

/** Characters (row 467). */
const MAX_VALUE_LENGTH = 20;

const operations = resource({
	resource: 'estimatePoint',
	records: 'estimate points',
	path: 'projects/{project_id}/estimates/{estimate_id}/estimate-points/',
	recordPath: 'projects/{project_id}/estimates/{estimate_id}/estimate-points/{estimate_point_id}/',
	plan: 'Free',
});

export const createEstimatePoints = operations.create({
	action: 'Create estimate points',
	description: 'Create points of an estimate, or return those that it has',
	body: createBody(
		[
			required(
				newRecords(
					'estimate_points',
					{ nameField: 'value', maxLength: MAX_VALUE_LENGTH },
					'Values of the points, in their order',
					{
						displayName: 'Values',
						parameter: 'values',
						placeholder: 'e.g. 1, 2, 3, 5, 8',
						notComparedReason: 'The response has a record for each of them.',
					},
				),
			),
		],
		{
			rules: [
				{
					kind: 'onlyMissing',
					field: 'estimate_points',
					nameField: 'value',
					positionField: 'key',
					changeableFields: ['description', 'key'],
					updateOperation: 'Estimate Point → Update',
				},
			],
		},
	),
});

export const getEstimatePoints = operations.list({
	description: 'List the points of an estimate',
	paging: 'optional',
});

export const updateEstimatePoint = operations.update({
	description: 'Change an estimate point',
	body: updateBody([
		notClearable(shortText('value', MAX_VALUE_LENGTH, 'At most 20 characters')),
		longText('description', 'What it means'),
		count('key', { from: 0, default: 0 }, 'Lower numbers come first', {
			displayName: 'Position',
			parameter: 'position',
		}),
	]),
});

export const deleteEstimatePoint = operations.delete({
	description: 'Delete an estimate point',
});
