import type { Element } from '../html/buildTree';
import { escapeAttribute } from '../html/escape';
import { isUuid } from '../values/textForms';

/** A picture of Plane's editor. */
interface UploadedPicture {
	/** The ID of a file that was uploaded to the project, such as an attachment. */
	readonly fileId: string;
	/** What the picture shows. Plane keeps it as the title of the element, and shows it nowhere. */
	readonly words: string;
}

/** Writes a picture. The ID of its file is enough: Plane's editor adds its size when it first shows it (row 326). */
export function writeUploadedPicture({ fileId, words }: UploadedPicture): string {
	const title = words === '' ? '' : ` title="${escapeAttribute(words)}"`;

	return `<image-component src="${fileId}"${title}></image-component>`;
}

/**
 * Reads a picture that Markdown can have.
 *
 * @returns undefined if it has more than `writeUploadedPicture` writes, such as a size
 */
export function readUploadedPicture({ attributes }: Element): UploadedPicture | undefined {
	const fileId = attributes.get('src') ?? '';
	const words = attributes.get('title') ?? '';
	const hasOthers = [...attributes.keys()].some((name) => name !== 'src' && name !== 'title');
	const isLine = words === words.replace(/\s+/g, ' ').trim();

	return isUuid(fileId) && !hasOthers && isLine ? { fileId, words } : undefined;
}
