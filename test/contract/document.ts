import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
	type?: string | string[];
	enum?: unknown[];
	pattern?: string;
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean;
}

export interface DocumentParameter {
	name: string;
	in: 'path' | 'query';
	required?: boolean;
	schema: Schema;
	'x-addition'?: boolean;
	'x-values'?: string[];
}

export interface DocumentOperation {
	operationId: string;
	parameters?: DocumentParameter[];
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, unknown>;
	security?: unknown[];
}

export interface ContractDocument {
	paths: Record<string, Record<string, DocumentOperation>>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

const isDocument = (value: unknown): value is ContractDocument =>
	isObject(value) && isObject(value.paths);

function lookUp(root: unknown, reference: string): unknown {
	const steps = reference.replace(/^#\//, '').split('/');
	return steps.reduce<unknown>((node, step) => {
		const next = isObject(node) ? node[step] : undefined;
		if (next === undefined) throw new Error(`openapi.yaml: nothing at ${reference}`);
		return next;
	}, root);
}

function withoutReferences(node: unknown, root: unknown): unknown {
	if (Array.isArray(node)) return node.map((entry) => withoutReferences(entry, root));
	if (!isObject(node)) return node;
	if (typeof node.$ref === 'string') return withoutReferences(lookUp(root, node.$ref), root);
	return Object.fromEntries(
		Object.entries(node).map(([name, value]) => [name, withoutReferences(value, root)]),
	);
}

/** The text of `openapi.yaml`, as an object with its references still in it. */
export function readDocument(): unknown {
	return parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8'));
}

/**
 * The contract with every `$ref` replaced by what it stands for. A new copy each time, because
 * the validators keep, and may change, what they are given.
 */
export function loadDocument(): ContractDocument {
	const source = readDocument();
	const document = withoutReferences(source, source);
	if (!isDocument(document)) throw new Error('openapi.yaml has no paths.');
	return document;
}
