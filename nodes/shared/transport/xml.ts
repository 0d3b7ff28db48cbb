const ENTITIES = new Map([
	['quot', '"'],
	['apos', "'"],
	['lt', '<'],
	['gt', '>'],
	['amp', '&'],
]);

/** The text of the first element of this name in the XML of a storage (row 15). */
export function elementOf(xml: string, name: string): string | undefined {
	const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
	return content?.replace(/&(\w+|#\d+);/g, (whole, entity: string) =>
		entity.startsWith('#')
			? (characterOf(Number(entity.slice(1))) ?? whole)
			: (ENTITIES.get(entity) ?? whole),
	);
}

const LAST_CHARACTER = 0x10ffff;

/** The character with this number; undefined: there is none. */
const characterOf = (number: number): string | undefined =>
	number <= LAST_CHARACTER ? String.fromCodePoint(number) : undefined;
