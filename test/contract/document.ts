import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
	/** The operation that this is another way of, or a part of. */
	'x-operation'?: string;
	/** JSON types by the names of body fields or query parameters. */
	'x-when'?: Record<string, string>;
	parameters?: DocumentParameter[];
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, unknown>;
	security?: unknown[];
}

/** What operations share a path may differ behind a `#` (`…/{work_item_id}/#archive`). */
export interface ContractDocument {
	paths: Record<string, Record<string, DocumentOperation>>;
}

interface DocumentPath extends Record<string, unknown> {
	parameters?: DocumentParameter[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

const isSource = (value: unknown): value is { paths: Record<string, DocumentPath> } =>
	isObject(value) && isObject(value.paths);

const isOperation = (entry: [string, unknown]): entry is [string, DocumentOperation] =>
	isObject(entry[1]) && 'operationId' in entry[1];

/** `openapi.yaml` as JSON, read once, although each who asks for it gets a copy. */
const source = JSON.stringify(load(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8')));

/** What `openapi.yaml` says: a new copy each time, in which nothing is there twice. */
export function readDocument(): unknown {
	return JSON.parse(source);
}

/** Each operation of a path, with the parameters that the path declares for all of them. */
const withParameters = ({ parameters = [], ...methods }: DocumentPath) =>
	Object.fromEntries(
		Object.entries(methods)
			.filter(isOperation)
			.map(([method, operation]) => [
				method,
				{ ...operation, parameters: [...parameters, ...(operation.parameters ?? [])] },
			]),
	);

/**
 * The contract, with all parameters of an operation in the operation. A new copy each time, because
 * the validators keep, and may change, what they are given.
 */
export function loadDocument(): ContractDocument {
	const document = readDocument();
	if (!isSource(document)) throw new Error('openapi.yaml has no paths.');

	const paths = Object.entries(document.paths).map(
		([path, methods]) => [path, withParameters(methods)] as const,
	);

	return { ...document, paths: Object.fromEntries(paths) };
}
