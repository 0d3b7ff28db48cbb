import { list, remove } from '../builders';
import { relatedWorkItemReference } from './simplifiers';
import { workItemIds } from './workItemIds';

interface RelationKind {
	readonly resource: string;
	/** Of the relations of a work item. */
	readonly path: string;
	/** What they are called: `custom relations`. */
	readonly records: string;
	/** What the list shows. */
	readonly listed: string;
	/** Whether their kinds are known. The kinds of custom relations are the labels of the workspace. */
	readonly hasKnownLists: boolean;
}

/** The list of a kind of relations on newer servers, and their removal by the IDs of the other work items (row 478). */
export const relationsById = ({
	resource,
	path,
	records,
	listed,
	hasKnownLists,
}: RelationKind) => ({
	getAll: list({
		resource,
		description: listed,
		path,
		plan: 'any',
		isRecent: true,
		records,
		paging: 'none',
		// Not all sources have the time of their creation.
		lacksCreationTime: true,
		grouped: {
			groupField: 'relation_type',
			hasKnownLists,
			rowPer: 'entry',
			idField: 'id',
		},
		output: { kind: 'withReference', reference: relatedWorkItemReference },
	}),
	remove: remove({
		resource,
		description: `Remove the ${records} between a work item and others`,
		path: `${path}{related_work_item_id}/`,
		plan: 'any',
		isRecent: true,
		value: 'remove',
		name: 'Remove',
		action: `Remove ${records}`,
		idsField: workItemIds('work_item_ids'),
		idPlaceholder: 'related_work_item_id',
	}),
});
