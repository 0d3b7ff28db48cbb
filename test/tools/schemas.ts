import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { allFields } from '../../nodes/shared/operations/allFields';
import type { Operation } from '../../nodes/shared/operations/operation';
import type { Story } from './storyLines';

/** Where n8n looks for the output schemas of the first version of the node. */
const schemasFolder = join(__dirname, '../../nodes/Plane/__schema__/v1.0.0');

/** What n8n reads of JSON Schema. */
interface Schema {
	readonly type: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** What one operation puts out. */
interface OutputSchema {
	readonly resource: string;
	readonly operation: string;
	readonly schema: object;
}

/**
 * The output schemas, from which n8n's editor shows the fields of a node that has not run yet: what
 * each operation puts out on the test service, as a real server answers. No server of a commercial
 * edition was observed: of their records a schema has the times and what the operation itself sends.
 */
export const buildOutputSchemas = (story: Story): readonly OutputSchema[] =>
	[...story].map(([operation, told]) => {
		const { resource, value } = operation;
		const outputs = told.flatMap(({ line }) => line.items);
		const known = outputs.map((json) => pickCertainFields(json, operation));

		return { resource, operation: value, schema: { ...buildSchema(known), version: 1 } };
	});

/** Writes the schemas anew. */
export function writeSchemas(story: Story): void {
	const schemas = buildOutputSchemas(story);

	rmSync(schemasFolder, { recursive: true, force: true });

	for (const { resource, operation, schema } of schemas) {
		const file = join(schemasFolder, resource, `${operation}.json`);

		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema)}\n`);
	}
}

/** The fields of a record that every server may be taken to have that has the operation. */
export function pickCertainFields(record: IDataObject, operation: Operation): IDataObject {
	if (operation.edition === undefined) return record;

	const sent = allFields(operation).map(({ wire }) => wire);
	const certain = ['id', ...sent, 'created_at', 'updated_at'];

	return Object.fromEntries(Object.entries(record).filter(([name]) => certain.includes(name)));
}

/** The schema of what all these values are; null says nothing where there is another one. */
function buildSchema(values: readonly unknown[]): Schema {
	const value = values.find((one) => one !== null && one !== undefined);
	if (Array.isArray(value)) {
		const inside = values.flatMap((one): unknown[] => (Array.isArray(one) ? one : []));

		return { type: 'array', ...(inside.length === 0 ? {} : { items: buildSchema(inside) }) };
	}

	if (typeof value === 'object') {
		const records = values.filter((one) => typeof one === 'object' && one !== null);
		const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
		const inside = names.map((name): [string, Schema] => [
			name,
			buildSchema(records.map((record) => (record as IDataObject)[name])),
		]);

		return { type: 'object', properties: Object.fromEntries(inside) };
	}
	if (value === undefined) return { type: 'null' };

	return { type: Number.isInteger(value) ? 'integer' : typeof value };
}
