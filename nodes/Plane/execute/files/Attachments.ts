import type { JsonObject, JsonValue } from 'n8n-workflow';

import { unexpectedResponse } from '../../../shared/errors/credentialErrors';
import { quote } from '../../../shared/text/quote';
import { ANY_FILE } from '../../../shared/fields/files/fileType';
import { asText } from '../../../shared/values/asText';
import { isJsonObject } from '../../../shared/values/json';
import { listPlaceholders } from '../../../shared/lists/picker';
import type { UploadedPicture } from '../../../shared/markdown/uploadedPictures';
import type { Call, UploadCall, UploadFile } from '../../../shared/model/call';
import { placeWithin } from '../../../shared/model/place';
import type { Operation } from '../../../shared/operations/operation';
import { findSimplifier } from '../../../shared/operations/shared/recordOutput';
import {
	isProblem,
	findMainFailure,
	problem,
	type Problem,
	refused,
	type Result,
	withPartDone,
} from '../../../shared/result/problem';
import {
	parseCredentials,
	type PolicyViolation,
	findPolicyViolation,
} from '../../storage/uploadCredentials';
import { Semaphore } from '../../../shared/scheduler/Semaphore';
import type { HttpResponse } from '../../../shared/transport/response';
import { moveIdLast } from '../moveIdLast';
import { type JobResult, toRows } from '../results';
import type { RequestServices } from '../RequestServices';
import { fetchFile } from './fetchFile';
import type { ShownPictures } from './ShownPictures';
import { uploadToStorage } from './uploadToStorage';

/** The outcome of attaching one file. */
interface Attachment {
	/** The quoted name of the file, with its binary field if several files have that name. */
	readonly name: string;
	readonly file: UploadFile;
	readonly outcome: Result<JsonObject>;
}

/** A file that was not attached, or may not have been. */
interface Failure {
	readonly name: string;
	readonly problem: Problem;
}

/** Attaches files to records. */
export class Attachments {
	/** Limits the files transferred at the same time: their signed addresses expire. */
	private readonly semaphore: Semaphore;
	/** MIME types that the server has refused (row 70). */
	private readonly refusedTypes = new Set<string>();

	constructor(
		private readonly services: RequestServices,
		private readonly shownPictures: ShownPictures,
	) {
		this.semaphore = new Semaphore(services.scheduler.settings.concurrency);
	}

	/**
	 * Attaches the files of a call, several at the same time. A file at an address is read before anything is sent.
	 *
	 * @param onCredentials called when the service has issued upload credentials
	 * @returns the attachments in the order of the files, or a Problem that lists which files were attached and which
	 *   were not
	 */
	async attach(call: Call<'attach'>, onCredentials: () => void): Promise<JobResult> {
		const { remoteFile } = call;
		if (remoteFile === undefined) return await this.attachFiles(call, onCredentials);

		const fetchOne = async () => await fetchFile(remoteFile, this.services.client);
		const file = await this.semaphore.run(fetchOne);
		if (isProblem(file)) return file;

		return await this.attachFiles({ ...call, files: [file] }, onCredentials);
	}

	/** Attaches the files of a call, several at the same time. */
	private async attachFiles(call: Call<'attach'>, onCredentials: () => void): Promise<JobResult> {
		const { files } = call;
		const attachments = await Promise.all(
			files.map(async (file): Promise<Attachment> => {
				const hasUniqueName = files.filter(({ name }) => name === file.name).length === 1;
				const attach = async () => await this.attachFile(call, file, onCredentials);

				return {
					name: hasUniqueName ? quote(file.name) : `${quote(file.name)} of ${file.field}`,
					file,
					outcome: await this.semaphore.run(attach),
				};
			}),
		);

		const failures = findFailures(attachments);
		const first = failures.find(hasUnknownOutcome) ?? findMainFailure(failures);
		const notShown = await this.shownPictures.show(call, findPictures(attachments));

		if (first !== undefined) {
			const failure = describeFailure(first, failures, attachments);
			const addition = notShown ? ` ${notShown.message}. ${notShown.description}` : '';

			return { ...failure, description: failure.description + addition };
		}
		if (notShown !== undefined) return notShown;

		const records = attachments
			.map(({ outcome }) => outcome)
			.filter((outcome): outcome is JsonObject => !isProblem(outcome));

		return toRows(this.present(records, call));
	}

