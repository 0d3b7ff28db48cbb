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
export const moduleNameTaken = error(400, 'Module with this name already exists');
export const overloaded = error(500, 'Something went wrong please try again later');

/** The existing one's id comes with it (observed row 12). */
export const nameTaken = (kind: 'State' | 'Label', id: string): Answer =>
	error(409, `${kind} with the same name already exists in the project`, { id });

export const tooMany: Answer = {
	status: 429,
	body: { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
};
