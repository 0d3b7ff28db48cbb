import type { JsonObject } from 'n8n-workflow';

import { notAssignable } from '../errors/nameErrors';
import { findOtherList, type RecordList } from '../fields/field';
import { asText } from '../values/asText';
import type { Result } from '../result/problem';
import type { Lookup } from './lookup';
import type { ListPlace, RecordLists, Rows } from './RecordLists';
import { findMemberStatus, readMemberStatus, whyNotAssignable } from './memberStatus';

/** The label of a person in a list, or `text` if the list does not show one. */
export function describePerson(
	{ source, rows }: { readonly source: RecordList; readonly rows: Rows },
	id: string,
	text: string,
): string {
	const row = rows.find((candidate) => asText(candidate.id) === id);
	const label = row === undefined ? '' : (source.label?.(row) ?? '');

	return label === '' ? text : label;
}

/** The only one of some rows; of people, the only active one. @returns undefined if there are none or several */
export async function findOnlyActive(
	lists: RecordLists,
	place: ListPlace,
	rows: Rows,
): Promise<JsonObject | undefined> {
	if (rows.length < 2) return rows[0];

	const [row, ...others] = await filterActive(lists, place, rows);

	return others.length === 0 ? row : undefined;
}

/** Leaves out people who are no longer active, if the server shows who is (row 220). */
async function filterActive(lists: RecordLists, place: ListPlace, rows: Rows): Promise<Rows> {
	const roster = findOtherList(place.source, 'roster');
	const rosterRows = roster === undefined ? [] : await lists.readIfPossible(place, roster);

	const isActive = (row: JsonObject) =>
		readMemberStatus(row).isActive ?? findMemberStatus(rosterRows, asText(row.id) ?? '').isActive;

	return rows.filter((row) => isActive(row) !== false);
}

/**
 * Finds out whether a person can be assigned, before anything is changed. The list of project members shows
 * neither roles nor who was removed (row 61), so another list is read. If no list shows the role in the
 * project, the role in the workspace counts: its guests are guests of each project as well.
 *
 * @returns `maybe` if no list shows the role in the project; a Problem says why the person cannot be assigned
 */
export async function canBeAssigned(
	lookup: Lookup,
	id: string,
	lists: RecordLists,
): Promise<Result<'yes' | 'maybe'>> {
	const { source, text } = lookup;
	const rows = await lists.readIfPossible(lookup, source);
	const person = describePerson({ source, rows }, id, text);

	let status = findMemberStatus(rows, id);
	if (status.role === undefined && status.isActive === undefined) {
		const roster = findOtherList(source, 'roster');
		const rosterRows = roster ? await lists.readIfPossible(lookup, roster) : [];

		status = findMemberStatus(rosterRows, id);
	}

	const reason = whyNotAssignable(status);
	if (reason !== undefined) return notAssignable(lookup, person, { reason, within: 'project' });

	if (status.role !== undefined) return 'yes';

	const everybody = findOtherList(source, 'everybody');
	if (everybody === undefined) return 'maybe';

	const workspaceRows = await lists.readIfPossible({ ...lookup, parents: {} }, everybody);
	const workspaceReason = whyNotAssignable(findMemberStatus(workspaceRows, id));
	if (workspaceReason === undefined) return 'maybe';

	return notAssignable(lookup, person, { reason: workspaceReason, within: 'workspace' });
}
