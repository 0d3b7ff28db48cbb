import { loadDocument, type DocumentOperation, type Schema } from './document';

/** One path parameter, query parameter or body field of the contract. */
export interface ContractField {
	name: string;
	required: boolean;
	/** The JSON types that are accepted, without null. */
	types: string[];
	/** The enumeration, or the values that a comma-separated list may hold. Empty: any. */
	values: string[];
	/** Whether it is beyond what is documented (`per_page`, `cursor`). */
	addition: boolean;
	schema: Schema;
}

/** One operation of the contract, flat, for a walk over all of them. */
export interface ContractOperation {
	id: string;
	method: string;
	/** With the parameters in braces and the trailing slash as specified, without what follows a #. */
	path: string;
	pathParameters: ContractField[];
	query: ContractField[];
	body: ContractField[];
	/** Undefined where the operation takes no body. */
	bodySchema: Schema | undefined;
	/** The names of the body fields that are required. */
	required: string[];
	/** Whether it goes to the base URL, with the key (all but the upload). */
	key: boolean;
	/** The status of a success. */
	status: number;
}

const textsOf = (values: unknown[] = []): string[] =>
	values.filter((value) => typeof value === 'string');

type Marks = Pick<ContractField, 'required'> & Partial<Pick<ContractField, 'values' | 'addition'>>;

/** A field of the contract with what its schema says. */
export const contractField = (name: string, schema: Schema, marks: Marks): ContractField => ({
	name,
	schema,
	addition: false,
	values: textsOf(schema.enum),
	...marks,
	types: [schema.type ?? []].flat().filter((type) => type !== 'null'),
});

function flatten(path: string, method: string, operation: DocumentOperation): ContractOperation {
	const [media] = Object.values(operation.requestBody?.content ?? {});
	const required = media?.schema.required ?? [];
	const parameters = (operation.parameters ?? []).map((parameter) => {
		const { 'x-values': values, 'x-addition': addition = false } = parameter;
		const marks = { required: parameter.required ?? false, addition, ...(values && { values }) };

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
		key: operation.security === undefined,
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
 * The operation with this id, such as `module.update`.
 * @throws when the contract has none.
 */
export function operationOf(id: string): ContractOperation {
	const operation = operations.find((candidate) => candidate.id === id);
	if (!operation) throw new Error(`The contract has no operation ${id}.`);

	return operation;
}
