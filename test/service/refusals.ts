import type { Answer } from './answer';

/** The four shapes of an error (observed row 17), with the texts that were recorded. */
const error = (status: number, text: string, more: object = {}): Answer => ({
	status,
	body: { error: text, ...more },
});

const detail = (status: number, text: string): Answer => ({ status, body: { detail: text } });

/** By field, as a list of sentences, or by place in a list. */
export type FieldProblems = Record<string, string[] | Record<string, string[]>>;

export const badFields = (problems: object): Answer => ({ status: 400, body: problems });

export const forbidden = detail(403, 'You do not have permission to perform this action.');
export const badCursor = detail(400, 'Invalid cursor parameter.');
export const badPageSize = detail(400, 'Invalid per_page parameter.');
export const pageTooLarge = (largest: number): Answer =>
	detail(400, `Invalid per_page value. Cannot exceed ${largest}.`);
/** The server says what is wrong with the JSON, and where; this is of `{not json`. */
export const notJson = detail(
	400,
	'JSON parse error - Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
);
export const wrongMethod = (method: string): Answer =>
	detail(405, `Method "${method}" not allowed.`);
export const wrongMediaType = (type: string): Answer =>
	detail(415, `Unsupported media type "${type}" in request.`);

export const noIssuesForModule = error(400, 'Issues are required');
const noIssuesCode = { code: 'MISSING_WORK_ITEMS' };

export const noIssuesForCycle = error(400, 'Work items are required', noIssuesCode);
const ended = 'The Cycle has already been completed so no new issues can be added';

/** Of adding to a cycle whose last day is over. */
export const cycleEnded = badFields({ code: 'CYCLE_COMPLETED', message: ended });
export const noUuids = error(400, 'Please provide valid detail');
export const badPayload = error(400, 'The payload is not valid');
export const badFile = error(400, 'Invalid request.', { status: false });
export const badFileType = error(400, 'Invalid file type.', { status: false });
export const notUploaded = error(400, 'The asset is not uploaded.', { status: false });
export const overloaded = error(500, 'Something went wrong please try again later');

/** The existing one's id comes with it (observed rows 12 and 23). */
export const nameTaken = (kind: string, id: string): Answer =>
	error(409, `${kind} with the same name already exists in the project`, { id });
export const externalTaken = (kind: string, id: string): Answer =>
	error(409, `${kind} with the same external id and external source already exists`, { id });
const moduleTaken = 'Module with this name already exists';

export const moduleNameTaken = error(400, moduleTaken);
export const newModuleNameTaken = (id: string): Answer =>
	badFields({ id, code: 'MODULE_NAME_ALREADY_EXISTS', error: moduleTaken, message: moduleTaken });
/** By field, but in a sentence and not in a list of them. */
export const projectTaken = (field: string): Answer => ({
	status: 409,
	body: { [field]: `The project ${field} is already taken` },
});
export const urlTaken = error(400, 'URL already exists for this Issue');

/** What concerns several fields, or none. */
const whole = (problem: string): Answer => badFields({ non_field_errors: [problem] });

export const startAfterEnd = whole('Start date cannot exceed target date');
export const badState = whole('State is not valid please pass a valid state_id');
export const badParent = whole('Parent is not valid issue_id please pass a valid issue_id');
export const noProject = whole('Project ID is required');
export const cyclesOff = whole('Cycles are not enabled for this project');
export const invited = whole('Email already invited');

export const badHtml = whole('Invalid HTML passed');
export const moduleArchived = error(400, 'Archived module cannot be edited');
export const cycleArchived = error(400, 'Archived cycle cannot be edited');
export const badProjectName = whole('Project name cannot contain special characters.');
export const projectArchived = error(400, 'Archived project cannot be updated');
export const defaultState = error(400, 'Default state cannot be deleted');
export const stateInUse = error(400, 'The state is not empty, only empty states can be deleted');
export const notYours = error(403, 'Only admin or creator can delete the work item');
const both = 'Both start date and end date are either required or are to be null';

export const oneDayAlone = error(400, both);
export const endedCycle = error(400, 'The Cycle has already been completed so it cannot be edited');
export const notEndedYet = error(400, 'The old cycle is not completed yet');
export const onlyEnded = error(400, 'Only completed cycles can be archived');
export const onlyDone = error(400, 'Only completed or cancelled modules can be archived');
export const nameMissing = error(400, 'Name is required');
const off = "Intake is not enabled for this project enable it through the project's api";

export const intakeOff = error(400, off);

export const tooMany: Answer = {
	status: 429,
	body: { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
};
