import { choice, date, longText, record, records } from '../../fields/kinds';
import { hasAllEntries, isSameOnce } from '../../fields/sameValue';
import { projectMembers } from '../../lists/lists';
import { external } from '../shared/external';

const listed = records('members', 'All users who work on the module', projectMembers, {
	isChecked: true,
});

/**
 * A module lists a member once for each time that the person was set, and still lists those who were
 * removed (row 54). So it has exactly these members only if it lists each of them once, and no others.
 */
const members = {
	...listed,
	kind: {
		...listed.kind,
		isStored: isSameOnce,
		isTaken: hasAllEntries,
	},
};

/** What a module has besides its name. */
export const moduleFields = [
	longText('description', 'What the module is about'),
	date('start_date', 'Day on which the module starts'),
	date('target_date', 'Day by which the module is due', { notBefore: 'start_date' }),
	choice(
		'status',
		['backlog', 'planned', 'in-progress', 'paused', 'completed', 'cancelled'],
		'Status of the module',
	),
	record('lead', 'User who leads the module', projectMembers, { isChecked: true }),
	members,
	...external('module'),
];
