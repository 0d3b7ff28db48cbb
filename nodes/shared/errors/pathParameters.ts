import type { ServiceCall } from '../model/call';
import { allFields } from '../operations/operation';
import { workspace } from '../operations/shared/locators';
import type { NameOf } from './serverMessage';

/** A parameter that names a part of the path, and the value that was sent. */
export interface Place {
	readonly displayName: string;
	readonly value: string;
}

/** The parameters of the path, from the outermost to the innermost, without the workspace. */
export const placesOf = ({ operation, path }: ServiceCall): readonly Place[] =>
	operation.path.map(({ wire, displayName }) => ({ displayName, value: path[wire] ?? '' }));

export const workspaceOf = (call: ServiceCall): Place => ({
	displayName: workspace.displayName,
	value: call.workspace,
});

/** `Module 0c7da278-…` */
export const withValue = ({ displayName, value }: Place): string => `${displayName} ${value}`;

/** How the panel names a field by its name on the wire, or by the name that other servers use. */
export const namesOf =
	({ operation }: ServiceCall): NameOf =>
	(name) =>
		allFields(operation).find(({ wire, alias }) => wire === name || alias === name)?.displayName;

/** `['a', 'b', 'c']`, `'or'` → `a, b or c` */
export const series = (parts: readonly string[], conjunction: 'and' | 'or'): string =>
	[parts.slice(0, -1).join(', '), ...parts.slice(-1)]
		.filter((part) => part !== '')
		.join(` ${conjunction} `);
