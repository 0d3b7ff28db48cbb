const ENTITIES: Readonly<Record<string, string>> = {
	quot: '"',
	apos: "'",
	lt: '<',
	gt: '>',
	amp: '&',
};

/** The text of the first element of this name in the XML of a storage (observed row 15). */
export function elementOf(xml: string, name: string): string | undefined {
	const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
	return content?.replace(/&(\w+|#\d+);/g, (whole, entity: string) =>
		entity.startsWith('#')
			? String.fromCodePoint(Number(entity.slice(1)))
			: (ENTITIES[entity] ?? whole),
	);
}
