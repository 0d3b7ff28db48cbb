import type { JsonObject } from 'n8n-workflow';

import { unexpected } from '../errors/wrongUrl';
import { quote } from '../fields/describe';
import { isJsonObject } from '../fields/json';
import type { Call, UploadFile } from '../model/call';
import type { Attach } from '../operations/operation';
import {
	isProblem,
	isUnfinished,
	problem,
	type Problem,
	refused,
	type Result,
} from '../result/problem';
import { type Credentials, issuedIn } from '../storage/uploadCredentials';
import { type Objection, objectionOf } from '../storage/uploadPolicy';
import type { HttpResponse } from '../transport/response';
import type { Execution } from './execution';
import { type JobResult, outputsOf } from './jobResults';
import { upload } from './uploadResult';

/**
 * Attaches the files of a call, several at the same time.
 *
 * @param issued called when the service has issued upload credentials
 * @returns the attachments in the order of the files, or why one that failed could not be attached,
 *   and which ones were
 */
export async function executeAttach(
	call: Call<'attach'>,
	execution: Execution,
	issued: () => void,
): Promise<JobResult> {
	const { files } = call;
	const nameOf = ({ name, field }: UploadFile): string =>
		files.filter((file) => file.name === name).length === 1
			? quote(name)
			: `${quote(name)} of ${field}`;
	const outcomes = await Promise.all(
		files.map(async (file) => {
			const outcome = await execution.files.run(
				async () => await attachOne(call, file, execution, issued),
			);
			return { file, outcome };
		}),
	);

	const attached = outcomes.flatMap(({ file, outcome }) =>
		isProblem(outcome) ? [] : [{ name: nameOf(file), outcome }],
	);
	const failures = outcomes.flatMap(({ file, outcome }) =>
		isProblem(outcome) ? [{ name: nameOf(file), outcome }] : [],
	);
	// What nobody knows has to be looked at first; something that was wrong says more than that
	// others were broken off because of it.
	const failed =
		failures.find(({ outcome }) => isUnknown(outcome)) ??
		failures.find(({ outcome }) => !isUnfinished(outcome)) ??
		failures[0];
	if (failed === undefined) return outputsOf(attached.map(({ outcome }) => outcome));

	const { name, outcome } = failed;
	const others = failures.filter((each) => each !== failed);
	const rest = [
		named(
			'Also unknown',
			others.filter((each) => isUnknown(each.outcome)),
		),
		named(
			'Also not attached',
			others.filter((each) => !isUnknown(each.outcome)),
		),
		named('Attached anyway', attached, ' Leave them out when you run it again.'),
	].join('');
	return {
		...outcome,
		message: `${name} ${isUnknown(outcome) ? 'may not be' : 'was not'} attached: ${outcome.message}`,
		description: outcome.description + rest,
		...(isUnfinished(outcome) && attached.length > 0 ? { tag: 'partial' } : {}),
	};
}

/** ` Also not attached: "a.txt", "b.txt".`, or nothing where there is none. */
const named = (what: string, files: readonly { readonly name: string }[], then = ''): string =>
	files.length === 0 ? '' : ` ${what}: ${files.map(({ name }) => name).join(', ')}.${then}`;

const isUnknown = ({ tag }: Problem): boolean => tag === 'unknownOutcome';

/** Attaches one file: asks for credentials, uploads, and completes (row 16). */
async function attachOne(
	call: Call<'attach'>,
	file: UploadFile,
	{ client }: Execution,
	whenIssued: () => void,
): Promise<Result<JsonObject>> {
	const { attach, request } = call.operation;
	const { name, mimeType: type, size } = file;
	// Asking for credentials a second time does no harm: nothing shows before it is completed.
	const response = await client.request(call, { body: { name, type, size }, isHarmless: true });
	if (isProblem(response)) return notIssued(response, file);
	const issued = readIssued(response, attach);
	if (isProblem(issued)) {
		return unexpected(response, `is not an upload credential: ${issued.message}`);
	}
	whenIssued();
	const { id, attachment, ...credentials } = issued;
	const steps = `upload credentials issued (asset ID ${id})`;

	const objection = objectionOf(credentials.form, size, Date.now());
	if (objection !== undefined) {
		const description = `${REMEDIES[objection.kind]} Steps done: ${steps}. ${HIDDEN}.`;
		return problem({ tag: 'invalid', message: objection.problem, description });
	}
	const { itemIndex } = call;
	const uploaded = await upload(
		{
			...{ kind: 'upload', itemIndex, operation: attach.upload, file, isOwn: true },
			...credentials,
		},
		client,
	);
	if (isProblem(uploaded)) return interrupted(uploaded, steps);

	// It tells the service that the file is there.
	const { method, path, body } = attach.complete;
	const place = { ...call, path: { ...call.path, [path.slice(1, -2)]: id }, files: [file] };
	const completed = await client.request(place, { method, path: request.path + path, body });
	return isProblem(completed)
		? interrupted(completed, `${steps}, file uploaded`)
		: { ...attachment, ...body };
}

/** What to do where the credentials that the service issued do not fit its own file. */
const REMEDIES: Readonly<Record<Objection['kind'], string>> = {
	size: 'The server does not allow this size: make the file smaller, or ask whoever runs the server to allow larger ones.',
	time: 'Check the clocks of n8n and of the server: these credentials are brand new.',
	field:
		'Ask whoever runs the server to check its storage: these credentials are as it issued them.',
};

/** What comes of an attachment whose steps were not all done. */
const HIDDEN = 'An attachment that is not completed does not show in Plane';

/** A Problem after some steps were done. Where the last one may have been too, its doubt is told. */
const interrupted = (problem: Problem, steps: string): Problem => ({
	...problem,
	description: `${problem.description} Steps done: ${steps}.${
		isUnknown(problem) ? '' : ` ${HIDDEN}, so the item can be run again.`
	}`,
});

/** A Problem with what was asked for, where the service refused it for some reason of its own. */
const notIssued = (problem: Problem, { mimeType, size }: UploadFile): Problem =>
	problem.status === 400
		? {
				...problem,
				description: `${problem.description} The file was announced as ${mimeType} with ${String(size)} bytes.`,
			}
		: problem;

/** What the service issues: the credentials, the ID of the attachment, and its record so far. */
function readIssued(
	{ json }: HttpResponse,
	{ upload: { upload: form } }: Attach,
): Result<Credentials & { readonly id: string; readonly attachment: JsonObject }> {
	if (!isJsonObject(json)) return refused('it is no record', '');
	const credentials = issuedIn(json, form);
	if (isProblem(credentials)) return credentials;
	const attachment = isJsonObject(json.attachment) ? json.attachment : {};
	const id = json.asset_id ?? attachment.id;
	return typeof id === 'string' && id !== ''
		? { ...credentials, id, attachment: { id, ...attachment } }
		: refused('the ID of the asset ("asset_id") is missing', '');
}
