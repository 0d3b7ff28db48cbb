/**
 * The media types that the server accepts for files, compared exactly (row 70): ATTACHMENT_MIME_TYPES
 * of its settings, sorted. Markdown is among them since version 1.3
 * (makeplane/plane#8524 and #9026).
 */
const byGroup: Readonly<Record<string, string>> = {
	application:
		'gzip json msword octet-stream pdf rtf vnd.ms-excel vnd.ms-powerpoint ' +
		'vnd.oasis.opendocument.database vnd.oasis.opendocument.graphics ' +
		'vnd.oasis.opendocument.presentation vnd.oasis.opendocument.spreadsheet ' +
		'vnd.oasis.opendocument.text ' +
		'vnd.openxmlformats-officedocument.presentationml.presentation ' +
		'vnd.openxmlformats-officedocument.spreadsheetml.sheet ' +
		'vnd.openxmlformats-officedocument.wordprocessingml.document vnd.visio x-7z-compressed ' +
		'x-compressed x-compressed-tar x-compressed-tar-7z x-compressed-tar-bz2 ' +
		'x-compressed-tar-gz x-compressed-tar-rar x-compressed-tar-zip x-gzip x-rar ' +
		'x-rar-compressed x-sql x-tar x-zip x-zip-compressed xml zip',
	audio: 'aac flac midi mpeg ogg wav x-m4a x-midi',
	font: 'otf ttf woff woff2',
	image:
		'bmp gif jpeg png svg+xml tiff webp x-portable-bitmap x-portable-graymap x-portable-pixmap',
	model: 'gltf+json gltf-binary',
	text: 'css csv javascript markdown plain xml',
	video: 'mp4 mpeg ogg quicktime webm x-ms-wmv x-msvideo',
};

export const fileTypes: ReadonlySet<string> = new Set(
	Object.entries(byGroup).flatMap(([group, names]) =>
		names.split(' ').map((name) => `${group}/${name}`),
	),
);
