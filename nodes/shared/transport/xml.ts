const ENTITIES = new Map(Object.entries({ quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }));

const LAST_CHARACTER = 0x10ffff;

/** The text of the first element of this name in the XML of a storage (row 15). */
export function elementOf(xml: string, name: string): string | undefined {
	const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
	return content?.replace(/&(\w+|#\d+);/g, (whole, entity: string) => {
		if (!entity.startsWith('#')) return ENTITIES.get(entity) ?? whole;
		const number = Number(entity.slice(1));
		return number <= LAST_CHARACTER ? String.fromCodePoint(number) : whole;
	});
}
