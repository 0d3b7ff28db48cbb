import * as lists from '../lists/lists';
import type { Picker } from '../lists/picker';
import { epics, workItems } from '../lists/workItems';

/** Every list that people choose from in the editor, by the name of the method that n8n calls for it. */
export const listsByMethod: ReadonlyMap<string, Picker> = new Map(
	[...Object.values(lists), epics, workItems].map((list) => [list.method, list]),
);

/** @throws Error if no list has this method */
export function getList(method: string): Picker {
	const list = listsByMethod.get(method);
	if (list === undefined) throw new Error(`There is no list ${method}`);

	return list;
}
