import type { Field } from '../../shared/fields/kinds';
import type { Entered, ImportRow, RecordGroup } from '../../shared/model/draft';
import {
	CREATE_IN_GROUP,
	FIRST_OF_GROUP,
	NAME_IN_TEXT,
	unknownPeople,
	unknownStates,
} from '../../shared/operations/shared/importOptions';

/** The values of `IMPORT_OPTIONS`, by wire name. */
export type ImportOptions = Readonly<Record<string, unknown>>;

/** What unknown states may be left out with. */
const LENIENT: readonly unknown[] = ['defaultState', FIRST_OF_GROUP];

export const leavesOutPeople = (options: ImportOptions): boolean =>
	(options[unknownPeople.wire] ?? 'fail') !== 'fail';

export const leavesOutStates = (options: ImportOptions): boolean =>
	LENIENT.includes(options[unknownStates.wire]);

/** What the options say of a row. */
export const readRowRules = (options: ImportOptions): Pick<ImportRow, 'namesUnknownPeople'> =>
	options[unknownPeople.wire] === NAME_IN_TEXT ? { namesUnknownPeople: true } : {};

/** The group of a state whose group is unknown: its work counts as not begun. */
const UNKNOWN_GROUP: RecordGroup = {
	field: 'group',
	value: 'backlog',
	isEnough: false,
	isCreated: true,
	isAssumed: true,
};

/** What the options say of the names in a field, in a row of no tool that is known. */
export function readNameRules(
	{ wire }: Field,
	options: ImportOptions,
): Pick<Entered, 'group' | 'mayBeLeftOut'> {
	if (wire === 'assignees' && leavesOutPeople(options)) return { mayBeLeftOut: true };
	if (wire !== 'state') return {};
	if (leavesOutStates(options)) return { mayBeLeftOut: true };

	return options[unknownStates.wire] === CREATE_IN_GROUP ? { group: UNKNOWN_GROUP } : {};
}
