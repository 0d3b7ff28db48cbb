import type { Field } from '../../shared/fields/kinds';
import { FINISHED_STATES } from '../../shared/imports/finishedStates';
import { readOwn } from '../../shared/imports/readOwn';
import type { Entered, ImportRow } from '../../shared/model/draft';
import {
	CREATE_IN_GROUP,
	FIRST_OF_GROUP,
	NAME_IN_TEXT,
	unknownPeople,
	unknownStates,
} from '../../shared/operations/shared/importOptions';
import { asText } from '../../shared/values/asText';
import { foldName } from '../../shared/values/textForms';

/** The values of `IMPORT_OPTIONS`, by wire name. */
export type ImportOptions = Readonly<Record<string, unknown>>;

/** What unknown states may be left out with. */
const LENIENT: readonly unknown[] = ['defaultState', FIRST_OF_GROUP];

const leavesOutPeople = (options: ImportOptions): boolean =>
	(options[unknownPeople.wire] ?? 'fail') !== 'fail';

export const leavesOutStates = (options: ImportOptions): boolean =>
	LENIENT.includes(options[unknownStates.wire]);

/** What the options say of a row. */
export const readRowRules = (options: ImportOptions): Pick<ImportRow, 'namesUnknownPeople'> =>
	options[unknownPeople.wire] === NAME_IN_TEXT ? { namesUnknownPeople: true } : {};

/** What the options say of the names in a field, of which nothing but the names is known. */
export function readNameRules(
	{ wire }: Field,
	name: unknown,
	options: ImportOptions,
): Pick<Entered, 'group' | 'mayBeLeftOut'> {
	if (wire === 'assignees' && leavesOutPeople(options)) return { mayBeLeftOut: true };

	return wire === 'state' ? readStateRules(name, options) : {};
}

/** What people mean by the name of a state decides about its group. A new state counts as not begun otherwise. */
function readStateRules(
	name: unknown,
	options: ImportOptions,
): Pick<Entered, 'group' | 'mayBeLeftOut'> {
	const choice = options[unknownStates.wire];
	const isCreated = choice === CREATE_IN_GROUP;
	const usualGroup = readOwn(FINISHED_STATES, foldName(asText(name) ?? ''));
	const group = usualGroup ?? (isCreated ? 'backlog' : undefined);
	// The default state is open. The first one of a group is taken unless the project has none.
	const mayBeLeftOut =
		leavesOutStates(options) && (usualGroup === undefined || choice === FIRST_OF_GROUP);

	return {
		...(group && {
			group: {
				field: 'group',
				value: group,
				isEnough: choice === FIRST_OF_GROUP,
				isAssumed: true,
				...(isCreated && { isCreated }),
			},
		}),
		...(mayBeLeftOut && { mayBeLeftOut }),
	};
}
