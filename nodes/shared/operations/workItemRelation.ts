import { choice, record, required } from '../fields/kinds';
import { workItems } from '../lists/workItems';
import { createBody, flatBody } from './body';
import { action, create, list } from './builders';
import { relatedWorkItemReference } from './shared/simplifiers';
import { workItemIds } from './shared/workItemIds';

export const createRelation = create({
	resource: 'workItemRelation',
	description: 'Relate a work item to others, e.g. mark it as blocking them',
	path: 'projects/{project_id}/work-items/{work_item_id}/relations/',
	body: createBody(
		[
			required(
				choice(
					'relation_type',
					[
						'blocking',
						'blocked_by',
						'duplicate',
						'relates_to',
						'start_before',
						'start_after',
						'finish_before',
						'finish_after',
					],
					'How this work item relates to the others',
					{ notComparedReason: 'The response has the name by which Plane stores it (row 33).' },
				),
			),
			workItemIds(),
		],
		{
			rules: [
				{ kind: 'shownAsSent', field: 'relation_type' },
				{
					kind: 'recordPerValue',
					field: 'issues',
					says: 'two work items have one relation, and these have another one already',
					remedy: 'Remove that in Plane if this one is to take its place.',
				},
			],
		},
	),
	output: { kind: 'withReference', reference: relatedWorkItemReference },
});

export const getRelations = list({
	resource: 'workItemRelation',
	description: 'List the relations of a work item: type, work item and project',
	path: 'projects/{project_id}/work-items/{work_item_id}/relations/',
	records: 'work item relations',
	paging: 'none',
	grouped: {
		groupField: 'relation_type',
		hasKnownLists: true,
		rowPer: 'entry',
		idField: 'issue_id',
	},
	output: { kind: 'withReference', reference: relatedWorkItemReference },
});

export const deleteRelation = action({
	resource: 'workItemRelation',
	description: 'Remove the relation between two work items',
	path: 'projects/{project_id}/work-items/{work_item_id}/relations/remove/',
	plan: 'any',
	method: 'POST',
	resultKey: 'deleted',
	identifiedBy: 'related_issue',
	body: flatBody(
		required(
			record('related_issue', 'The other work item', workItems, {
				parameter: 'relatedWorkItem',
				displayName: 'Related Work Item',
			}),
		),
	),
});
