import type { JsonValue } from 'n8n-workflow';

import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { quote } from '../../../shared/text/quote';
import { ANY_FILE } from '../../../shared/fields/files/fileType';
import { isJsonObject } from '../../../shared/fields/json';
import type { Call, UploadCall, UploadFile } from '../../../shared/model/call';
import type { Operation } from '../../../shared/operations/operation';
import {
	isProblem,
	isUnfinished,
	problem,
	type Problem,
	refused,
	type Result,
} from '../../../shared/result/problem';
import {
	parseCredentials,
	type PolicyViolation,
	findPolicyViolation,
} from '../../storage/uploadCredentials';
import type { HttpResponse } from '../../../shared/transport/response';
import { type Execution, type JobResult, toOutputs } from '../Execution';
import { executeUpload } from './uploadFile';

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
	const outcomes = await Promise.all(
		files.map(async (file) => {
			const isAlone = files.filter(({ name }) => name === file.name).length === 1;
			const attaching = async () => await attachFile(call, file, execution, issued);

			return {
				name: quote(file.name) + (isAlone ? '' : ` of ${file.field}`),
				type: file.mimeType,
				outcome: await execution.fileSemaphore.run(attaching),
			};
		}),
	);

	const attached = outcomes.filter(({ outcome }) => !isProblem(outcome));
	const records = outcomes.flatMap(({ outcome }) => (isProblem(outcome) ? [] : [outcome]));
	const failures = outcomes.flatMap(({ name, type, outcome }) => {
		if (!isProblem(outcome)) return [];

		return [{ name: outcome.tag === 'fileType' ? `${name} (${type})` : name, outcome }];
	});
	// What nobody knows has to be looked at first; something that was wrong says more than that
	// others were broken off because of it.
	const failed =
		failures.find(hasUnknownOutcome) ??
		failures.find(({ outcome }) => !isUnfinished(outcome)) ??
		failures[0];
	if (failed === undefined) return toOutputs(records);

	const { name, outcome } = failed;
	const others = failures.filter((each) => each !== failed);
	const known = others.filter((each) => !hasUnknownOutcome(each));
	const rest = [
		listFiles('Also unknown', others.filter(hasUnknownOutcome)),
		listFiles('Also not attached', known),
		listFiles('Attached anyway', attached, ' Leave them out when you run it again.'),
	].join('');

	return {
		...outcome,
		message: `${name} ${hasUnknownOutcome(failed) ? 'may not be' : 'was not'} attached: ${outcome.message}`,
		description: outcome.description + rest,
		...(isUnfinished(outcome) && attached.length > 0 ? { tag: 'partial' } : {}),
	};
}

/** ` Also not attached: "a.txt", "b.txt".`, or nothing where there is none. */
const listFiles = (what: string, files: readonly { readonly name: string }[], then = ''): string =>
	files.length === 0 ? '' : ` ${what}: ${files.map(({ name }) => name).join(', ')}.${then}`;

const hasUnknownOutcome = ({ outcome }: { outcome: Problem }): boolean =>
	outcome.tag === 'unknownOutcome';

/** Attaches one file: asks for credentials, uploads, and completes (row 16). */
async function attachFile(
	call: Call<'attach'>,
	given: UploadFile,
	execution: Execution,
	whenIssued: () => void,
) {
	const { client } = execution;
	const { operation } = call;
	const requested = await requestCredentials(call, given, execution);
	if (isProblem(requested)) return requested;

	const { response, file } = requested;
	const { size } = file;
	const issued = parseIssued(response.json, operation.upload);
	if (isProblem(issued)) {
		return unexpectedResponse(response, `is not an upload credential: ${issued.message}`);
	}

	whenIssued();
	const { id, attachment, url, form } = issued;
	const steps = `upload credentials issued (asset ID ${id})`;

	const objection = findPolicyViolation(form, size, Date.now());
	if (objection !== undefined) {
		const description = `${REMEDIES[objection.kind]} Steps done: ${steps}. ${NOT_VISIBLE}.`;

		return problem({ tag: 'invalid', message: objection.problem, description });
	}

	const step: UploadCall = {
		kind: 'upload',
		operation: operation.upload,
		itemIndex: call.itemIndex,
		file,
		url,
		form,
		isOwn: true,
		isAtBaseUrl: client.isAtBaseUrl(url),
	};
	const uploaded = await executeUpload(step, client);
	if (isProblem(uploaded)) return withSteps(uploaded, steps);

	// It tells the service that the file is there.
	const { method, subPath, body } = operation.completion;
	const place = { ...call, path: { ...call.path, [subPath.slice(1, -2)]: id }, files: [file] };
	const completed = await client.request(place, {
		method,
		path: operation.request.path + subPath,
		body,
	});

	return isProblem(completed)
		? withSteps(completed, `${steps}, file uploaded`)
		: { ...attachment, ...body };
}

