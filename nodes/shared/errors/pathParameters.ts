import { quote } from '../text/quote';
import type { RequestTarget } from '../model/call';
import { listFields } from '../operations/listFields';
import { workspace } from '../operations/shared/locators';
import type { GetDisplayName } from './serverMessage';

/** A parameter of the path, with the value that was sent. */
export interface PathParameter {
	readonly displayName: string;
	readonly value: string;
	/** What the user entered for it: a name, a key or the ID itself. */
	readonly shownValue: string;
}

/** What the user calls a record, in quotes if it contains spaces. */
export function getShownName(
	{ displayNames = {} }: Pick<RequestTarget, 'displayNames'>,
	id: string,
): string {
	// An ID such as __proto__ is a property of every object.
	const name = Object.hasOwn(displayNames, id) ? (displayNames[id] ?? id) : id;

	return /\s/.test(name) ? quote(name) : name;
}

/** The parameters of the path with their values: the workspace first, the innermost record last. */
export const listPathParameters = (call: RequestTarget, path = call.path): PathParameter[] => [
	{ displayName: workspace.displayName, value: call.workspace, shownValue: call.workspace },
	...call.operation.locators.flatMap(({ wire, displayName }) => {
		const value = path[wire];

		return value === undefined
			? []
			: [{ displayName, value, shownValue: getShownName(call, value) }];
	}),
];

/** The last parameter of the path: the record itself, or the workspace if the path has no other value. */
export const innermostParameter = (call: RequestTarget): PathParameter =>
	listPathParameters(call).reduce((_, parameter) => parameter);

/** `Module 0c7da278-…`, `Project LNCH` */
export const nameAndValue = ({ displayName, shownValue }: PathParameter): string =>
	`${displayName} ${shownValue}`;

/** Looks up the display name of a field by its wire name, or by the name that other servers use. */
export const createFieldNamer =
	(target: RequestTarget): GetDisplayName =>
	(name) => {
		const isRead = target.kind === 'read';
		const fields = isRead ? target.operation.locators : listFields(target.operation);

		return fields.find(({ wire, responsePath }) => wire === name || responsePath === name)
			?.displayName;
	};
