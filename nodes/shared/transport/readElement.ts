const ENTITIES = new Map(Object.entries({ quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }));

const LAST_CODE_POINT = 0x10ffff;

/** Decodes a numeric character reference of XML, `#112` or `#x70`. @returns undefined if it is not a character reference */
export function decodeReference(reference: string): string | undefined {
	const [, number] = /^#(\d+|x[\da-f]+)$/i.exec(reference) ?? [];
	const code = Number(number?.replace(/^x/i, '0x') ?? NaN);

	return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : undefined;
}

/** The text of the first element of this name in the XML of a storage (row 15). */
export function readElement(xml: string, name: string): string | undefined {
	const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

	return content?.replace(
		/&(#?\w+);/g,
		(reference, entity: string) => ENTITIES.get(entity) ?? decodeReference(entity) ?? reference,
	);
}
