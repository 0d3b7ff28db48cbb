import { operation } from '../operation';

export const getRelations = operation({
	kind: 'list',
	resource: 'workItemRelation',
	description: 'Retrieve a list of the relations of a work item: type, work item and project',
	path: 'projects/{project_id}/work-items/{work_item_id}/relations/',
	list: {
		...{ records: 'work item relations', comes: 'whole' },
		grouped: { name: 'relation_type', id: 'issue_id' },
	},
});
