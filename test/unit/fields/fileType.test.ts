import { expect, test } from '@jest/globals';

import { normalizeFileType } from '../../../nodes/shared/fields/files/fileType';
import { fileTypes } from '../../service/known/fileTypes';

/** Other names of types that Plane accepts (row 320). */
const aliases = [
	'application/acrobat',
	'application/csv',
	'application/javascript',
	'application/msexcel',
	'application/powerpoint',
	'application/sql',
	'application/vnd.ms-word',
	'application/vnd.rar',
	'application/x-csv',
	'application/x-font-otf',
	'application/x-font-ttf',
	'application/x-javascript',
	'application/x-json',
	'application/x-msexcel',
	'application/x-mspowerpoint',
	'application/x-msword',
	'application/x-pdf',
	'application/x-rtf',
	'audio/m4a',
	'audio/mp3',
	'audio/mp4',
	'audio/vnd.wave',
	'audio/wave',
	'audio/x-aac',
	'audio/x-flac',
	'audio/x-mp3',
	'audio/x-mpeg',
	'audio/x-ogg',
	'audio/x-wav',
	'image/jpg',
	'image/pjpeg',
	'image/svg',
	'image/x-bmp',
	'image/x-ms-bmp',
	'image/x-png',
	'text/json',
	'text/rtf',
	'text/x-comma-separated-values',
	'text/x-csv',
	'text/x-markdown',
	'text/x-sql',
	'video/avi',
	'video/msvideo',
	'video/vnd.avi',
	'video/x-avi',
	'video/x-m4v',
	'video/x-mpeg',
	'video/x-ogg',
];

test.each(aliases)(
	'the type %s, which Plane does not accept, is sent as one that it accepts',
	(alias) => {
		expect(fileTypes.has(alias)).toBe(false);
		expect([...fileTypes]).toContain(normalizeFileType(alias));
	},
);

test.each([...fileTypes])('the type %s, which Plane accepts, is sent unchanged', (type) => {
	expect(normalizeFileType(type)).toBe(type);
});

test.each([
	['text/csv; charset=utf-8', 'text/csv'],
	['TEXT/PLAIN', 'text/plain'],
	['Image/JPG;q=1', 'image/jpeg'],
	[' application/pdf ;name="a;b.pdf"', 'application/pdf'],
	['image/heic', 'image/heic'],
	['toString', 'tostring'],
	['', 'application/octet-stream'],
	['; charset=utf-8', 'application/octet-stream'],
])('the type %j is sent as %s', (mimeType, type) => {
	expect(normalizeFileType(mimeType)).toBe(type);
});

// S3 says so of files that were stored without a type: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
test.each([
	['binary/octet-stream', 'report.PDF', 'application/pdf'],
	[
		'application/x-download; x=1',
		'a.b.xlsx',
		'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	],
	['binary/octet-stream', 'photo.heic', 'application/octet-stream'],
	['binary/octet-stream', 'constructor', 'application/octet-stream'],
	['text/plain', 'dump.sql', 'text/plain'],
	['application/octet-stream', 'report.pdf', 'application/octet-stream'],
])('a file of the type %s with the name %s is sent as %s', (mimeType, name, type) => {
	expect(normalizeFileType(mimeType, name)).toBe(type);
	expect([...fileTypes]).toContain(type);
});
