import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { listFields } from '../nodes/shared/operations/listFields';
import type { Operation } from '../nodes/shared/operations/operation';
import type { Story } from './recordStory';

/** The folder in which n8n looks for the output schemas of version 1 of the node. */
const schemasFolder = join(__dirname, '../nodes/Plane/__schema__/v1.0.0');

/** The part of JSON Schema that n8n reads. */
interface Schema {
	readonly type: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** The schema of the output of one operation. */
interface OutputSchema {
	readonly resource: string;
	readonly operation: string;
	readonly schema: object;
}

/**
 * Builds the output schemas, from which n8n's editor shows the fields of a node that has not run yet.
 * They describe the output on the test service, which responds as a real server does. No server of a
 * commercial edition was observed, so the schemas of its operations have only the ID, the times and the
 * fields that the operation sends.
 */
export const buildOutputSchemas = (story: Story): readonly OutputSchema[] =>
	[...story].map(([operation, steps]) => {
		const { resource, value } = operation;
		const outputs = steps.flatMap(({ items }) => items);
		const records = outputs.map((json) => pickCertainFields(json, operation));

		return { resource, operation: value, schema: { ...buildSchema(records), version: 1 } };
	});

/** Replaces the files of the schemas. */
export function writeSchemas(story: Story): void {
	const schemas = buildOutputSchemas(story);

	rmSync(schemasFolder, { recursive: true, force: true });

	for (const { resource, operation, schema } of schemas) {
		const file = join(schemasFolder, resource, `${operation}.json`);

		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(schema)}\n`);
	}
}

/** Returns the fields of a record that every server with the operation certainly has. */
function pickCertainFields(record: IDataObject, operation: Operation): IDataObject {
	// The node itself builds the output of an action and of a removal.
	const isOwnOutput = operation.kind === 'action' || operation.kind === 'remove';
	if (operation.plan === undefined || isOwnOutput) return record;

	const sent = listFields(operation).map(({ wire }) => wire);
	const certain = ['id', ...sent, 'created_at', 'updated_at'];

	return Object.fromEntries(Object.entries(record).filter(([name]) => certain.includes(name)));
}

/** Builds a schema that describes all these values. Null is ignored if there are other values. */
function buildSchema(values: readonly unknown[]): Schema {
	const value = values.find((candidate) => candidate !== null && candidate !== undefined);
	if (Array.isArray(value)) {
		const elements: unknown[] = values.filter((list) => Array.isArray(list)).flat();

		return { type: 'array', ...(elements.length > 0 && { items: buildSchema(elements) }) };
	}

	if (typeof value === 'object') {
		const records = values.filter((record) => typeof record === 'object' && record !== null);
		const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
		const properties = names.map((name): [string, Schema] => [
			name,
			buildSchema(records.map((record) => (record as IDataObject)[name])),
		]);

		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	if (value === undefined) return { type: 'null' };

	return { type: Number.isInteger(value) ? 'integer' : typeof value };
}
