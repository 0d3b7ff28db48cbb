import { asText } from '../../values/asText';
import { isEmpty, isObject } from '../../values/valueChecks';
import { readNamedDay } from '../days';
import { readPerson } from '../personCells';
import type { Profile, Row, StateGroup } from '../profile';
import { readOwn } from '../readOwn';
import { JIRA_CATEGORIES, JIRA_LANGUAGES, JIRA_NO_RESOLUTION, JIRA_STATES } from './jiraLanguages';

/** The keys of the same categories in Jira's REST API. */
const GROUPS_BY_KEY: ReadonlyMap<unknown, StateGroup> = new Map([
	['new', 'unstarted'],
	['indeterminate', 'started'],
	['done', 'completed'],
]);

const withoutAccents = (text: string): string =>
	text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

function readCategory({ 'Status Category': category, status }: Row): StateGroup | undefined {
	if (isObject(status) && isObject(status.statusCategory)) {
		return GROUPS_BY_KEY.get(status.statusCategory.key);
	}

	return readOwn(JIRA_CATEGORIES, withoutAccents(asText(category) ?? ''));
}

/** The date of the resolution is empty in an open issue, whatever language the export is in. */
function readResolution({ Resolved: date, Resolution: resolution }: Row): StateGroup | undefined {
	const isResolved = date === undefined ? isResolution(resolution) : !isEmpty(date);

	return isResolved ? 'completed' : undefined;
}

/** Lists of issues, as HTML or for Excel, have a word for an issue without a resolution. */
const isResolution = (cell: unknown): boolean =>
	!isEmpty(cell) && !JIRA_NO_RESOLUTION.includes(withoutAccents(asText(cell) ?? ''));

/**
 * Jira: Issues → Export → CSV, of the cloud and of servers; the export of add-ons, which calls the key `Key`; and the
 * issues of its REST API.
 */
export const jira: Profile = {
	tool: 'Jira',
	recognizedBy: [
		['Summary', 'Issue key'],
		['Summary', 'Key', 'Status', 'Reporter'],
		['summary', 'key', 'issuetype'],
	],
	columns: {
		external_id: ['Issue key', 'Key', 'key'],
		name: ['Summary', 'summary'],
		description_html: ['Description', 'description'],
		state: ['Status', 'status'],
		assignees: ['Assignee', 'assignee'],
		labels: ['Labels', 'labels'],
		priority: ['Priority', 'priority'],
		start_date: ['Custom field (Start date)'],
		target_date: ['Due date', 'Due Date', 'duedate'],
		created_at: ['Created', 'created'],
	},
	technicalColumns: [
		'Issue id',
		'Project key',
		'Project name',
		'Project type',
		'Project lead',
		'Project lead id',
		'Project description',
		'Project url',
		'Assignee Id',
		'Assignee ID',
		'Reporter Id',
		'Reporter ID',
		'Creator Id',
		'Watchers Id',
		'Key ID',
		'Status ID',
		'Priority ID',
		'Last Viewed',
		'Updated',
		'Votes',
		'Work Ratio',
		'Custom field (Rank)',
		'Custom field (Development)',
		'Custom field ([CHART] Date of First Response)',
		'Custom field ([CHART] Time in Status)',
		'Resolved',
		'Status Category',
		'Status Category Changed',
		// The internal ID of the record whose key is in `Parent key`.
		'Parent',
		'Parent id',
		'Parent summary',
	],
	furtherTimes: ['Updated', 'Resolved', 'Last Viewed', 'Status Category Changed'],
	languages: JIRA_LANGUAGES,
	format: 'jira',
	readers: {
		assignees: readPerson,
		state: (state) => (isObject(state) ? state.name : state),
		priority: (priority) => (isObject(priority) ? priority.name : priority),
		start_date: readNamedDay,
		target_date: readNamedDay,
		created_at: readNamedDay,
	},
	priorities: {
		highest: 'urgent',
		blocker: 'urgent',
		critical: 'urgent',
		major: 'high',
		minor: 'low',
		trivial: 'low',
		lowest: 'low',
	},
	states: JIRA_STATES,
	groupRules: [
		{ columns: ['Status Category', 'status'], read: readCategory },
		// An export of a server has no categories, but a record with a resolution is finished.
		{ columns: ['Resolved', 'Resolution'], read: readResolution },
	],
	parents: {
		columns: ['Parent key', 'Parent', 'Parent id', 'Custom field (Epic Link)', 'parent'],
		names: ['Issue key', 'Key', 'key', 'Issue id'],
	},
	sprints: ['Sprint'],
	relations: {
		'Outward issue link (Blocks)': 'blocking',
		'Inward issue link (Blocks)': 'blocked_by',
		'Outward issue link (Duplicate)': 'duplicate',
		'Inward issue link (Duplicate)': 'duplicate',
		'Outward issue link (Relates)': 'relates_to',
		'Inward issue link (Relates)': 'relates_to',
	},
	comments: ['Comment', 'comment'],
	// The REST API has a page of them.
	commentCount: {
		columns: ['comment'],
		read: ({ comment }) =>
			isObject(comment) && typeof comment.total === 'number' ? comment.total : undefined,
	},
	links: ['Attachment', 'attachment'],
};
