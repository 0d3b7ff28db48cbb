import { asText } from '../../values/asText';
import { isObject } from '../../values/valueChecks';
import { readLabelRecords } from '../cellLists';
import { readInstantDay } from '../days';
import { readPeople } from '../personCells';
import type { Exception, Profile, Row } from '../profile';

/** A table has words, or the values of a spreadsheet. */
const isTrue = (cell: unknown): boolean => asText(cell)?.toLowerCase() === 'true';

/** A list that is closed takes its cards with it. */
function findException({ isTemplate, closed, 'List Closed': listClosed, Archived: archived }: Row) {
	if (isTrue(isTemplate)) return 'template';

	return [closed, listClosed, archived].some(isTrue) ? ('archived' satisfies Exception) : undefined;
}

/**
 * Trello: Print, export, and share → Export as JSON, which every plan has, and Export as CSV. The cards of a board have
 * the names of their lists and members beside them, as `readBoard` adds them.
 */
export const trello: Profile = {
	tool: 'Trello',
	recognizedBy: [
		['idList', 'name', 'desc'],
		['Card ID', 'Card Name', 'List Name'],
	],
	columns: {
		external_id: ['id', 'Card ID'],
		name: ['name', 'Card Name'],
		description_html: ['desc', 'Card Description'],
		state: ['List Name'],
		assignees: ['Members'],
		labels: ['labels', 'Labels'],
		start_date: ['start', 'Start Date'],
		target_date: ['due', 'Due Date'],
	},
	technicalColumns: [
		'address',
		'Archived',
		'badges',
		'cardRole',
		'closed',
		'cover',
		'creationMethod',
		'dateLastActivity',
		'Due Complete',
		'Due Reminder',
		'dueComplete',
		'idBoard',
		'idChecklists',
		'idLabels',
		'idList',
		'idMembers',
		'idShort',
		'isTemplate',
		'limits',
		'List Closed',
		'manualCoverAttachment',
		'pos',
		'shortLink',
		'shortUrl',
		'subscribed',
		'url',
		'Board ID',
		'Board Name',
		'Card URL',
		'List ID',
		'Last Activity Date',
	],
	format: 'markdown',
	readers: {
		assignees: readPeople,
		labels: readLabelRecords,
		start_date: readInstantDay,
		target_date: readInstantDay,
	},
	hasFinalGroup: true,
	groupRules: [
		{
			columns: ['dueComplete', 'Due Complete'],
			read: ({ dueComplete, 'Due Complete': complete }) =>
				isTrue(dueComplete) || isTrue(complete) ? 'completed' : undefined,
		},
	],
	exceptionRule: {
		columns: ['isTemplate', 'closed', 'List Closed', 'Archived'],
		read: findException,
	},
	comments: ['Comments'],
	// A board has its last 1,000 actions, and comments are some of these.
	commentCount: {
		columns: ['badges'],
		read: ({ badges }) =>
			isObject(badges) && typeof badges.comments === 'number' ? badges.comments : undefined,
	},
	links: ['url', 'Card URL', 'attachments'],
};
