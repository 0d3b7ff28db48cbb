import { boolean, labeled } from '../../fields/kinds';
import { PROFILES } from '../../imports/profiles/allProfiles';
import { camelCase, compareAlphabetically } from '../../text/letterCase';

export const COLUMNS_BY_NAME = 'columns';

/** The tools by the values of the option. */
const TOOLS = PROFILES.map(({ tool }): [name: string, value: string] => [tool, camelCase(tool)]);

/** How the columns of an import are read, if not as the columns of the tool that exported them. */
export const readAs = labeled(
	'read_as',
	Object.fromEntries(
		[['Columns by Name', COLUMNS_BY_NAME] as const, ...TOOLS].sort(([a], [b]) =>
			compareAlphabetically(a, b),
		),
	),
	'Tool of the export, if its columns do not show it',
	{ default: COLUMNS_BY_NAME },
);

/** The tool that a value of the option stands for, as its makers write it. */
export const findTool = (value: unknown): string | undefined =>
	TOOLS.find(([, known]) => known === value)?.[0];

export const LEAVE_OUT = 'leaveOut';
export const NAME_IN_TEXT = 'nameInDescription';

/** What becomes of people in an import whom the project does not have. */
export const unknownPeople = labeled(
	'unknown_people',
	{ Fail: 'fail', 'Leave Out': LEAVE_OUT, 'Leave Out, and Name in Description': NAME_IN_TEXT },
	'What to do with people who are not in the project',
	{ default: LEAVE_OUT },
);

export const FIRST_OF_GROUP = 'firstOfGroup';
export const FIRST_OF_GROUP_LABEL = 'First State of the Same Group';

export const CREATE_IN_GROUP = 'createInGroup';

/** What becomes of a state in an import that the project does not have. */
export const unknownStates = labeled(
	'unknown_states',
	{
		'Create in the Same Group': CREATE_IN_GROUP,
		'Default State': 'defaultState',
		Fail: 'fail',
		[FIRST_OF_GROUP_LABEL]: FIRST_OF_GROUP,
	},
	'What to do with states that the project does not have',
	{ default: FIRST_OF_GROUP },
);

export const ARCHIVE = 'createAndArchive';

/** What becomes of records in an import that are no open work of their own. */
export const archivedRecords = labeled(
	'archived_records',
	{ 'Create and Archive': ARCHIVE, 'Leave Out': LEAVE_OUT },
	'What to do with archived records, drafts, templates and pull requests',
	{ default: ARCHIVE },
);

/** Whether an import makes rows children of other rows, once all of them are written. */
export const setParents = {
	...boolean('set_parents', 'Whether to set the parents that the export names'),
	default: true,
};

/** Whether an import puts records into the cycles with the names of their sprints. */
export const sprintsAsCycles = {
	...boolean(
		'sprints_as_cycles',
		'Whether to add records to the cycles named like their last sprints',
	),
	default: true,
};

/** Whether an import adds the comments of records, with their authors and times. */
export const addComments = {
	...boolean('add_comments', 'Whether to add the comments, with author and time'),
	default: true,
};

/** Whether an import adds links to the records in their tool and to their files. */
export const addLinks = {
	...boolean('add_links', 'Whether to link the original, its files and its links'),
	default: true,
};

/** Whether an import relates its records as the export does. */
export const addRelations = {
	...boolean('add_relations', 'Whether to relate records as the export does'),
	default: true,
};

/** Whether an import only says what it would do. */
export const checkOnly = boolean(
	'check_only',
	'Whether to only report what the import would do, and what is wrong',
);

/** How the records of an export are read, and what happens to what the project does not have. */
export const IMPORT_OPTIONS = [
	addComments,
	addLinks,
	addRelations,
	archivedRecords,
	readAs,
	setParents,
	sprintsAsCycles,
	unknownPeople,
	unknownStates,
];
