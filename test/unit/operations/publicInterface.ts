// `npx tsx test/unit/operations/publicInterface.ts --write`: renews publicInterface.json on purpose.

import type { INodeProperties } from 'n8n-workflow';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../../../nodes/shared/operations/catalog';
import { inside, nameOf, parametersOf, valuesOf } from '../panel/panel';

/** `projectId* status[backlog planned] filters(state assignee)`; `*` marks what is required. */
const rendered = (properties: readonly INodeProperties[]): string =>
	[...new Set(properties.map(({ name }) => name))]
		.sort()
		.map((name) => {
			const same = properties.filter((property) => property.name === name);
			const fields = same.flatMap(inside);
			const values = [...new Set(same.flatMap(valuesOf))].sort();
			return [
				name,
				same.some(({ required }) => required === true) ? '*' : '',
				values.length === 0 ? '' : `[${values.join(' ')}]`,
				fields.length === 0 ? '' : `(${rendered(fields)})`,
			].join('');
		})
		.join(' ');

/** The names and values that workflows are saved with, by the names of the operations. */
export const publicInterface = (): Record<string, string> =>
	Object.fromEntries(
		operations
			.map((operation) => [nameOf(operation), rendered(parametersOf(operation))] as const)
			.sort(([one], [other]) => one.localeCompare(other, 'en')),
	);

if (process.argv.includes('--write')) {
	const text = JSON.stringify(publicInterface(), null, '\t');
	writeFileSync(join(__dirname, 'publicInterface.json'), `${text}\n`);
}
