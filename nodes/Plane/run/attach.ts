import type { JsonObject } from 'n8n-workflow';

import { isJsonObject } from '../fields/json';
import type { Attach } from '../operations/operation';
import type { Answer } from './answer';
import { callBelow } from './below';
import type { ServiceCall, StorageCall, UploadFile } from './call';
import { unexpected } from './explain';
import { issuedIn } from './issued';
import { objectionOf } from './policy';
import { isProblem, type Problem } from './problem';
import { inLanes } from './schedule/lanes';

/** What attaching takes: requests to the service, and uploads to its storage. */
export interface Means {
	readonly ask: (call: ServiceCall) => Promise<Answer | Problem>;
	readonly upload: (call: StorageCall) => Promise<object>;
	/** Files that are attached at the same time. */
	readonly atOnce: number;
}

/**
 * Attaches the files of a call, several at once.
 *
 * @returns the attachments in the order of the files, or why the first one that failed could not be
 *   attached, and which ones were
 */
export async function attachAll(
	call: ServiceCall,
	attach: Attach,
	files: readonly UploadFile[],
	means: Means,
): Promise<JsonObject[] | Problem> {
	const outcomes = await inLanes(files, {
		atOnce: means.atOnce,
		scout: false,
		laneOf: () => undefined,
		work: async (file) => await attachOne(call, attach, file, means),
		ends: () => false,
	});
	const attached = outcomes.flatMap((outcome, index) =>
		outcome === undefined || isProblem(outcome) ? [] : [{ outcome, name: files[index]?.name }],
	);
	const [failed] = outcomes.flatMap((outcome) =>
		outcome !== undefined && isProblem(outcome) ? [outcome] : [],
	);
	if (failed === undefined) return attached.map(({ outcome }) => outcome);
	if (attached.length === 0) return failed;
	const names = attached.map(({ name }) => name).join(', ');
	const rest = `Attached all the same: ${names}. Leave them out when you run it again.`;
	const description = `${failed.description} ${rest}`;
	return failed.unfinished === undefined
		? { ...failed, description }
		: { ...failed, description, unfinished: 'partly' };
}

/** Attaches one file: asks for credentials, uploads, and completes (observed row 16). */
async function attachOne(
	call: ServiceCall,
	attach: Attach,
	file: UploadFile,
	{ ask, upload }: Means,
): Promise<JsonObject | Problem> {
	const { name, mimeType: type, size } = file;
	const answer = await ask({ ...call, body: { name, type, size } });
	if (isProblem(answer)) return notAttached(answer, file, []);
	const issued = readIssued(answer, attach);
	if (typeof issued === 'string') {
		return notAttached(unexpected(answer, `is not an upload credential: ${issued}`), file, []);
	}
	const { id, attachment, ...credentials } = issued;
	const steps = [`upload credentials issued (asset ID ${id})`];

	const objection = objectionOf(credentials.form, size, Date.now());
	if (objection !== undefined) {
		const { problem: message, remedy: description } = objection;
		return notAttached({ message, description }, file, steps);
	}
	const { itemIndex } = call;
	// Nothing shows before it is completed, and the second time takes the place of the first.
	const uploaded = await upload({
		...{ itemIndex, operation: attach.upload, file, isSafe: true },
		...credentials,
	});
	if (isProblem(uploaded)) return notAttached(uploaded, file, steps);

	// It tells the service that the file is there.
	const { complete } = attach;
	const completed = await ask({ ...callBelow(call, complete, id), body: complete.body });
	return isProblem(completed)
		? notAttached(completed, file, [...steps, 'file uploaded'])
		: { ...attachment, ...complete.body };
}

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

/** A Problem with the file that it is about, and with what was done before it. */
function notAttached(problem: Problem, { name }: UploadFile, steps: readonly string[]): Problem {
	const done =
		steps.length === 0
			? ''
			: ` Done before: ${steps.join(', ')}. An attachment that is not completed does not show in Plane, so the item can be run again.`;
	return {
		...problem,
		message: `"${name}" was not attached: ${problem.message}`,
		description: problem.description + done,
	};
}
