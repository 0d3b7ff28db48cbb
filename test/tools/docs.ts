// `npm run docs`: writes the tables in the documentation anew, from what they tell of: the operations
// from their declarations, the faults from the matrix that the engine tests hold the node against. So
// does it the output schemas, from what the built node puts out.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import type { Field } from '../../nodes/shared/fields/kinds';
import { titleCase } from '../../nodes/shared/fields/names';
import { operations } from '../../nodes/shared/operations/all';
import { allFields, type Operation } from '../../nodes/shared/operations/operation';
import { expected, work, type Cell, type Work } from '../engine/faultMatrix';
import { cellOf, finds, forms, placeNames, type FormName, type PlaceName } from '../engine/values';
import { writeSchemas } from './schemas';

const top = join(__dirname, '../..');

/** The tables by their names in the marks around them, and the files that they stand in. */
export const tables: readonly {
	readonly file: string;
	readonly name: string;
	readonly make: () => string;
}[] = [
	{ file: join(top, 'README.md'), name: 'operations', make: operationsTable },
	{ file: join(top, 'docs/limits-and-faults.md'), name: 'faults', make: faultsTable },
	{ file: join(top, 'docs/values.md'), name: 'values', make: valuesTables },
];

/** A text with its table as it has to be now. @throws Error where the marks around it are missing */
export async function withTable(
	text: string,
	{ file, name, make }: (typeof tables)[number],
): Promise<string> {
	const start = `<!-- ${name}: made by \`npm run docs\` -->`;
	const end = `<!-- /${name} -->`;
	const [before, rest] = text.split(start);
	const after = rest?.split(end)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`${file} lacks ${start} or ${end}`);
	}
	const whole = [before, start, '\n\n', make(), '\n\n', end, after].join('');
	return await format(whole, { ...(await resolveConfig(file)), parser: 'markdown' });
}

function operationsTable(): string {
	return [
		'| Resource | Operation | What it does | Fields (required ones in bold) |',
		'| --- | --- | --- | --- |',
		...operations.map((operation) => {
			const { resource, name, description } = operation;
			return `| ${titleCase(resource)} | ${name} | ${description} | ${fieldsOf(operation)} |`;
		}),
	].join('\n');
}

/** The fields as the panel names them; of an upload, those that a new node shows. */
function fieldsOf(operation: Operation): string {
	const { upload } = operation;
	if (upload !== undefined) return namesOf([upload.issued, upload.file]);
	// A filter may be called like a field of the path.
	const filters: readonly Field[] = operation.list?.filters ?? [];
	const others = namesOf(allFields(operation).filter((field) => !filters.includes(field)));
	return filters.length === 0 ? others : `${others}; filters: ${namesOf(filters)}`;
}

const namesOf = (fields: readonly Field[]): string =>
	fields
		.map(({ displayName, required }) => (required ? `**${displayName}**` : displayName))
		.join(', ');

const headings: Readonly<Record<Work, string>> = {
	list: 'Get Many',
	update: 'Update',
	create: 'Create',
	addition: 'Add',
	upload: 'Upload File',
};

const words: Readonly<Record<Cell, string>> = {
	done: 'done',
	'doubt +': '**unknown**',
	'doubt -': '**unknown**',
	failed: '**failed**',
};

function faultsTable(): string {
	return [
		`| What happens in the middle of a run | ${work.map((kind) => headings[kind]).join(' | ')} |`,
		`| --- |${' --- |'.repeat(work.length)}`,
		...Object.entries(expected).map(
			([name, cells]) => `| ${name} | ${work.map((kind) => words[cells[kind]]).join(' | ')} |`,
		),
	].join('\n');
}

/** A table for each way to give a value; places with the same cells share a column. */
function valuesTables(): string {
	const names = Object.keys(forms) as FormName[];
	return names.map((form) => [headingOf(form), '', ...valuesTable(form)].join('\n')).join('\n\n');
}

function headingOf(form: FormName): string {
	const given = forms[form];
	const heading = `### ${form.charAt(0).toUpperCase()}${form.slice(1)}`;
	return 'example' in given ? `${heading}: \`${given.example}\`` : heading;
}

function valuesTable(form: FormName): string[] {
	const columns = new Map<string, PlaceName[]>();
	for (const name of placeNames) {
		const cells = finds.map((find) => cellOf(form, find, name));
		if (cells.every((cell) => cell === undefined)) continue;
		const key = JSON.stringify(cells);
		columns.set(key, [...(columns.get(key) ?? []), name]);
	}
	const places = [...columns.values()];
	return [
		`| it gives | ${places.map((same) => same.join(', ')).join(' | ')} |`,
		`| --- |${' --- |'.repeat(places.length)}`,
		...finds.map((find) => {
			const cells = places.map(([name]) => (name && cellOf(form, find, name)) ?? '–');
			return `| ${find} | ${cells.join(' | ')} |`;
		}),
	];
}

async function write(): Promise<void> {
	for (const table of tables) {
		writeFileSync(table.file, await withTable(readFileSync(table.file, 'utf8'), table));
	}
	await writeSchemas();
}

if (process.argv.includes('--write')) void write();
