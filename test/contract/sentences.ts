import type { OpenAPIValidator } from 'openapi-backend';

type ValidationErrors = ReturnType<OpenAPIValidator['validateRequest']>['errors'];
export type ValidationError = NonNullable<ValidationErrors>[number];

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

const places: Record<string, string> = {
	requestBody: 'body field',
	query: 'query parameter',
	path: 'path parameter',
};

/** `/requestBody/issues/0` → `body field "issues" (entry 1)`; `/requestBody` → `body`. */
function placeOf(instancePath: string): string {
	const [, part = '', name, entry] = instancePath.split('/');
	if (name === undefined) return part === 'requestBody' ? 'body' : part;

	const place = `${places[part] ?? part} "${name}"`;

	return entry === undefined ? place : `${place} (entry ${Number(entry) + 1})`;
}

function valueAt(sent: unknown, instancePath: string): string {
	const steps = instancePath.split('/').slice(1);
	const value = steps.reduce<unknown>(
		(node, step) => (isObject(node) ? node[step] : undefined),
		sent,
	);
	const text = value === undefined ? 'nothing' : JSON.stringify(value);

	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const list = (values: unknown): string =>
	[values]
		.flat()
		.filter((value) => value !== null && value !== 'null')
		.join(', ');

/**
 * Says in one sentence what a validation error means, with the value that was sent.
 * `sent` has the parts of the request under the validator's names: path, query, requestBody.
 */
export function sentence(error: ValidationError, sent: unknown): string {
	const { keyword, instancePath, params } = error;
	const [, part = ''] = instancePath.split('/');
	const nested = places[part] ?? 'part';
	const place = placeOf(instancePath);
	const got = `not ${valueAt(sent, instancePath)}`;

	switch (keyword) {
		case 'additionalProperties':
			return `The ${nested} "${params.additionalProperty}" is not in the contract.`;
		case 'required':
			return params.missingProperty === 'requestBody'
				? 'The body is missing.'
				: `The required ${nested} "${params.missingProperty}" is missing.`;
		case 'type':
			return `The ${place} must be of type ${list(params.type)}, ${got}.`;
		case 'enum':
			return `The ${place} must be one of ${list(params.allowedValues)}, ${got}.`;
		case 'pattern':
			return `The ${place} must match ${params.pattern}, ${got}.`;
		case 'minLength':
			return `The ${place} must not be empty.`;
		case 'minItems':
			return `The ${place} must hold at least ${params.limit}.`;
		case 'minimum':
			return `The ${place} must be at least ${params.limit}, ${got}.`;
		default:
			return `The ${place} ${error.message ?? 'is not as the contract says'}, ${got}.`;
	}
}
