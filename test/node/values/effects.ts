import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	NodeParameterValueType,
} from 'n8n-workflow';

import { parametersFor, samples, withValue } from '../../engine/samples';
import type { ReceivedRequest } from '../../service/service';
import { stableId, type ServiceState } from '../../service/state';
import { type Content, type FormName, forms, type Place } from './contents';

/** A field that keeps an update from being empty if the tested parameter is left out. */
const OTHER_FIELDS = { externalSource: 'test' };

/** Returns the valid value of a parameter, with the ID of an existing record instead of `ID`. */
function getValidValue(
	{ users, modules, states }: ServiceState,
	{ validValue, path }: Place,
): NodeParameterValueType {
	if (validValue !== 'ID') return validValue;

	const records = path === 'moduleId' ? modules : path === 'filters.state' ? states : users;

	return records[0]?.id ?? '';
}

/** A parameter that is filled in in one way. */
export interface FilledIn {
	readonly form: FormName;
	readonly content: Content;
	readonly place: Place;
}

/** Returns the parameters of a node, one of which is filled in in this way, and the JSON of its item. */
export function fillIn(
	state: ServiceState,
	{ form, content, place }: FilledIn,
): { parameters: INodeParameters; json: IDataObject } {
	const value = {
		'a value': getValidValue(state, place),
		undefined: undefined,
		null: null,
		'empty text': '',
		blanks: ' \t',
	}[content];
	const parameter = forms[form].toParameter(value);
	const parameterValue =
		place.isLocator === true ? { __rl: true, mode: 'id', value: parameter } : parameter;
	const sample = parametersFor(place.operation, samples(state)[place.operation]);
	const base = place.operation.endsWith('.update')
		? { ...sample, updateFields: OTHER_FIELDS }
		: sample;

	return {
		parameters: withValue(base, place.path, parameterValue as NodeParameterValueType),
		// JSON has no undefined, so the property is missing.
		json: { good: stableId('user', 1), ...(value === undefined ? {} : { value }) },
	};
}

/** Returns a credential whose workspace shows whether it was used, unless other records must be found in it. */
export const credentialAt = (
	{ needsLookup }: Place,
	credential: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject =>
	needsLookup === true ? credential : { ...credential, workspaceSlug: 'fallback' };

/**
 * Finds out what a run has done with the value of a parameter.
 *
 * @param message of the error of the run, or `''`
 * @returns one of `effects`, or what is wrong
 */
export function findEffect(
	place: Place,
	{ message, requests }: { message: string; requests: readonly ReceivedRequest[] },
): string {
	const isRefused = message.startsWith(`${place.parameter}: `);
	// A create reads its project first, which may be archived (row 73).
	const request = requests.find(({ method }) => method !== 'GET') ?? requests[0];
	if (request === undefined) return isRefused ? 'refused' : `not sent: ${message}`;

	return isRefused ? `sent and refused: ${message}` : readEffect(place, request);
}

function readEffect(
	{ urlPart, wire, clearedValue }: Place,
	{ url, body }: ReceivedRequest,
): string {
	if (urlPart !== undefined) return url.includes(urlPart) ? 'sent' : 'left alone';
	if (wire === undefined || typeof body !== 'object' || body === null) return 'sent';
	if (!(wire in body)) return 'left alone';

	const value = (body as IDataObject)[wire];
	if (JSON.stringify(value) === JSON.stringify(clearedValue)) return 'cleared';

	return value === null || value === '' ? 'sent empty' : 'sent';
}
