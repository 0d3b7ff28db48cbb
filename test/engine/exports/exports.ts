import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

/**
 * Made-up exports in the layouts of the tools (November 2026):
 *
 * - Jira: the columns of "CSV (all fields)" as exports in public repositories have them, with `d/MMM/yy h:mm a`
 * - Trello: "Export as CSV", with labels such as `office (green)` and times in UTC
 * - Asana: "Export CSV", whose tags are separated by commas
 * - GitHub: the response of https://docs.github.com/rest/issues/issues#list-repository-issues, whose `labels`,
 *   `assignees` and `type` are objects
 */
export const exportNames = ['jira', 'trello', 'asana', 'github'] as const;

export type ExportName = (typeof exportNames)[number];

/** Reads the text of an export. */
export const readExportFile = (name: ExportName): string =>
	readFileSync(join(__dirname, name === 'github' ? 'github.json' : `${name}.csv`), 'utf8');

/**
 * Reads an export as n8n does: Extract from File uses the same library, and leaves out empty cells; HTTP Request
 * makes an item of each entry of a list.
 */
export function readExport(name: ExportName): readonly IDataObject[] {
	if (name === 'github') return JSON.parse(readExportFile(name)) as IDataObject[];

	const rows: IDataObject[] = parse(readExportFile(name), {
		columns: true,
		skip_empty_lines: true,
	});

	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
	);
}