/**
 * Requests credentials for a file. Its type is decided by what the server says, because the lists of
 * types differ between versions (row 70).
 *
 * @returns the response with the file as it was announced, or why there are no credentials
 */
async function requestCredentials(
	call: Call<'attach'>,
	file: UploadFile,
	execution: Execution,
): Promise<Result<{ readonly response: HttpResponse; readonly file: UploadFile }>> {
	const { client, unknownFileTypes } = execution;
	const { name, mimeType: type, size } = file;
	const asAnyFile = { ...file, mimeType: ANY_FILE };
	const maySendAsAnyFile = call.ifUnknownType === 'sendAsAnyFile' && type !== ANY_FILE;
	if (maySendAsAnyFile && unknownFileTypes.has(type)) {
		return await requestCredentials(call, asAnyFile, execution);
	}

	// Asking for credentials a second time does no harm: nothing shows before it is completed.
	const response = await client.request(call, { body: { name, type, size }, isHarmless: true });
	if (!isProblem(response)) return { response, file };

	if (response.tag === 'fileType') {
		unknownFileTypes.add(type);
		if (type === ANY_FILE) return { ...response, description: CHANGE_TYPE };

		return maySendAsAnyFile ? await requestCredentials(call, asAnyFile, execution) : response;
	}
	if (response.status !== 400) return response;

	const announced = ` The file was announced as ${type} with ${size} bytes.`;

	return { ...response, description: response.description + announced };
}

/** What to do if a server does not take a file as one of any type. */
const CHANGE_TYPE =
	'Change the file to another type, or ask whoever runs the server to allow this one.';

/** What to do where the credentials that the service issued do not fit its own file. */
const REMEDIES: Readonly<Record<PolicyViolation['kind'], string>> = {
	size: 'The server does not allow this size: make the file smaller, or ask whoever runs the server to allow larger ones.',
	time: 'Check the clocks of n8n and of the server: these credentials are brand new.',
	field:
		'Ask whoever runs the server to check its storage: these credentials are as it issued them.',
};

/** What comes of an attachment whose steps were not all done. */
const NOT_VISIBLE = 'An attachment that is not completed does not show in Plane';

/** A Problem after some steps were done. Where the last one may have been too, its doubt is told. */
function withSteps(problem: Problem, steps: string): Problem {
	const end =
		problem.tag === 'unknownOutcome' ? '' : ` ${NOT_VISIBLE}, so the item can be run again.`;

	return { ...problem, description: `${problem.description} Steps done: ${steps}.${end}` };
}

/** What the service issues: the credentials, the ID of the attachment, and its record so far. */
function parseIssued(json: JsonValue | undefined, upload: Operation<'upload'>) {
	if (!isJsonObject(json)) return refused('it is no record', '');

	const credentials = parseCredentials(json, upload);
	if (isProblem(credentials)) return credentials;

	const attachment = isJsonObject(json.attachment) ? json.attachment : {};
	const id = json.asset_id ?? attachment.id;

	return typeof id === 'string' && id !== ''
		? { ...credentials, id, attachment: { id, ...attachment } }
		: refused('the ID of the asset ("asset_id") is missing', '');
}
