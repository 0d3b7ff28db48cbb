import { labeled, records, required } from '../../fields/kinds';
import { projects } from '../../lists/lists';
import type { ProjectScope } from '../operation';

/** The wire name of the placeholder for the project in paths. */
export const PROJECT = 'project_id';

const several = required(records('projects', 'Which projects', projects));

/** The fields with which users choose one, several or all projects to read a list in. */
export const projectScope: ProjectScope = {
	choice: labeled(
		'project_scope',
		{ 'One Project': 'one', 'Several Projects': 'several', 'All Projects': 'all' },
		"One, several, or all that the credential's user is a member of",
		{ displayName: 'Projects', default: 'one' },
	),
	several,
};
