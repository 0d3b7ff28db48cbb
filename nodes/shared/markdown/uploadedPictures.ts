import { buildTree, type Element, type Node } from '../html/buildTree';
import { escapeAttribute } from '../html/escape';
import { readTokens } from '../html/readTokens';
import { writeNodes } from '../html/toStoredHtml';
import { isUuid } from '../values/textForms';

const PICTURE = 'image-component';

/** What Markdown has of a picture. */
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(['src', 'title']);

/** A picture of Plane's editor. */
export interface UploadedPicture {
	/** The ID of a file that was uploaded to the project, such as an attachment. */
	readonly fileId: string;
	/** What the picture shows. Plane keeps it as the title of the element, and shows it nowhere. */
	readonly words: string;
}

/** Writes a picture. The ID of its file is enough: Plane's editor adds its size when it first shows it (row 326). */
export function writeUploadedPicture({ fileId, words }: UploadedPicture): string {
	const title = words === '' ? '' : ` title="${escapeAttribute(words)}"`;

	return `<${PICTURE} src="${fileId}"${title}></${PICTURE}>`;
}

/**
 * Reads a picture that Markdown can have.
 *
 * @returns undefined if it has more than `writeUploadedPicture` writes, such as a size
 */
export function readUploadedPicture({ attributes }: Element): UploadedPicture | undefined {
	const fileId = attributes.get('src') ?? '';
	const words = attributes.get('title') ?? '';
	const hasOthers = [...attributes.keys()].some((name) => !KEPT_ATTRIBUTES.has(name));
	const isLine = words === words.replace(/\s+/g, ' ').trim();

	return isUuid(fileId) && !hasOthers && isLine ? { fileId, words } : undefined;
}

/** The IDs of the files of the pictures in HTML. */
export function findUploadedPictures(html: string): readonly string[] {
	const fileIds: string[] = [];
	if (!html.includes(PICTURE)) return fileIds;

	for (const token of readTokens(html)) {
		if (token.kind !== 'start' || token.name !== PICTURE) continue;

		fileIds.push(token.attributes.get('src') ?? '');
	}

	return fileIds;
}

/** Removes from the pictures in HTML what `writeUploadedPicture` does not write. */
export const removePictureSizes = (html: string): string =>
	html.includes(PICTURE) ? writeNodes(buildTree(html).children.map(withoutSizes)) : html;

function withoutSizes(node: Node): Node {
	if (node.kind === 'text') return node;

	const attributes = [...node.attributes].filter(
		([name]) => node.name !== PICTURE || KEPT_ATTRIBUTES.has(name),
	);

	return { ...node, attributes: new Map(attributes), children: node.children.map(withoutSizes) };
}
