import { asText } from '../../values/asText';
import { isEmpty } from '../../values/valueChecks';
import { readUtcDay, readUtcTime } from '../days';
import { readJsonList } from '../cellLists';
import { type Exception, type Profile, type Row, STATE_GROUPS } from '../profile';

function findException({
	'Archived At': archivedAt,
	'Is Draft': isDraft,
}: Row): Exception | undefined {
	if (asText(isDraft)?.toLowerCase() === 'true') return 'draft';

	return isEmpty(archivedAt) ? undefined : 'archived';
}

/** Plane: its export before and since December 2025, and the template of its importer, which has no IDs. */
export const plane: Profile = {
	tool: 'Plane',
	recognizedBy: [
		['Identifier', 'Sequence Id', 'State Name'],
		['ID', 'Cycle Name', 'Module Name', 'State'],
		['name', 'description_html', 'state_group'],
	],
	columns: {
		external_id: ['Identifier', 'ID'],
		name: ['Name', 'name'],
		description_html: ['Description', 'description_html'],
		state: ['State Name', 'State'],
		assignees: ['Assignees', 'Assignee'],
		labels: ['Labels'],
		priority: ['Priority', 'priority'],
		start_date: ['Start Date', 'start_date'],
		target_date: ['Target Date', 'target_date'],
		created_at: ['Created At'],
		created_by: ['Created By Name', 'Created By'],
		cycle: ['Cycles', 'Cycle Name'],
		modules: ['Modules', 'Module Name'],
	},
	technicalColumns: [
		'Archived At',
		'Attachment Count',
		'Completed At',
		'Cycle End Date',
		'Cycle Start Date',
		'Is Draft',
		'Link Count',
		'Module Start Date',
		'Module Target Date',
		'Project',
		'Project Identifier',
		'Project Name',
		'Sequence Id',
		'state_group',
		'Sub Issues Count',
		'Subscribers',
		'Updated At',
	],
	emptyWords: ['[]'],
	guard: /^'(?=\s*[=+\-@])/,
	format: 'text',
	readers: {
		assignees: readJsonList,
		labels: readJsonList,
		// A work item is in one cycle at most.
		cycle: (cell, row, months) => [readJsonList(cell, row, months)].flat()[0],
		modules: readJsonList,
		start_date: readUtcDay,
		target_date: readUtcDay,
		created_at: readUtcTime,
	},
	groupRules: [
		{
			columns: ['state_group'],
			read: ({ state_group: group }) => STATE_GROUPS.find((name) => name === group),
		},
	],
	exceptionRule: { columns: ['Archived At', 'Is Draft'], read: findException },
	comments: ['Comments'],
	links: ['Links'],
	parents: { columns: ['Parent'], names: ['Identifier', 'ID'] },
};
