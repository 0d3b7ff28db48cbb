import { choice, required } from '../../fields/kinds';
import { workItemIds } from '../shared/workItemIds';
import { content, operation } from '../operation';

export const createRelation = operation({
	kind: 'create',
	resource: 'workItemRelation',
	description: 'Relate a work item to one or more others, e.g. mark it as blocking them',
	path: 'projects/{project_id}/work-items/{work_item_id}/relations/',
	body: content([
		required(
			choice(
				'relation_type',
				[
					...(['blocking', 'blocked_by', 'duplicate', 'relates_to'] as const),
					...(['start_before', 'start_after', 'finish_before', 'finish_after'] as const),
				],
				'What this work item is to the others',
				{ notCompared: 'The response shows it as the other work item sees it (row 33).' },
			),
		),
		workItemIds('IDs or keys of the other work items'),
	]),
});
