import type { JsonObject } from 'n8n-workflow';

import type { AlternateKey } from '../fields/field';
import { projects } from './lists';
import { picker } from './picker';
import { readFirstText, readNestedText } from '../rows/readFirstText';

/** Servers find a work item by name, by number and by `LNCH-12`; without a limit, they give 10. */
const search: AlternateKey['search'] = {
	path: 'work-items/search/',
	query: (text, { project_id = '' }) => ({ search: text, project_id, limit: '100' }),
};

/** `LNCH-12`, or `''`: a hit has the project's identifier, a row of the list has it in `project`. */
export function readWorkItemKey(row: JsonObject): string {
	const identifier =
		readFirstText(row, 'project__identifier') || readNestedText(row, 'project', 'identifier');
	const number = readFirstText(row, 'sequence_id');

	return identifier === '' || number === '' ? '' : `${identifier}-${number}`;
}

/**
 * What people call a work item, and its address in the browser: `/browse/LNCH-12/`. Identifiers of
 * projects are in any script, may have an underscore, and are stored in capitals (rows 75 and 83).
 */
const workItemKey: AlternateKey = {
	pattern: /^[\p{L}\p{M}\p{N}_]{1,20}-\d{1,9}$/u,
	normalize: (text) => text.trim().normalize().toUpperCase(),
	lookupPath: 'work-items/{key}/',
	remedy: 'A work item that is archived is not found by its key: use its ID.',
	search,
	matches: (key, row) => readWorkItemKey(row).normalize().toUpperCase() === key,
	owner: {
		path: projects.path,
		pathParam: 'project_id',
		isOwner: (key, row) =>
			key.startsWith(`${readFirstText(row, 'identifier').normalize().toUpperCase()}-`),
		label: (row) => readFirstText(row, 'name'),
	},
};

/** What `sheet:row-12` says. */
function splitExternalId(text: string) {
	const colon = text.indexOf(':');

	return {
		external_source: text.slice(0, colon).trim(),
		external_id: text.slice(colon + 1).trim(),
	};
}

/** The source and the ID of a record elsewhere, `sheet:row-12`; the list gives that record alone (row 27). */
const externalId: AlternateKey = {
	pattern: /^[^:]+:.+$/u,
	search: {
		path: 'projects/{project_id}/work-items/',
		query: splitExternalId,
	},
	// A server that knows nothing of external IDs gives other records, too.
	matches: (text, row) =>
		Object.entries(splitExternalId(text)).every(
			([name, part]) => readFirstText(row, name) === part,
		),
};

/** Shown as `LNCH-12 Name`; expanding the project costs no request of its own. */
export const workItems = picker('searchWorkItems', 'projects/{project_id}/work-items/', {
	query: { expand: 'project' },
	search,
	keys: [workItemKey, externalId],
	isEmptyIfArchived: true,
	label: (row) =>
		[readWorkItemKey(row), readFirstText(row, 'name')].filter((text) => text !== '').join(' '),
});

/** The way to name a work item that holds for archived ones, too. */
export const byExternalId = {
	displayName: 'By External ID',
	name: 'externalId',
	placeholder: 'e.g. sheet:row-12',
	hint: 'The external source, a colon, and the external ID',
};

/** The ways to name a work item besides its ID. */
export const workItemModes = [
	{ displayName: 'By Key', name: 'name', placeholder: 'e.g. LNCH-12' },
	byExternalId,
];
