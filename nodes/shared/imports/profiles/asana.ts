import { asText } from '../../values/asText';
import { isEmpty, isObject } from '../../values/valueChecks';
import { readLabelRecords } from '../cellLists';
import { readPeople } from '../personCells';
import type { Profile, Row, StateGroup } from '../profile';

/** What stands in place of a section, in lower case. */
const NO_SECTION = ['(no section)', 'untitled section'];

/** The section of a task in its first project. A task of the API is in a section of each of its projects. */
function readSection(cell: unknown): unknown {
	if (!Array.isArray(cell)) return cell;

	const [membership] = cell as readonly unknown[];
	const section = isObject(membership) ? membership.section : undefined;
	const name = isObject(section) ? (asText(section.name) ?? '') : '';

	return NO_SECTION.includes(name.toLowerCase()) ? '' : name;
}

/** A table of tasks of the API has words. */
const isTrue = (cell: unknown): boolean => asText(cell)?.toLowerCase() === 'true';

const readGroup = ({ 'Completed At': inTable, completed, completed_at: completedAt }: Row) =>
	isTrue(completed) || !isEmpty(inTable) || !isEmpty(completedAt)
		? ('completed' satisfies StateGroup)
		: undefined;

/**
 * Asana: Export/Print → CSV or JSON, whose tasks are those of its API. A section is where a task stands on a board, which
 * may or may not be a state.
 */
export const asana: Profile = {
	tool: 'Asana',
	recognizedBy: [
		['Task ID', 'Name', 'Section/Column', 'Notes'],
		['gid', 'name', 'completed', 'resource_subtype'],
	],
	columns: {
		external_id: ['Task ID', 'gid'],
		name: ['Name', 'name'],
		description_html: ['Notes', 'notes'],
		state: ['Section/Column', 'memberships'],
		assignees: ['Assignee Email', 'Assignee', 'assignee'],
		labels: ['Tags', 'tags'],
		start_date: ['Start Date', 'start_on'],
		target_date: ['Due Date', 'due_on'],
		created_at: ['Created At', 'created_at'],
	},
	technicalColumns: [
		'Completed At',
		'Last Modified',
		'Projects',
		'actual_time_minutes',
		'assignee_section',
		'assignee_status',
		'completed',
		'completed_at',
		'due_at',
		'followers',
		'hearted',
		'hearts',
		'liked',
		'likes',
		'modified_at',
		'num_hearts',
		'num_likes',
		'permalink_url',
		'projects',
		'resource_subtype',
		'resource_type',
		'start_at',
		'workspace',
	],
	furtherTimes: ['Completed At', 'Last Modified'],
	emptyWords: NO_SECTION,
	hasFinalGroup: true,
	format: 'text',
	readers: { assignees: readPeople, labels: readLabelRecords, state: readSection },
	groupRules: [{ columns: ['Completed At', 'completed', 'completed_at'], read: readGroup }],
	relations: {
		'Blocked By (Dependencies)': 'blocked_by',
		'Blocking (Dependencies)': 'blocking',
	},
	// The table has no ID of the parent.
	parents: { columns: ['Parent task', 'Parent Task', 'parent'], names: ['Name', 'gid'] },
	links: ['permalink_url'],
};
