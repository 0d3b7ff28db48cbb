import { boolean } from '../../fields/kinds';
import { operation } from '../operation';

export const archiveWorkItem = operation({
	kind: 'action',
	resource: 'workItem',
	description: 'Archive a work item that is completed or cancelled',
	path: 'projects/{project_id}/work-items/{work_item_id}/',
	method: 'PATCH',
	done: 'archived',
	says: (today) => ({ archived_at: today }),
	// Plane's web app refuses others; its REST interface takes them, and nobody finds them again (row 90).
	precondition: {
		expand: 'state',
		row: 'state.group',
		values: ['completed', 'cancelled'],
		otherwise: [
			'is neither completed nor cancelled, and only such a work item can be archived',
			'Change its state first with Work Item → Update. To archive it as it is, turn on Archive Open Work Items under Options: no list, search or key finds it then, only its ID or External ID.',
		],
		option: boolean(
			'archive_open_work_items',
			'Whether to archive work items that are neither completed nor cancelled, too',
		),
	},
});
