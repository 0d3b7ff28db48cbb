import { record, required, text } from '../fields/kinds';
import { relationDefinitions } from '../lists/lists';
import { createBody } from './body';
import { create, list, remove } from './builders';
import { relatedWorkItemReference } from './shared/simplifiers';
import { workItemIds } from './shared/workItemIds';

const path = 'projects/{project_id}/work-items/{work_item_id}/work-item-relations/';

/** Relations of the kinds that the workspace defines (row 478). */
export const createCustomRelation = create({
	resource: 'customRelation',
	description: 'Create custom relations of a work item, of a kind that the workspace defines',
	path,
	plan: 'any',
	isRecent: true,
	body: createBody(
		[
			required(
				record('relation_definition_id', 'Which definition', relationDefinitions, {
					parameter: 'definitionId',
					displayName: 'Definition',
				}),
			),
			required(
				text('relation_definition_type', 'The outward or the inward label of the definition', {
					parameter: 'label',
					displayName: 'Label',
					placeholder: 'e.g. implements',
				}),
			),
			workItemIds('work_item_ids'),
		],
		{
			rules: [
				{
					kind: 'recordPerValue',
					field: 'work_item_ids',
					says: 'its response does not have them',
					remedy: 'Read the custom relations of the work item to see which it has.',
				},
			],
		},
	),
	output: { kind: 'withReference', reference: relatedWorkItemReference },
});

export const getCustomRelations = list({
	resource: 'customRelation',
	description: 'List the custom relations of a work item: label and work item',
	path,
	plan: 'any',
	isRecent: true,
	records: 'custom relations',
	paging: 'none',
	// Not all sources have the time of their creation.
	lacksCreationTime: true,
	grouped: { groupField: 'relation_type', rowPer: 'entry', idField: 'id' },
	output: { kind: 'withReference', reference: relatedWorkItemReference },
});

export const removeCustomRelations = remove({
	resource: 'customRelation',
	description: 'Remove the custom relations between a work item and others',
	path: `${path}{related_work_item_id}/`,
	plan: 'any',
	isRecent: true,
	value: 'remove',
	name: 'Remove',
	action: 'Remove custom relations',
	idsField: workItemIds('work_item_ids'),
	idPlaceholder: 'related_work_item_id',
});
