import type { DocumentOperation, DocumentParameter, Schema } from './document';
import { loadDocument } from './document';

/** One path parameter, query parameter or body field of the contract. */
export interface ContractField {
	name: string;
	required: boolean;
	/** The JSON types that are accepted, without null. */
	types: string[];
	/** Whether null is accepted too. */
	nullable: boolean;
	/** The enumeration, or the values that a comma-separated list may hold. Empty: any. */
	values: string[];
	/** Whether it is beyond the specification (`per_page`, `cursor`). */
	addition: boolean;
	/** Whether it is the content of a file. */
	binary: boolean;
	schema: Schema;
}

/** One operation of the contract, flat, for a walk over all of them. */
export interface ContractOperation {
	id: string;
	summary: string;
	method: string;
	/** With the parameters in braces and the trailing slash as specified. */
	path: string;
	pathParameters: ContractField[];
	query: ContractField[];
	body: ContractField[];
	/** Undefined where the operation takes no body. */
	bodyType: string | undefined;
	bodySchema: Schema | undefined;
	/** The names of the body fields that are required. */
	required: string[];
	/** Whether it goes to the base URL, with the key (all but the upload). */
	key: boolean;
	/** The status that the specification gives for a success. */
	status: number;
}

const textsOf = (values: unknown[] | undefined): string[] =>
	(values ?? []).filter((value) => typeof value === 'string');

function field(
	name: string,
	schema: Schema,
	marks: { required: boolean; addition?: boolean | undefined; values?: string[] | undefined },
): ContractField {
	const types = [schema.type ?? []].flat();
	return {
		name,
		required: marks.required,
		types: types.filter((type) => type !== 'null'),
		nullable: types.includes('null'),
		values: marks.values ?? textsOf(schema.enum),
		addition: marks.addition ?? false,
		binary: schema.contentMediaType === 'application/octet-stream',
		schema,
	};
}

const parameterField = (parameter: DocumentParameter): ContractField =>
	field(parameter.name, parameter.schema, {
		required: parameter.required ?? false,
		addition: parameter['x-addition'],
		values: parameter['x-values'],
	});

function flatten(path: string, method: string, operation: DocumentOperation): ContractOperation {
	const parameters = operation.parameters ?? [];
	const [bodyType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
	const required = media?.schema.required ?? [];
	return {
		id: operation.operationId,
		summary: operation.summary,
		method: method.toUpperCase(),
		path,
		pathParameters: parameters.filter((entry) => entry.in === 'path').map(parameterField),
		query: parameters.filter((entry) => entry.in === 'query').map(parameterField),
		body: Object.entries(media?.schema.properties ?? {}).map(([name, schema]) =>
			field(name, schema, { required: required.includes(name) }),
		),
		bodyType,
		bodySchema: media?.schema,
		required,
		key: operation.security === undefined,
		status: Number(Object.keys(operation.responses)[0]),
	};
}

/** The seventeen operations of the contract, in the order of the document. */
export const operations: ContractOperation[] = Object.entries(loadDocument().paths).flatMap(
	([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => flatten(path, method, operation)),
);

/**
 * The operation with this id, such as `module.update`.
 * @throws when the contract has none.
 */
export function operationOf(id: string): ContractOperation {
	const operation = operations.find((candidate) => candidate.id === id);
	if (!operation) throw new Error(`The contract has no operation ${id}.`);
	return operation;
}
