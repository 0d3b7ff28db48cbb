import { readTokens } from './readTokens';

/** The attributes of elements that lead somewhere. */
const ADDRESSES: Readonly<Record<string, string>> = { a: 'href', img: 'src' };

/**
 * Returns the addresses of links and pictures in HTML that lead to the host that shows it: `/uploads/1.png`,
 * `docs/guide.md`, `#usage`.
 */
export function findRelativeAddresses(html: string): readonly string[] {
	const found: string[] = [];
	if (!/<(?:a|img)\s/.test(html)) return found;

	for (const token of readTokens(html)) {
		const attribute = token.kind === 'start' ? ADDRESSES[token.name] : undefined;
		if (token.kind !== 'start' || attribute === undefined) continue;

		const address = token.attributes.get(attribute) ?? '';
		const hasHost = URL.canParse(address) || address.startsWith('//');

		if (address !== '' && !hasHost) found.push(address);
	}

	return found;
}
