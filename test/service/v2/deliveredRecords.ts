import { stripTags } from '../html';
import type { Comment, Link, Row, ServiceState, WorkItem } from '../state';
import type { DeliveredRecord } from './deliveries';

/** Writes a time as deliveries do: `…:00.123Z` becomes `…:00.123000+00:00`. */
const toDeliveredTime = (time: string): string => time.replace(/(\.\d{3})Z$/, '$1000+00:00');

/** A row that has a name and is in a project. */
interface NamedRow extends Row {
	readonly name: string;
	readonly workspace: string;
	readonly project?: string | null;
}

/** Creates the functions that say what deliveries have of each kind of record (rows 101, 102 and 521). */
export function createDeliveredRecords(state: ServiceState) {
	const findCreator = ({ created_by: creator }: Row): string | null =>
		creator ?? state.users[0]?.id ?? null;

	return {
		workItem: (item: WorkItem): DeliveredRecord => ({
			entity: 'workitem',
			entityId: item.id,
			entityType: 'issue',
			data: {
				id: item.id,
				name: item.name,
				point: null,
				type_id: item.type === '' ? null : item.type,
				is_draft: false,
				priority: item.priority,
				state_id: item.state,
				label_ids: [...item.labels],
				parent_id: item.parent,
				created_at: toDeliveredTime(item.created_at),
				deleted_at: null,
				project_id: item.project,
				sort_order: item.sort_order,
				start_date: item.start_date,
				updated_at: toDeliveredTime(item.updated_at),
				archived_at: item.archived_at,
				external_id: item.external_id,
				sequence_id: item.sequence_id,
				target_date: item.target_date,
				assignee_ids: [...item.assignees],
				completed_at: item.completed_at === null ? null : toDeliveredTime(item.completed_at),
				workspace_id: item.workspace,
				created_by_id: findCreator(item),
				updated_by_id: item.updated_by ?? null,
				external_source: item.external_source,
				// The form of the editor, which the service does not have: the text says that it changed.
				description_json: { text: stripTags(item.description_html) },
				last_activity_at: toDeliveredTime(item.updated_at),
				estimate_point_id: item.estimate_point,
			},
		}),

		/** The work item with the comment inside, without a project. */
		comment: ({
			id,
			issue,
			access,
			actor,
			edited_at: editedAt,
			comment_html: html,
		}: Comment): DeliveredRecord => ({
			entity: 'workitem.comment',
			entityId: issue,
			entityType: 'issue',
			data: {
				id: issue,
				name: state.workItems.find((item) => item.id === issue)?.name ?? '',
				comment: {
					id,
					access,
					actor_id: actor,
					issue_id: issue,
					edited_at: editedAt,
					comment_stripped: stripTags(html),
				},
			},
		}),

		/** The link, whose delivery has the work item as its entity. */
		link: (link: Link): DeliveredRecord => ({
			entity: 'workitem.link',
			entityId: link.issue,
			entityType: 'issue_link',
			data: {
				id: link.id,
				url: link.url,
				title: link.name,
				issue_id: link.issue,
				created_at: toDeliveredTime(link.created_at),
				project_id: link.project,
				workspace_id: link.workspace,
				created_by_id: findCreator(link),
			},
		}),

		/** Returns the function for a kind of record whose deliveries no source describes. */
		named:
			(entity: string) =>
			(row: NamedRow): DeliveredRecord => ({
				entity,
				entityId: row.id,
				entityType: entity,
				data: {
					id: row.id,
					name: row.name,
					workspace_id: row.workspace,
					project_id: row.project ?? (entity === 'project' ? row.id : null),
					created_by_id: findCreator(row),
					created_at: toDeliveredTime(row.created_at),
				},
			}),
	};
}

export type DeliveredRecords = ReturnType<typeof createDeliveredRecords>;
