// `npm run docs`: writes the table of operations in the README anew, from the declarations.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { titleCase } from '../../nodes/Plane/fields/names';
import { operations } from '../../nodes/Plane/operations/all';
import { allFields, type Operation } from '../../nodes/Plane/operations/operation';

export const readmeFile = join(__dirname, '../../README.md');

const START = '<!-- operations: made by `npm run docs` -->';
const END = '<!-- /operations -->';

/** The README with its table of operations as the declarations have it now. */
export async function withOperationsTable(readme: string): Promise<string> {
	const [before, rest] = readme.split(START);
	const after = rest?.split(END)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`README.md lacks ${START} or ${END}`);
	}
	const text = [before, START, '\n\n', table(), '\n\n', END, after].join('');
	return await format(text, { ...(await resolveConfig(readmeFile)), parser: 'markdown' });
}

function table(): string {
	return [
		'| Resource | Operation | What it does | Fields (required ones in bold) |',
		'| --- | --- | --- | --- |',
		...operations.map((operation) => {
			const { resource, name, description } = operation;
			return `| ${titleCase(resource)} | ${name} | ${description} | ${namesOf(operation)} |`;
		}),
	].join('\n');
}

/** The fields as the panel names them; of an upload, those that a new node shows. */
function namesOf(operation: Operation): string {
	const { upload } = operation;
	const fields = upload === undefined ? allFields(operation) : [upload.issued, upload.file];
	return fields
		.map(({ displayName, required }) => (required ? `**${displayName}**` : displayName))
		.join(', ');
}

if (process.argv.includes('--write')) {
	void withOperationsTable(readFileSync(readmeFile, 'utf8')).then((readme) => {
		writeFileSync(readmeFile, readme);
	});
}
