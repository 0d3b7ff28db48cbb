import { expect, test } from '@jest/globals';

import { decodeReference, readElement } from '../../../nodes/shared/transport/readElement';

test.each([
	['#112', 'p'],
	['#x70', 'p'],
	['#X6D', 'm'],
	['#x10ffff', '\u{10ffff}'],
	['#x110000', undefined],
	['112', undefined],
	['#', undefined],
	['#x', undefined],
	['#112p', undefined],
	['a#112', undefined],
])('decodeReference decodes %s to %p', (reference, character) => {
	expect(decodeReference(reference)).toBe(character);
});

test.each([
	['Code', '<Error><Code>A</Code><Code>B</Code></Error>', 'A'],
	['Code', '<Code></Code>', ''],
	['Code', '<Error><Codes>A</Codes></Error>', undefined],
	['a', '<a>&lt;&gt;&amp;&quot;&apos;&#112;&nothing;&#x110000;</a>', `<>&"'p&nothing;&#x110000;`],
])('readElement reads the text of the element %s in %s', (name, xml, text) => {
	expect(readElement(xml, name)).toBe(text);
});
