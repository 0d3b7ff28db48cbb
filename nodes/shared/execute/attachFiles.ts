import type { JsonObject } from 'n8n-workflow';

import { quote } from '../fields/describe';
import { isJsonObject } from '../fields/json';
import type { Attach } from '../operations/operation';
import type { Answer } from '../transport/response';
import { callBelow } from '../client/below';
import type { ServiceCall, StorageCall, UploadFile } from '../model/call';
import { unexpected } from '../errors';
import { issuedIn } from '../storage/uploadCredentials';
import { objectionOf, type Objection } from '../storage/uploadPolicy';
import { isProblem, problem, type Problem } from '../result/problem';
import type { Turns } from '../scheduler/turns';

/** What attaching takes: requests to the service, and uploads to its storage. */
export interface Means {
	readonly ask: (call: ServiceCall) => Promise<Answer | Problem>;
	readonly upload: (call: StorageCall) => Promise<object>;
	/** Called when the service has issued upload credentials. */
	readonly issued: () => void;
	/** What all files of the execution wait for, those of other items too. */
	readonly turns: Turns;
}

/**
 * Attaches the files of a call, several at once.
 *
 * @returns the attachments in the order of the files, or why one that failed could not be attached,
 *   and which ones were
 */
export async function attachAll(
	call: ServiceCall,
	attach: Attach,
	files: readonly UploadFile[],
	means: Means,
): Promise<JsonObject[] | Problem> {
	const nameOf = ({ name, field }: UploadFile): string =>
		files.filter((file) => file.name === name).length === 1
			? quote(name)
			: `${quote(name)} of ${field}`;
	const outcomes = await Promise.all(
		files.map(async (file) => {
			const outcome = await means.turns.take(
				async () => await attachOne(call, attach, file, means),
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
		failures.find(({ outcome }) => outcome.isDoubtful) ??
		failures.find(({ outcome }) => outcome.unfinished === undefined) ??
		failures[0];
	if (failed === undefined) return attached.map(({ outcome }) => outcome);

	const { name, outcome } = failed;
	const others = failures.filter((each) => each !== failed);
	const rest = [
		named(
			'Not known either',
			others.filter((each) => each.outcome.isDoubtful),
		),
		named(
			'Not attached either',
			others.filter((each) => !each.outcome.isDoubtful),
		),
		named('Attached all the same', attached, ' Leave them out when you run it again.'),
	].join('');
	return {
		...outcome,
		message: `${name} ${outcome.isDoubtful ? 'may not be' : 'was not'} attached: ${outcome.message}`,
		description: outcome.description + rest,
		...(outcome.unfinished !== undefined && attached.length > 0 ? { unfinished: 'partly' } : {}),
	};
}

/** ` Not attached either: "a.txt", "b.txt".`, or nothing where there is none. */
const named = (what: string, files: readonly { readonly name: string }[], then = ''): string =>
	files.length === 0 ? '' : ` ${what}: ${files.map(({ name }) => name).join(', ')}.${then}`;

/** Attaches one file: asks for credentials, uploads, and completes (observed row 16). */
async function attachOne(
	call: ServiceCall,
	attach: Attach,
	file: UploadFile,
	{ ask, upload, issued: told }: Means,
): Promise<JsonObject | Problem> {
	const { name, mimeType: type, size } = file;
	const answer = await ask({ ...call, body: { name, type, size } });
	if (isProblem(answer)) return notIssued(answer, file);
	const issued = readIssued(answer, attach);
	if (typeof issued === 'string') {
		return unexpected(answer, `is not an upload credential: ${issued}`);
	}
	told();
	const { id, attachment, ...credentials } = issued;
	const steps = `upload credentials issued (asset ID ${id})`;

	const objection = objectionOf(credentials.form, size, Date.now());
	if (objection !== undefined) {
		const description = `${REMEDIES[objection.kind]} Done before: ${steps}. ${HIDDEN}.`;
		return problem({ message: objection.problem, description });
	}
	const { itemIndex } = call;
	// Nothing shows before it is completed, and the second time takes the place of the first.
	const uploaded = await upload({
		...{ itemIndex, operation: attach.upload, file, isOwn: true },
		...credentials,
	});
	if (isProblem(uploaded)) return brokenOff(uploaded, steps);

	// It tells the service that the file is there.
	const { complete } = attach;
	const last = { ...callBelow(call, complete, id), body: complete.body, files: [file] };
	const completed = await ask(last);
	return isProblem(completed)
		? brokenOff(completed, `${steps}, file uploaded`)
		: { ...attachment, ...complete.body };
}

/** What to do where the credentials that the service issued do not fit its own file. */
const REMEDIES: Readonly<Record<Objection['kind'], string>> = {
	size: 'That is what the server allows: make the file smaller, or ask whoever runs the server to allow larger ones.',
	time: 'Check the clocks of n8n and of the server: these credentials are new.',
	field:
		'Ask whoever runs the server to check its storage: these credentials are as it issued them.',
};

/** What comes of an attachment whose steps were not all done. */
const HIDDEN = 'An attachment that is not completed does not show in Plane';

/** A Problem after some steps were done. Where the last one may have been too, its doubt is told. */
const brokenOff = (problem: Problem, steps: string): Problem => ({
	...problem,
	description: `${problem.description} Done before: ${steps}.${
		problem.isDoubtful === true ? '' : ` ${HIDDEN}, so the item can be run again.`
	}`,
});

/** A Problem with what was asked for, where the service refused it for some reason of its own. */
const notIssued = (problem: Problem, { mimeType, size }: UploadFile): Problem =>
	problem.cause?.status === 400
		? {
				...problem,
				description: `${problem.description} The file was announced as ${mimeType} with ${String(size)} bytes.`,
			}
		: problem;

/** What the service issues: the credentials, the ID of the attachment, and its record so far. */
function readIssued({ json }: Answer, { upload }: Attach) {
	if (!isJsonObject(json)) return 'it is no record';
	const credentials = issuedIn(json, upload.upload);
	if (typeof credentials === 'string') return credentials;
	const attachment = isJsonObject(json.attachment) ? json.attachment : {};
	const id = json.asset_id ?? attachment.id;
	return typeof id === 'string' && id !== ''
		? { ...credentials, id, attachment: { id, ...attachment } }
		: 'the ID of the asset ("asset_id") is missing';
}
