// `npm run docs`: rewrites the tables in the documentation from what they describe: the operations
// from their declarations, the faults from the matrix that the engine tests check the node against.
// It also rewrites the output schemas, from what the built node returns.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import type { Field } from '../../nodes/shared/fields/kinds';
import { titleCase } from '../../nodes/shared/fields/names';
import { operations } from '../../nodes/shared/operations/catalog';
import { allFields, type Operation } from '../../nodes/shared/operations/operation';
import { expected, work, type Cell, type Work } from '../engine/faultMatrix';
import { cellOf, finds, forms, placeNames, type FormName, type PlaceName } from '../engine/values';
import { writeSchemas } from './schemas';

const top = join(__dirname, '../..');

/** The tables, by the name in the marks around them, and the files that contain them. */
export const tables: readonly {
	readonly file: string;
	readonly name: string;
	readonly make: () => string;
}[] = [
	{ file: join(top, 'README.md'), name: 'operations', make: operationsTable },
	{ file: join(top, 'docs/operations.md'), name: 'fields', make: fieldsTables },
	{ file: join(top, 'docs/limits-and-faults.md'), name: 'faults', make: faultsTable },
	{ file: join(top, 'docs/values.md'), name: 'values', make: valuesTables },
];

/** A text with its table up to date. @throws Error if the marks around it are missing */
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

/** One row for each resource, which links to its fields; `†` marks operations of the commercial editions. */
function operationsTable(): string {
	return [
		'| Resource | Operations |',
		'| --- | --- |',
		...[...byResource()].map(([resource, group]) => {
			const heading = titleCase(resource);
			const link = `[${heading}](docs/operations.md#${heading.toLowerCase().replaceAll(' ', '-')})`;
			const names = group.map(({ name, edition }) => (edition === undefined ? name : `${name} †`));
			return `| ${link} | ${names.join(', ')} |`;
		}),
	].join('\n');
}

/** A table for each resource, with the fields of its operations. */
function fieldsTables(): string {
	return [...byResource()]
		.map(([resource, group]) =>
			[
				`## ${titleCase(resource)}`,
				'',
				'| Operation | What it does | Fields (required ones in bold) |',
				'| --- | --- | --- |',
				...group.map((operation) => {
					const { name, description, edition } = operation;
					const only = edition === undefined ? '' : ' (commercial editions)';
					return `| ${name} | ${description}${only} | ${fieldsOf(operation)} |`;
				}),
			].join('\n'),
		)
		.join('\n\n');
}

function byResource(): ReadonlyMap<string, readonly Operation[]> {
	const groups = new Map<string, Operation[]>();
	for (const operation of operations) {
		groups.set(operation.resource, [...(groups.get(operation.resource) ?? []), operation]);
	}
	return groups;
}

/** The fields as the panel names them; for an upload, those that a new node shows. */
function fieldsOf(operation: Operation): string {
	if (operation.kind === 'upload') {
		return namesOf([operation.upload.issued, operation.upload.file]);
	}
	// A filter may have the same name as a field of the path.
	const filters: readonly Field[] = operation.kind === 'list' ? (operation.list.filters ?? []) : [];
	const others = namesOf(allFields(operation).filter((field) => !filters.includes(field)));
	return filters.length === 0 ? others : `${others}; filters: ${namesOf(filters)}`;
}

const namesOf = (fields: readonly Field[]): string =>
	fields
		.map(({ displayName, required }) => (required ? `**${displayName}**` : displayName))
		.join(', ');

const headings: Readonly<Record<Work, string>> = {
	list: 'Get Many',
	search: 'Search',
	update: 'Update',
	delete: 'Delete',
	action: 'Archive',
	removal: 'Remove',
	create: 'Create',
	import: 'Create with External ID',
	named: 'Create with a unique name',
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
		`| What happens during a run | ${work.map((kind) => headings[kind]).join(' | ')} |`,
		`| --- |${' --- |'.repeat(work.length)}`,
		...Object.entries(expected).map(
			([name, cells]) => `| ${name} | ${work.map((kind) => words[cells[kind]]).join(' | ')} |`,
		),
	].join('\n');
}

/** A table for each way to enter a value; places with the same cells share a column. */
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
		`| It gives | ${places.map((same) => same.join(', ')).join(' | ')} |`,
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
