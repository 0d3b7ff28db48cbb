import type { Answer } from './answer';

/** Errors have one of four shapes (observed row 17). The texts are the recorded ones. */
const errorAnswer = (status: number, text: string, more: object = {}): Answer => ({
	status,
	body: { error: text, ...more },
});

const detailAnswer = (status: number, text: string): Answer => ({ status, body: { detail: text } });

/** Problems by field: a list of sentences, or such lists by index. */
export type FieldProblems = Record<string, string[] | Record<string, string[]>>;

export const badFields = (problems: object): Answer => ({ status: 400, body: problems });

export const forbidden = detailAnswer(403, 'You do not have permission to perform this action.');
export const badCursor = detailAnswer(400, 'Invalid cursor parameter.');
export const badPageSize = detailAnswer(400, 'Invalid per_page parameter.');
export const pageTooLarge = (largest: number): Answer =>
	detailAnswer(400, `Invalid per_page value. Cannot exceed ${largest}.`);
/** The server says what is wrong with the JSON, and where. This is its text for `{not json`. */
export const notJson = detailAnswer(
	400,
	'JSON parse error - Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
);
export const wrongMethod = (method: string): Answer =>
	detailAnswer(405, `Method "${method}" not allowed.`);
/** The status is that of the sources; the text is made up (row 472). */
export const planLacksFeature = errorAnswer(402, 'Payment required');
const upgradeText = 'Upgrade your plan to enable this feature.';

/** The first words are those of the sources; the others are made up (row 472). */
export const asksForUpgrade = (field = ''): Answer =>
	field === '' ? errorAnswer(400, upgradeText) : badFields({ [field]: [upgradeText] });
/** The code is that of the sources; the text is made up (row 473). */
export const managedByWorkspace = errorAnswer(400, 'Managed by the workspace', {
	code: 'workspace_managed',
});
export const wrongMediaType = (type: string): Answer =>
	detailAnswer(415, `Unsupported media type "${type}" in request.`);

export const noIssuesForModule = errorAnswer(400, 'Issues are required');
const noIssuesCode = { code: 'MISSING_WORK_ITEMS' };

export const noIssuesForCycle = errorAnswer(400, 'Work items are required', noIssuesCode);
const cycleEndedText = 'The Cycle has already been completed so no new issues can be added';

/** For additions to a cycle that has ended. */
export const cycleEnded = badFields({ code: 'CYCLE_COMPLETED', message: cycleEndedText });
export const invalidUuids = errorAnswer(400, 'Please provide valid detail');
export const badPayload = errorAnswer(400, 'The payload is not valid');
export const badFile = errorAnswer(400, 'Invalid request.', { status: false });
export const badFileType = errorAnswer(400, 'Invalid file type.', { status: false });
export const notUploaded = errorAnswer(400, 'The asset is not uploaded.', { status: false });
export const serverError = errorAnswer(500, 'Something went wrong please try again later');

/** Has the ID of the existing record (observed rows 12 and 23). */
export const nameTaken = (kind: string, id: string): Answer =>
	errorAnswer(409, `${kind} with the same name already exists in the project`, { id });
export const externalTaken = (kind: string, id: string): Answer =>
	errorAnswer(409, `${kind} with the same external id and external source already exists`, { id });
const moduleTaken = 'Module with this name already exists';

export const moduleNameTaken = errorAnswer(400, moduleTaken);
export const newModuleNameTaken = (id: string): Answer =>
	badFields({ id, code: 'MODULE_NAME_ALREADY_EXISTS', error: moduleTaken, message: moduleTaken });
/** By field, but a sentence instead of a list. It says so of a taken identifier as well (row 416). */
export const projectTaken: Answer = {
	status: 409,
	body: { name: 'The project name is already taken' },
};
export const urlTaken = errorAnswer(400, 'URL already exists for this Issue');

/** An error that concerns several fields, or none. */
const nonFieldError = (problem: string): Answer => badFields({ non_field_errors: [problem] });

export const startAfterEnd = nonFieldError('Start date cannot exceed target date');
export const cycleStartAfterEnd = nonFieldError('Start date cannot exceed end date');
export const triageState = nonFieldError('Cannot create triage state');
export const badState = nonFieldError('State is not valid please pass a valid state_id');
export const badParent = nonFieldError('Parent is not valid issue_id please pass a valid issue_id');
export const noProject = nonFieldError('Project ID is required');
export const cyclesOff = nonFieldError('Cycles are not enabled for this project');
export const alreadyInvited = nonFieldError('Email already invited');

export const badHtml = nonFieldError('Invalid HTML passed');
export const moduleArchived = errorAnswer(400, 'Archived module cannot be edited');
export const cycleArchived = errorAnswer(400, 'Archived cycle cannot be edited');
export const badProjectName = nonFieldError('Project name cannot contain special characters.');
export const badProjectIdentifier = nonFieldError(
	'Project identifier cannot contain special characters.',
);
export const projectArchived = errorAnswer(400, 'Archived project cannot be updated');
export const defaultState = errorAnswer(400, 'Default state cannot be deleted');
export const stateInUse = errorAnswer(
	400,
	'The state is not empty, only empty states can be deleted',
);
export const notCreatorOrAdmin = errorAnswer(403, 'Only admin or creator can delete the work item');
const bothDatesText = 'Both start date and end date are either required or are to be null';

export const singleCycleDate = errorAnswer(400, bothDatesText);
export const endedCycleLocked = errorAnswer(
	400,
	'The Cycle has already been completed so it cannot be edited',
);
export const oldCycleNotEnded = errorAnswer(400, 'The old cycle is not completed yet');
export const cycleNotEnded = errorAnswer(400, 'Only completed cycles can be archived');
export const moduleNotFinished = errorAnswer(
	400,
	'Only completed or cancelled modules can be archived',
);
export const nameMissing = errorAnswer(400, 'Name is required');
export const badPriority = errorAnswer(400, 'Invalid priority');
const intakeOffText = "Intake is not enabled for this project enable it through the project's api";

export const intakeOff = errorAnswer(400, intakeOffText);
export const noDefaultState: Answer = {
	status: 400,
	body: { status: ['Cannot accept intake issue: No default state found for the project'] },
};
export const notOwnIntake = errorAnswer(400, 'You cannot edit intake work items');

export const tooManyRequests: Answer = {
	status: 429,
	body: { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
};
