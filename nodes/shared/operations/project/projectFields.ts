import {
	boolean,
	count,
	lasting,
	longText,
	name,
	object,
	record,
	text,
	timezone,
} from '../../fields/kinds';
import type { Field } from '../../fields/kinds';
import { members } from '../../lists/lists';
import { external } from '../shared/external';

const switched = (wire: string, what: string, displayName: string) =>
	boolean(wire, `Whether the project has ${what}`, { displayName });

/**
 * A server that creates a project with it shows it as turned on, but makes the intake itself only for a
 * change (row 78).
 */
export const intake: Field = {
	...switched('intake_view', 'an intake', 'Intake'),
	isSetAfterCreate: 'always',
};

/** What a project has besides its name and its identifier. */
export const projectFields = [
	longText('description', 'What the project is about'),
	record('project_lead', 'User who leads the project', members),
	record('default_assignee', 'User who gets the work items that nobody is assigned to', members),
	switched('cycle_view', 'cycles', 'Cycles'),
	switched('module_view', 'modules', 'Modules'),
	switched('issue_views_view', 'views', 'Views'),
	switched('page_view', 'pages', 'Pages'),
	intake,
	boolean('guest_view_all_features', 'Whether guests see all of the project'),
	switched('is_issue_type_enabled', 'work item types (commercial editions)', 'Work Item Types'),
	switched('is_time_tracking_enabled', 'time tracking (commercial editions)', 'Time Tracking'),
	count(
		'archive_in',
		{ from: 0, to: 12 },
		{ default: 0 },
		'Archive work items this many months after they are done; 0 for never',
	),
	count(
		'close_in',
		{ from: 0, to: 12 },
		{ default: 0 },
		'Close work items after this many months without changes; 0 for never',
	),
	object('icon_prop', 'Icon of the project as a JSON object', {
		placeholder: 'e.g. {"name": "rocket_launch", "color": "#3f76ff"}',
	}),
	name('emoji', 'Emoji of the project, as the number of its character'),
	text('cover_image', 'Address of the cover image', {
		notCompared: 'Servers that keep pictures themselves show another address for the same one.',
	}),
	lasting(timezone('timezone', 'Time zone of the project')),
	...external('project'),
];
