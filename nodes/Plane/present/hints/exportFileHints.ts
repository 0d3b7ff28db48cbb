import type { ExportFile } from '../../../shared/imports/readExportFile';
import { listUpTo } from '../../../shared/text/listUpTo';

/** Hints about a file that was read: what it is, and what was not as it should be. */
export function exportFileHints(name: string, file: ExportFile): string[] {
	const { records, tool, encoding, shortRows, wideRows, repeatedHeadings, linesAbove } = file;
	const count = records.length === 1 ? '1 record' : `${records.length} records`;
	const source =
		tool === undefined
			? 'Its columns are those of no tool that is known. Create or Update matches them by their names'
			: `Read as an export of ${tool}, because of its columns`;

	return [
		`${name}: ${count}. ${source}`,
		...(encoding === 'Windows-1252'
			? [`${name}: it is not UTF-8, and was read as Windows-1252. Check letters such as ä or é`]
			: []),
		...describeRows(name, shortRows, 'fewer cells than there are headings: the last are empty'),
		...describeRows(
			name,
			wideRows,
			'more cells than there are headings. Check whether the right ones are in each column',
		),
		...(repeatedHeadings > 0
			? [`${name}: rows that have the headings once more were left out: ${repeatedHeadings}`]
			: []),
		...(linesAbove > 0
			? [`${name}: lines above the headings that were left out: ${linesAbove}`]
			: []),
	];
}

function describeRows(name: string, rows: readonly number[], what: string): string[] {
	if (rows.length === 0) return [];

	const subject = rows.length === 1 ? 'row' : 'rows';
	const verb = rows.length === 1 ? 'has' : 'have';

	return [`${name}: ${subject} ${listUpTo(rows.map(String))} ${verb} ${what}`];
}
