import { loadDocument, type DocumentOperation, type Schema } from './document';

/** One path parameter, query parameter or body field of the contract. */
export interface ContractField {
	name: string;
	required: boolean;
	/** The JSON types that are accepted, without null. */
	types: string[];
	/** The enumeration, or the values that a comma-separated list may have. Empty if any value is accepted. */
	values: string[];
	/** Whether servers accept it although it is not documented (`per_page`, `cursor`). */
	isAddition: boolean;
	schema: Schema;
}

/** One operation of the contract, without the nesting of OpenAPI. */
export interface ContractOperation {
	id: string;
	method: string;
	/** With parameters in braces and the trailing slash as specified, without the suffix after `#`. */
	path: string;
	pathParameters: ContractField[];
	query: ContractField[];
	body: ContractField[];
	/** Undefined if the operation takes no body. */
	bodySchema: Schema | undefined;
	/** The names of the body fields that are required. */
	required: string[];
	/** Whether it is sent to the base URL with the API key. Only the upload is not. */
	needsApiKey: boolean;
	/** The status of a success. */
	status: number;
}

const filterTexts = (values: unknown[] = []): string[] =>
	values.filter((value) => typeof value === 'string');

type FieldMarks = Pick<ContractField, 'required'> &
	Partial<Pick<ContractField, 'values' | 'isAddition'>>;

/** Creates a field of the contract from its schema. */
export const contractField = (name: string, schema: Schema, marks: FieldMarks): ContractField => ({
	name,
	schema,
	isAddition: false,
	values: filterTexts(schema.enum),
	...marks,
	types: [schema.type ?? []].flat().filter((type) => type !== 'null'),
});

function flatten(path: string, method: string, operation: DocumentOperation): ContractOperation {
	const [media] = Object.values(operation.requestBody?.content ?? {});
	const required = media?.schema.required ?? [];
	const parameters = (operation.parameters ?? []).map((parameter) => {
		const { 'x-values': values, 'x-addition': isAddition = false } = parameter;
		const marks = { required: parameter.required ?? false, isAddition, ...(values && { values }) };

		return { place: parameter.in, ...contractField(parameter.name, parameter.schema, marks) };
	});

	return {
		id: operation.operationId,
		method: method.toUpperCase(),
		path: path.replace(/#.*/, ''),
		pathParameters: parameters.filter(({ place }) => place === 'path'),
		query: parameters.filter(({ place }) => place === 'query'),
		body: Object.entries(media?.schema.properties ?? {}).map(([name, schema]) =>
			contractField(name, schema, { required: required.includes(name) }),
		),
		bodySchema: media?.schema,
		required,
		needsApiKey: operation.security === undefined,
		status: Number(Object.keys(operation.responses)[0]),
	};
}

const entries = Object.entries(loadDocument().paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** The operations of the contract, in the order of the document. */
export const operations: ContractOperation[] = entries
	.filter(({ operation }) => operation['x-operation'] === undefined)
	.map(({ path, method, operation }) => flatten(path, method, operation));

/**
 * Returns the operation with an ID such as `module.update`.
 *
 * @throws if the contract has no such operation
 */
export function getOperation(id: string): ContractOperation {
	const operation = operations.find((candidate) => candidate.id === id);
	if (!operation) throw new Error(`The contract has no operation ${id}.`);

	return operation;
}