	/** Gives attachments the form in which the output shows them. */
	private present(
		records: readonly JsonObject[],
		{ operation, workspace, simplify }: Call<'attach'>,
	): readonly JsonObject[] {
		const simplifier = findSimplifier(operation.output);
		if (simplify !== true || simplifier === undefined) return records;

		const { webRoot } = this.services.client;

		return records.map((record) => moveIdLast(simplifier.simplify(record, { webRoot, workspace })));
	}

	/** Attaches one file: requests credentials, uploads the file and completes the attachment (row 16). */
	private async attachFile(
		call: Call<'attach'>,
		originalFile: UploadFile,
		onCredentials: () => void,
	): Promise<Result<JsonObject>> {
		const { client } = this.services;
		const { operation } = call;
		const requested = await this.requestCredentials(call, originalFile);
		if (isProblem(requested)) return requested;

		const { response, file } = requested;
		const credentials = parseIssuedCredentials(response.json, operation.upload);
		if (isProblem(credentials)) {
			return unexpectedResponse(response, `is not an upload credential: ${credentials.message}`);
		}

		onCredentials();
		const { id, attachment, url, form } = credentials;
		const stepsDone = `upload credentials issued (asset ID ${id})`;

		const violation = findPolicyViolation(form, file.size, Date.now());
		if (violation !== undefined) {
			const description = VIOLATION_REMEDIES[violation.kind];

			return withStepsDone(
				problem({ cause: 'invalid', message: violation.problem, description }),
				stepsDone,
			);
		}

		const uploadCall: UploadCall = {
			kind: 'upload',
			operation: operation.upload,
			itemIndex: call.itemIndex,
			file,
			url,
			form,
			requestedByNode: client.isAtBaseUrl(url) ? 'atBaseUrl' : 'elsewhere',
		};
		const uploaded = await uploadToStorage(uploadCall, client);
		if (isProblem(uploaded)) {
			// Whether the storage has the file makes no difference before the attachment is completed.
			return withStepsDone({ ...uploaded, effect: 'notDone' }, stepsDone);
		}

		const completed = await this.completeAttachment({ ...call, files: [file] }, id);
		if (isProblem(completed)) return withStepsDone(completed, `${stepsDone}, file uploaded`);

		return { ...attachment, ...operation.completion.body };
	}

	/** Reports to the service that a file has been uploaded, so that its attachment becomes visible. */
	private async completeAttachment(
		call: Call<'attach'>,
		assetId: string,
	): Promise<Result<HttpResponse>> {
		const { request, completion } = call.operation;
		const { method, subPath, body } = completion;
		const [placeholder = ''] = listPlaceholders(subPath);
		const place = placeWithin(call, { [placeholder]: assetId });

		return await this.services.client.request(call, {
			place,
			method,
			path: request.path + subPath,
			body,
		});
	}

	/**
	 * Requests credentials for a file. Only the server knows whether it accepts the file's type, because the
	 * accepted types differ between versions (row 70).
	 *
	 * @returns the response, and the file with the type that was accepted
	 */
	private async requestCredentials(
		call: Call<'attach'>,
		file: UploadFile,
	): Promise<Result<{ readonly response: HttpResponse; readonly file: UploadFile }>> {
		const { name, mimeType: type, size } = file;
		const fileOfGeneralType = { ...file, mimeType: ANY_FILE };
		const maySendGeneralType = call.ifUnknownType === 'sendAsAnyFile' && type !== ANY_FILE;
		if (maySendGeneralType && this.refusedTypes.has(type)) {
			return await this.requestCredentials(call, fileOfGeneralType);
		}

		// Repeating this is harmless: an attachment is not visible before it is completed.
		const response = await this.services.client.request(call, {
			body: { name, type, size },
			isHarmless: true,
		});
		if (!isProblem(response)) return { response, file };

		if (response.cause === 'fileType') {
			this.refusedTypes.add(type);
			if (type === ANY_FILE) return { ...response, description: CHANGE_TYPE };

			return maySendGeneralType ? await this.requestCredentials(call, fileOfGeneralType) : response;
		}
		if (response.status !== 400) return response;

		const announced = ` The file was announced as ${type} with ${size} bytes.`;

		return { ...response, description: response.description + announced };
	}
}

