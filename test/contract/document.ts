import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
	type?: string | string[];
	enum?: unknown[];
	pattern?: string;
	minLength?: number;
	maxLength?: number;
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
	/** The ID of the operation that this one is a variant or a part of. */
	'x-operation'?: string;
	/** The JSON types of the body fields or query parameters that tell this operation from others of its path. */
	'x-when'?: Record<string, string>;
	parameters?: DocumentParameter[];
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, unknown>;
	security?: unknown[];
	/** The plan that the vendor names for an operation of the commercial editions; `any` if it names none. */
	'x-plan'?: 'Free' | 'Pro' | 'Business' | 'any';
}

/** Operations with the same path and method differ in a suffix after `#` (`…/{work_item_id}/#archive`). */
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

const readYaml = (file: string): unknown => load(readFileSync(join(__dirname, file), 'utf8'));

/**
 * `openapi.yaml` with the paths of `commercial.yaml`.
 * @throws Error if both have the same path, because one of its entries would be lost
 */
function readSources(): unknown {
	const document = readYaml('openapi.yaml');
	const commercial = readYaml('commercial.yaml');
	if (!isSource(document) || !isSource(commercial)) throw new Error('A document has no paths.');

	return { ...document, paths: joinPaths(document.paths, commercial.paths) };
}

/** @throws Error if both have the same path */
export function joinPaths(
	paths: Readonly<Record<string, unknown>>,
	more: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	const twice = Object.keys(more).filter((path) => Object.hasOwn(paths, path));
	if (twice.length > 0) {
		throw new Error(`openapi.yaml and commercial.yaml both have ${twice.join(', ')}`);
	}

	return { ...paths, ...more };
}

/** The document as JSON text: it is read once, and each caller gets its own copy. */
const source = JSON.stringify(readSources());

/** Returns the whole document, a new copy in each call, in which no two places share an object. */
export function readDocument(): unknown {
	return JSON.parse(source);
}

/** Adds the parameters that a path declares for all of its operations to each of them. */
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
 * Returns the contract, with all parameters of an operation in the operation. It is a new copy in each
 * call, because validators keep the document and may change it.
 */
export function loadDocument(): ContractDocument {
	const document = readDocument();
	if (!isSource(document)) throw new Error('The document has no paths.');

	const paths = Object.entries(document.paths).map(
		([path, methods]) => [path, withParameters(methods)] as const,
	);

	return { ...document, paths: Object.fromEntries(paths) };
}
