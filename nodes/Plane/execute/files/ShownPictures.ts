import { failed } from '../../../shared/errors/problemFrom';
import { appendBlocks } from '../../../shared/html/appendBlocks';
import {
	type UploadedPicture,
	writeUploadedPicture,
} from '../../../shared/markdown/uploadedPictures';
import type { Call, RecordUpdate } from '../../../shared/model/call';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import { asText } from '../../../shared/values/asText';
import type { RecordChanges } from '../write/RecordChanges';
import { requireComplete, type Saved } from '../write/WriteResult';

/** Shows attached pictures in a text of the record that they are attached to (row 326). */
export class ShownPictures {
	constructor(private readonly changes: RecordChanges) {}

	/** Adds pictures at the end of the text, in their order. @returns why it does not show them, or undefined */
	async show(
		call: Call<'attach'>,
		pictures: readonly UploadedPicture[],
	): Promise<Problem | undefined> {
		if (!call.showsPictures || pictures.length === 0) return undefined;

		const result = await this.addToText(call, pictures.map(writeUploadedPicture).join(''));

		return isProblem(result) ? notShown(pictures, result) : undefined;
	}

	private async addToText(
		{ itemIndex, operation, workspace, path, displayNames = {} }: Call<'attach'>,
		blocks: string,
	): Promise<Result<readonly Saved[]>> {
		const { operation: update, textField } = operation.shownIn;
		const change: RecordUpdate = {
			kind: 'update',
			itemIndex,
			operation: update,
			workspace,
			path,
			displayNames,
			body: {},
		};
		const result = await this.changes.updateFrom(change, ({ [textField]: text }) =>
			text === undefined
				? textMissing()
				: { [textField]: appendBlocks(asText(text) ?? '', blocks) },
		);

		return isProblem(result) ? result : requireComplete(result);
	}
}

/** What is there already would be lost. */
const textMissing = (): Problem =>
	failed(
		'The response of the server has no description',
		'This version of Plane does not show it: update the server.',
	);

/** The files are attached all the same: a second run would attach them again. */
function notShown(pictures: readonly UploadedPicture[], reason: Problem): Problem {
	const verb = reason.effect === 'maybeDone' ? 'may' : 'does';
	const markdown = pictures.map(({ fileId }) => `![](${fileId})`).join(' ');
	const description = `${reason.description} To show what is missing, add ${markdown} to the description.`;

	return {
		...reason,
		effect: 'partlyDone',
		message: `Pictures are attached, but the description ${verb} not show them: ${reason.message}`,
		description: description.trimStart(),
	};
}