function findFailures(attachments: readonly Attachment[]): Failure[] {
	const failures: Failure[] = [];

	for (const { name, file, outcome } of attachments) {
		if (!isProblem(outcome)) continue;

		const nameWithType = `${name} (${file.mimeType})`;

		failures.push({ name: outcome.cause === 'fileType' ? nameWithType : name, problem: outcome });
	}

	return failures;
}

/** The types of files that Plane's editor takes for pictures (row 326). */
const PICTURE_TYPES: ReadonlySet<string> = new Set(
	'image/gif image/jpeg image/png image/webp'.split(' '),
);

/** The pictures among the files that were attached, in the order of the files. */
function findPictures(attachments: readonly Attachment[]): UploadedPicture[] {
	const pictures: UploadedPicture[] = [];

	for (const { file, outcome } of attachments) {
		const fileId = isProblem(outcome) ? undefined : asText(outcome.id);
		const isPicture = PICTURE_TYPES.has(file.mimeType);
		if (isPicture && fileId !== undefined) pictures.push({ fileId, words: file.name });
	}

	return pictures;
}

/** Builds the Problem of the call from its most important failure, and lists the other files. */
function describeFailure(
	first: Failure,
	failures: readonly Failure[],
	attachments: readonly Attachment[],
): Problem {
	const { name, problem } = first;
	const attached = attachments.filter(({ outcome }) => !isProblem(outcome));
	const others = failures.filter((failure) => failure !== first);
	const otherFiles = [
		listFiles('Also unknown', others.filter(hasUnknownOutcome)),
		listFiles(
			'Also not attached',
			others.filter((failure) => !hasUnknownOutcome(failure)),
		),
	].join('');
	const attachedFiles = listFiles('Attached anyway', attached);

	return {
		...withPartDone(problem, attached.length > 0),
		message: `${name} ${hasUnknownOutcome(first) ? 'may not be' : 'was not'} attached: ${problem.message}`,
		description: problem.description + otherFiles + attachedFiles,
	};
}

/** ` Also not attached: "a.txt", "b.txt".`, or `''` if there are none. */
function listFiles(label: string, files: readonly { readonly name: string }[]): string {
	if (files.length === 0) return '';

	return ` ${label}: ${files.map(({ name }) => name).join(', ')}.`;
}

const hasUnknownOutcome = ({ problem }: Failure): boolean => problem.effect === 'maybeDone';

/** What to do if a server does not even accept a file with a general type. */
const CHANGE_TYPE =
	'Change the file to another type, or ask whoever runs the server to allow this one.';

/** What to do if the issued credentials do not allow the file that they were requested for. */
const VIOLATION_REMEDIES: Readonly<Record<PolicyViolation['kind'], string>> = {
	size: 'The server does not allow this size: make the file smaller, or ask whoever runs the server to allow larger ones.',
	time: 'Check the clocks of n8n and of the server: these credentials are brand new.',
	field:
		'Ask whoever runs the server to check its storage: these credentials are as it issued them.',
};

/** What to say about a file if it is certain that it was not attached. */
const ATTACH_AGAIN =
	'An attachment that is not completed does not show in Plane: this file can be attached again.';

/** Adds the completed steps to a Problem, and says that the file can be attached again if that is safe. */
function withStepsDone(problem: Problem, stepsDone: string): Problem {
	const description = `${problem.description} Steps done: ${stepsDone}.`;

	return problem.effect === 'maybeDone'
		? { ...problem, description }
		: { ...problem, description: `${description} ${ATTACH_AGAIN}` };
}

/** Parses the response to a request for credentials: the form, and the attachment with its ID. */
function parseIssuedCredentials(json: JsonValue | undefined, upload: Operation<'upload'>) {
	if (!isJsonObject(json)) return refused('it is not a record', '');

	const credentials = parseCredentials(json, upload);
	if (isProblem(credentials)) return credentials;

	const attachment = isJsonObject(json.attachment) ? json.attachment : {};
	const id = json.asset_id ?? attachment.id;

	return typeof id === 'string' && id !== ''
		? { ...credentials, id, attachment: { id, ...attachment } }
		: refused('the ID of the asset ("asset_id") is missing', '');
}
