import { describe, expect, test } from '@jest/globals';

import { textFile, uploadsIn } from './uploads';
import { useWorld } from './useWorld';

const world = useWorld();
const { send, presigned, lastRequest } = uploadsIn(world);

const TYPE = 'text/plain';

/** Names of files with their types: those that people have, and those that break a header. */
const files: readonly (readonly [title: string, name: string, type: string])[] = [
	['an ordinary name', 'notes.txt', TYPE],
	['blanks', 'my  meeting notes.txt', TYPE],
	['blanks at both ends', '  notes.txt  ', TYPE],
	['no ending', 'README', 'application/octet-stream'],
	['several endings', 'backup.2026-11-21.tar.gz', 'application/gzip'],
	['a dot at the start', '.env.example', TYPE],
	['dots alone', '...', TYPE],
	['quotes', 'with "quotes".txt', TYPE],
	['a quote at the end', 'inch 5"', TYPE],
	['single quotes', "it's 'mine'.txt", TYPE],
	['a line break of Windows', 'two\r\nlines.txt', TYPE],
	['a line break of Unix', 'one\nbreak.txt', TYPE],
	['a lone carriage return', 'a\rb.txt', TYPE],
	['a header of its own', 'a"\r\nX-Evil: yes\r\n\r\nb.txt', TYPE],
	['what looks like another parameter', 'a"; name="key"; x=".txt', TYPE],
	['what looks like a boundary', '--axios-boundary\r\n--', TYPE],
	['a backslash', 'back\\slash.txt', TYPE],
	['a backslash before a quote', 'a\\"b.txt', TYPE],
	['a backslash at the end', 'folder\\', TYPE],
	['a path of Unix', 'folder/sub folder/notes.txt', TYPE],
	['a path of Windows', 'C:\\Users\\me\\notes.txt', TYPE],
	['a path upwards', '../../etc/passwd', TYPE],
	['semicolons and signs', 'semi; colon=1, comma & more+plus#hash?.txt', TYPE],
	['a percent sign', '100% done.txt', TYPE],
	['what is already escaped', 'a%22b%0D%0Ac%20d.txt', TYPE],
	['tabs', 'a\tb.txt', TYPE],
	['German letters', 'Größe und Maß.txt', TYPE],
	['composed and decomposed letters', 'é e\u0301.txt', TYPE],
	['Cyrillic letters', 'Отчёт за год.docx', 'application/vnd.openxmlformats-officedocument'],
	['Chinese and Japanese letters', '報告書 日本語.pdf', 'application/pdf'],
	['Arabic letters, from right to left', 'تقرير نهائي.txt', TYPE],
	['Hebrew letters with marks of direction', '\u200fדו"ח\u200e.txt', TYPE],
	['an override of the direction', 'invoice\u202efdp.exe', TYPE],
	['Hindi and Thai letters', 'रिपोर्ट รายงาน.txt', TYPE],
	['an emoji', 'rocket 🚀.png', 'image/png'],
	['an emoji of several parts', 'family 👨‍👩‍👧‍👦 🏳️‍🌈.svg', 'image/svg+xml'],
	['separators of lines and paragraphs', 'a\u2028b\u2029c\u0085d.txt', TYPE],
	['spaces of other kinds', 'a\u00a0b\u3000c\ufeffd.txt', TYPE],
	['a control character', 'a\u0001b\u007fc.txt', TYPE],
	['markup', '<b>&amp;</b>.html', 'text/html; charset=utf-8'],
	['an expression', '{{ $json.name }} ${filename} $&.txt', TYPE],
	['255 letters', `${'n'.repeat(251)}.txt`, TYPE],
	['5000 letters of three bytes', `${'長'.repeat(5000)}.txt`, TYPE],
	['a type with a parameter in quotes', 'a.csv', 'text/csv; header="present"'],
	['a type of its own', 'a.x', 'application/x-my.own+json'],
];

/** How browsers write a name (HTML standard, "multipart/form-data encoding algorithm"). */
const written = (name: string): string =>
	name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

describe.each([
	['the file system', false],
	['memory', true],
])('A file from %s arrives in the store with its name and type:', (place, inMemory) => {
	test.each(files)('%s', async (title, name, mimeType) => {
		const content = Buffer.from(`The content of ${title}`);
		const key = `names/${place}/${title}`;
		const form = await presigned(key, { Fields: { 'Content-Type': mimeType } });
		const { error, json } = await send(form, { content, name, mimeType, inMemory });

		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ key, fileName: name, contentType: mimeType, size: content.length },
		]);
		expect(lastRequest()).toMatchObject({
			fields: Object.entries(form.fields),
			file: { name: written(name), type: mimeType },
		});
		expect(await world.store.read(key)).toEqual(content);
	});
});

test('A file without a name gets the name of its binary field', async () => {
	const { error, json } = await send(
		await presigned('unnamed.txt'),
		textFile('content', { name: '' }),
	);
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ fileName: 'data' }]);
	expect(lastRequest()?.file).toEqual({ name: 'data', type: 'text/plain' });
});

test('A file is sent with the type of the credentials, not that of its item', async () => {
	const form = await presigned('typed.png', { Fields: { 'Content-Type': 'image/png' } });
	expect((await send(form, textFile('a picture'))).error).toBeUndefined();
	expect(lastRequest()?.file?.type).toBe('image/png');
});
