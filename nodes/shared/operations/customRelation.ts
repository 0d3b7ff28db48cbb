import { record, required, text } from '../fields/kinds';
import { relationDefinitions } from '../lists/lists';
import { createBody } from './body';
import { create } from './builders';
import { relationsById } from './shared/relationsById';
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

const relations = relationsById({
	resource: 'customRelation',
	path,
	records: 'custom relations',
	listed: 'List the custom relations of a work item: label and work item',
	hasKnownLists: false,
});

export const getCustomRelations = relations.getAll;

export const removeCustomRelations = relations.remove;
