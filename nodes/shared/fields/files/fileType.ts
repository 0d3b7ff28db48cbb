/** The MIME type of a file of unknown type. */
export const ANY_FILE = 'application/octet-stream';

/**
 * The MIME types that Plane accepts, by their other names. Plane compares types as exact texts (row
 * 70). The names come from shared-mime-info, which desktops and mail programs use, and from reports of
 * users (row 320).
 */
const ALIASES: Readonly<Record<string, string>> = {
	'application/acrobat': 'application/pdf',
	'application/csv': 'text/csv',
	'application/font-woff': 'font/woff',
	'application/javascript': 'text/javascript',
	'application/msexcel': 'application/vnd.ms-excel',
	'application/mspowerpoint': 'application/vnd.ms-powerpoint',
	'application/powerpoint': 'application/vnd.ms-powerpoint',
	'application/sql': 'application/x-sql',
	'application/vnd.ms-word': 'application/msword',
	'application/vnd.rar': 'application/x-rar-compressed',
	'application/x-csv': 'text/csv',
	'application/x-font-otf': 'font/otf',
	'application/x-font-ttf': 'font/ttf',
	'application/x-gtar': 'application/x-tar',
	'application/x-javascript': 'text/javascript',
	'application/x-json': 'application/json',
	'application/x-msexcel': 'application/vnd.ms-excel',
	'application/x-mspowerpoint': 'application/vnd.ms-powerpoint',
	'application/x-msword': 'application/msword',
	'application/x-pdf': 'application/pdf',
	'application/x-rtf': 'application/rtf',
	'audio/m4a': 'audio/x-m4a',
	'audio/mp3': 'audio/mpeg',
	'audio/mp4': 'audio/x-m4a',
	'audio/vnd.wave': 'audio/wav',
	'audio/wave': 'audio/wav',
	'audio/x-aac': 'audio/aac',
	'audio/x-flac': 'audio/flac',
	'audio/x-mp3': 'audio/mpeg',
	'audio/x-mpeg': 'audio/mpeg',
	'audio/x-ogg': 'audio/ogg',
	'audio/x-wav': 'audio/wav',
	'image/jpg': 'image/jpeg',
	'image/pjpeg': 'image/jpeg',
	'image/svg': 'image/svg+xml',
	'image/x-bmp': 'image/bmp',
	'image/x-ms-bmp': 'image/bmp',
	'image/x-png': 'image/png',
	'text/json': 'application/json',
	'text/rtf': 'application/rtf',
	'text/x-comma-separated-values': 'text/csv',
	'text/x-csv': 'text/csv',
	'text/x-markdown': 'text/markdown',
	'text/x-sql': 'application/x-sql',
	'video/avi': 'video/x-msvideo',
	'video/msvideo': 'video/x-msvideo',
	'video/vnd.avi': 'video/x-msvideo',
	'video/x-avi': 'video/x-msvideo',
	'video/x-m4v': 'video/mp4',
	'video/x-mpeg': 'video/mpeg',
	'video/x-ogg': 'video/ogg',
};

/** What storages and browsers say of a file whose type they do not know: S3 says the first. Plane accepts none. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set([
	'binary/octet-stream',
	'application/binary',
	'application/force-download',
	'application/unknown',
	'application/x-binary',
	'application/x-download',
]);

/** Types that Plane accepts (row 70), by the extensions of files. */
const TYPES_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
	['csv', 'text/csv'],
	['doc', 'application/msword'],
	['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	['gif', 'image/gif'],
	['jpeg', 'image/jpeg'],
	['jpg', 'image/jpeg'],
	['json', 'application/json'],
	['md', 'text/markdown'],
	['mp3', 'audio/mpeg'],
	['mp4', 'video/mp4'],
	['pdf', 'application/pdf'],
	['png', 'image/png'],
	['ppt', 'application/vnd.ms-powerpoint'],
	['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	['svg', 'image/svg+xml'],
	['txt', 'text/plain'],
	['webp', 'image/webp'],
	['xls', 'application/vnd.ms-excel'],
	['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	['xml', 'application/xml'],
	['zip', 'application/zip'],
]);

/** The type that the name of a file says. */
function readTypeOfName(fileName: string): string {
	const extension = /\.([a-z\d]+)$/i.exec(fileName)?.[1]?.toLowerCase();

	return TYPES_BY_EXTENSION.get(extension ?? '') ?? ANY_FILE;
}

/**
 * Converts a MIME type to the form that Plane accepts: in lower case, without parameters, and by its
 * usual name. `text/csv; charset=utf-8` → `text/csv`, `image/jpg` → `image/jpeg`
 *
 * @param fileName its extension decides if the type only says that it is unknown
 */
export function normalizeFileType(mimeType: string, fileName = ''): string {
	const [name = ''] = mimeType.split(';', 1);
	const type = name.trim().toLowerCase();
	if (type === '') return ANY_FILE;
	if (UNKNOWN_TYPES.has(type)) return readTypeOfName(fileName);

	return (Object.hasOwn(ALIASES, type) ? ALIASES[type] : undefined) ?? type;
}

/**
 * Finds the type of a file that was read from an address. Web servers say of any file that they do not know that it is
 * an `application/octet-stream`, so that its name decides then, too.
 */
export function findFileType(contentType: string, fileName: string): string {
	const type = normalizeFileType(contentType, fileName);

	return type === ANY_FILE ? readTypeOfName(fileName) : type;
}
