import type { Field } from '../fields/kinds';
import { asText } from '../values/asText';
import { parseAddress } from '../values/parseAddress';
import { writeAddress } from '../fields/webAddress';
import { isProblem } from '../result/problem';

/**
 * Finds a record by what was entered for a record within it: its name is part of the key (`LNCH` of
 * `LNCH-12`), or its ID is part of the address.
 *
 * @param owner the field for the record to find, such as the project
 * @param inner the field for the record within it, such as the work item
 * @param value what was entered for that, and the ID or key in it
 * @returns a name or an ID; undefined if the value says nothing about the record
 */
export function findOwner(
	owner: Field,
	inner: Field,
	{ text, entered }: { readonly text: string; readonly entered: unknown },
): string | undefined {
	const key = inner.source?.keys?.find(
		({ owner: keyOwner, pattern }) => keyOwner?.pathParam === owner.wire && pattern.test(text),
	);
	if (key !== undefined) return key.owner?.readName(text);

	const address = owner.source?.address;
	if (address === undefined || parseAddress(entered) === undefined) return undefined;

	const id = writeAddress(entered, address);

	return isProblem(id) ? undefined : asText(id);
}
