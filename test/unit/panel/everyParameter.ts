import type { INodeProperties } from 'n8n-workflow';

import { listCollectionFields } from './panel';

/** Finds the paths at which a node saves a parameter, or the parameters of a collection. */
export const findSavedParameters = (
	property: INodeProperties,
): readonly (readonly [path: string, INodeProperties])[] =>
	property.type === 'collection'
		? listCollectionFields(property).map((member) => [`${property.name}.${member.name}`, member])
		: [[property.type === 'resourceLocator' ? `${property.name}.value` : property.name, property]];

/** Returns a value that no parameter of this type accepts: an object, or for JSON text with a mistake. */
export const getInvalidValue = ({ type }: INodeProperties): unknown =>
	type === 'json' ? '{"a": 1,}' : { no: { value: ['of', 'any', 'kind'] } };
