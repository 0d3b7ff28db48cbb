import { quote } from '../text/quote';
import type { WebAddress, ValueResult } from './field';
import { writeIdentifier } from './slug';
import { refuseValue } from '../result/problem';
import { parseAddress } from '../values/parseAddress';

/** The segment of an address between the workspace and a key: `acme/browse/LNCH-12`. */
const KEY_SEGMENT = 'browse';

/**
 * Reads the ID or key from an address of the web app.
 *
 * @param workspace the slug that the address must have if it has a key; `''`: any
 */
export function writeAddress(
	value: unknown,
	{ segments }: WebAddress,
	workspace = '',
): ValueResult {
	const path = parseAddress(value)?.pathname.split('/').map(decode) ?? [];
	if (path.some(endsInScheme)) {
		const remedy = 'Enter only one address or, in a list, separate them by commas or line breaks.';

		return refuseValue(value, 'has several addresses', remedy);
	}

	// The last match counts: a workspace may be called "projects" too.
	const idIndex = path.findLastIndex((_, index) => segments.includes(path[index - 1] ?? ''));
	const [addressWorkspace = '', segment, identifier] = path.slice(idIndex - 2, idIndex + 1);
	// Keys are only unique within a workspace; IDs are globally unique.
	if (segment === KEY_SEGMENT && workspace !== '' && addressWorkspace !== workspace) {
		const remedy = `Enter ${quote(addressWorkspace)} as Workspace Slug, or an address of workspace ${workspace}.`;

		return refuseValue(value, `is an address of another workspace than ${workspace}`, remedy);
	}
	if (identifier) return writeIdentifier(identifier);

	const remedy = `Enter an address that contains /${segments.join('/… or /')}/…, or only the ID.`;

	return refuseValue(value, 'is not the address of such a record', remedy);
}

/** Whether a second address starts after a segment, because several were pasted into one text. */
const endsInScheme = (segment: string): boolean => /https?:$/i.test(segment);

/** Decodes a segment of an address. Returns it unchanged if a percent sign in it is invalid. */
function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
