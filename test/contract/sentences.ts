import type { OpenAPIValidator } from 'openapi-backend';

type ValidationErrors = ReturnType<OpenAPIValidator['validateRequest']>['errors'];
export type ValidationError = NonNullable<ValidationErrors>[number];

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

const KINDS_OF_PLACE: Record<string, string> = {
	requestBody: 'body field',
	query: 'query parameter',
	path: 'path parameter',
};

/** `/requestBody/issues/0` → `body field "issues" (entry 1)`; `/requestBody` → `body`. */
function describePlace(instancePath: string): string {
	const [, part = '', name, entry] = instancePath.split('/');
	if (name === undefined) return part === 'requestBody' ? 'body' : part;

	const place = `${KINDS_OF_PLACE[part] ?? part} "${name}"`;

	return entry === undefined ? place : `${place} (entry ${Number(entry) + 1})`;
}

/** The value at a place of the request as JSON, cut after 80 characters. */
function describeSentValue(sent: unknown, instancePath: string): string {
	const steps = instancePath.split('/').slice(1);
	const value = steps.reduce<unknown>(
		(node, step) => (isObject(node) ? node[step] : undefined),
		sent,
	);
	const text = value === undefined ? 'nothing' : JSON.stringify(value);

	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const joinValues = (values: unknown): string =>
	[values]
		.flat()
		.filter((value) => value !== null && value !== 'null')
		.join(', ');

/**
 * Describes a validation error in one sentence, with the value that was sent.
 *
 * @param sent the parts of the request by the validator's names: path, query, requestBody
 */
export function describeValidationError(error: ValidationError, sent: unknown): string {
	const { keyword, instancePath, params } = error;
	const [, part = ''] = instancePath.split('/');
	const memberKind = KINDS_OF_PLACE[part] ?? 'part';
	const place = describePlace(instancePath);
	const butSent = `not ${describeSentValue(sent, instancePath)}`;

	switch (keyword) {
		case 'additionalProperties':
			return `The ${memberKind} "${params.additionalProperty}" is not in the contract.`;
		case 'required':
			return params.missingProperty === 'requestBody'
				? 'The body is missing.'
				: `The required ${memberKind} "${params.missingProperty}" is missing.`;
		case 'type':
			return `The ${place} must be of type ${joinValues(params.type)}, ${butSent}.`;
		case 'enum':
			return `The ${place} must be one of ${joinValues(params.allowedValues)}, ${butSent}.`;
		case 'pattern':
			return `The ${place} must match ${params.pattern}, ${butSent}.`;
		case 'minLength':
			return `The ${place} must not be empty.`;
		case 'minItems':
			return `The ${place} must hold at least ${params.limit}.`;
		case 'minimum':
			return `The ${place} must be at least ${params.limit}, ${butSent}.`;
		default:
			return `The ${place} ${error.message ?? 'is not as the contract says'}, ${butSent}.`;
	}
}
