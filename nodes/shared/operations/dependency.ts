import { choice, required } from '../fields/kinds';
import { createBody } from './body';
import { create } from './builders';
import { relationsById } from './shared/relationsById';
import { relatedWorkItemReference } from './shared/simplifiers';
import { workItemIds } from './shared/workItemIds';

const path = 'projects/{project_id}/work-items/{work_item_id}/dependencies/';

/** Six of the kinds of relations, apart from custom ones, on newer servers (row 478). */
export const createDependency = create({
	resource: 'dependency',
	description: 'Create dependencies of a work item, e.g. mark it as blocked by others',
	path,
	plan: 'any',
	isRecent: true,
	body: createBody(
		[
			required(
				choice(
					'relation_type',
					[
						'blocking',
						'blocked_by',
						'start_before',
						'start_after',
						'finish_before',
						'finish_after',
					],
					'How this work item depends on the others',
					{ notComparedReason: 'Servers may have another name for it, as for relations (row 33).' },
				),
			),
			workItemIds('work_item_ids'),
		],
		{
			rules: [
				{ kind: 'shownAsSent', field: 'relation_type' },
				{
					kind: 'recordPerValue',
					field: 'work_item_ids',
					says: 'its response does not have them',
					remedy: 'Read the dependencies of the work item to see which it has.',
				},
			],
		},
	),
	output: { kind: 'withReference', reference: relatedWorkItemReference },
});

const relations = relationsById({
	resource: 'dependency',
	path,
	records: 'dependencies',
	listed: 'List the dependencies of a work item, in both directions',
	hasKnownLists: true,
});

export const getDependencies = relations.getAll;

export const removeDependencies = relations.remove;
