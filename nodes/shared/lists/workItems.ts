import type { JsonObject } from 'n8n-workflow';

import { features } from '../fields/features';
import type { AlternateKey, KeyOwner } from '../fields/field';
import { projects } from './lists';
import { namedRecord, picker } from './picker';
import { readFirstText, readNestedText } from '../values/readFirstText';

/**
 * Reads the key of a work item, `LNCH-12`, or '' if it has none. A search result contains the identifier of
 * the project, a row of the list has it in `project`.
 */
export function readWorkItemKey(row: JsonObject): string {
	const identifier =
		readFirstText(row, 'project__identifier', 'project_identifier') ||
		readNestedText(row, 'project', 'identifier');
	const number = readFirstText(row, 'sequence_id');

	return identifier === '' || number === '' ? '' : `${identifier}-${number}`;
}

/**
 * The key by which people refer to a work item, as in `/browse/LNCH-12/`. Identifiers of projects are in
 * any script, may contain an underscore, and are stored in capitals (rows 75 and 83).
 *
 * @param otherLists the lists of a project whose records the path for keys leaves out
 */
const keyOfProject = (otherLists: KeyOwner['otherLists']): AlternateKey => ({
	pattern: /^[\p{L}\p{M}\p{N}_]{1,20}-\d{1,9}$/u,
	// Servers find a work item by its name and its number, too, and return 10 unless there is a limit.
	search: {
		path: 'work-items/search/',
		query: (text, { project_id = '' }) => ({ search: text, project_id, limit: '100' }),
	},
	matches: (key, row) => readWorkItemKey(row).normalize().toUpperCase() === key,
	owner: {
		list: projects,
		lookupPath: 'work-items/{key}/',
		otherLists,
		normalize: (text) => text.trim().normalize().toUpperCase(),
		remedy: 'A work item that is archived is not found by its key: use its ID.',
		pathParam: 'project_id',
		readName: (key) => key.slice(0, key.lastIndexOf('-')),
		isOwner: (key, row) =>
			key.startsWith(`${readFirstText(row, 'identifier').normalize().toUpperCase()}-`),
		label: (row) => readFirstText(row, 'name'),
	},
});

const workItemKey = keyOfProject([]);

/** `sheet:row-12` → `{external_source: 'sheet', external_id: 'row-12'}` */
function splitExternalId(text: string) {
	const colon = text.indexOf(':');

	return {
		external_source: text.slice(0, colon).trim(),
		external_id: text.slice(colon + 1).trim(),
	};
}

/** The source and the ID of an imported record, `sheet:row-12`, by which the list can be filtered (row 27). */
const externalId: AlternateKey = {
	pattern: /^[^:]+:.+$/u,
	search: {
		path: 'projects/{project_id}/work-items/',
		query: splitExternalId,
	},
	// A server that does not know external IDs returns other records, too.
	matches: (text, row) =>
		Object.entries(splitExternalId(text)).every(
			([name, part]) => readFirstText(row, name) === part,
		),
};

/** The mode of a locator that also finds archived work items. */
export const byExternalId = {
	displayName: 'By External ID',
	name: 'externalId',
};

/** Describes a work item by its key and its name: `LNCH-12 Name`. */
const describeWorkItem = (row: JsonObject): string =>
	[readWorkItemKey(row), readFirstText(row, 'name')].filter((text) => text !== '').join(' ');

/** The work items of all projects, where no path parameter names the project: keys find them. */
export const workspaceWorkItems = picker('searchWorkItems', 'work-items/search/', {
	records: 'work items',
	keys: [workItemKey],
});

/** Shown as `LNCH-12 Name`. */
export const workItems = picker('searchWorkItems', 'projects/{project_id}/work-items/', {
	keys: [workItemKey, externalId],
	address: {
		segments: ['work-items', 'issues', 'browse'],
	},
	modes: [{ displayName: 'By Key', name: 'name' }, byExternalId],
	emptyIf: { kind: 'archived' },
	label: describeWorkItem,
});

const epicList = { path: 'projects/{project_id}/epics/', rowQuery: { expand: 'project' } };
const epicKey = keyOfProject([epicList]);

/** The work items and the epics of all projects, where no path parameter names the project. */
export const workItemsAndEpics = { ...workspaceWorkItems, keys: [epicKey] };

/** The epics of a project: work items of a type of their own, with keys and a list of their own (row 460). */
export const epics = picker('searchEpics', epicList.path, {
	feature: features.epics,
	...namedRecord,
	plan: 'Pro',
	rowQuery: epicList.rowQuery,
	keys: [epicKey],
	address: { segments: ['epics', 'browse'] },
	label: describeWorkItem,
});
