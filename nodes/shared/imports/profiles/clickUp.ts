import { readAmericanDay, readAmericanTime } from '../days';
import { withoutBrackets } from '../cellLists';
import type { Profile } from '../profile';

/**
 * ClickUp: Export view → CSV. Times stand twice: as a number, which spreadsheets round, and as text, which has the day
 * as people see it.
 */
export const clickUp: Profile = {
	tool: 'ClickUp',
	recognizedBy: [['Task ID', 'Task Name', 'Task Content', 'Status']],
	columns: {
		external_id: ['Task ID'],
		name: ['Task Name'],
		description_html: ['Task Content'],
		state: ['Status'],
		assignees: ['Assignees'],
		labels: ['Tags'],
		priority: ['Priority'],
		start_date: ['Start Date Text', 'Start Date', 'Start date'],
		target_date: ['Due Date Text', 'Due Date', 'Due date'],
		created_at: ['Date Created Text', 'Date Created', 'Date created'],
	},
	technicalColumns: [
		'Folder Name',
		'Home Location ID',
		'Other Location IDs',
		'Subtasks IDs',
		'Task Link',
		'Folder Name/Path',
		'Space Name',
		'Rolled Up Time',
		'Rolled Up Time Text',
		'Time Estimated Text',
		'Time Spent',
		'Time Spent Text',
	],
	emptyWords: ['null', '[]', '{}', '""', 'nan'],
	format: 'markdown',
	escapesLineBreaks: true,
	readers: {
		assignees: withoutBrackets,
		labels: withoutBrackets,
		start_date: readAmericanDay,
		target_date: readAmericanDay,
		created_at: readAmericanTime,
	},
	priorities: { 1: 'urgent', 2: 'high', 3: 'medium', normal: 'medium', 4: 'low' },
	states: {
		open: { group: 'unstarted', name: 'Todo' },
		'to do': { group: 'unstarted', name: 'Todo' },
		'in progress': { group: 'started', name: 'In Progress' },
		'in-progress': { group: 'started', name: 'In Progress' },
		complete: { group: 'completed', name: 'Done' },
		done: { group: 'completed', name: 'Done' },
		closed: { group: 'completed', name: 'Done' },
	},
	parents: { columns: ['Parent ID'], names: ['Task ID'] },
	comments: ['Comments'],
	links: ['Task Link', 'Attachments'],
};
