import { labeled } from '../../fields/kinds';

/** What a member may do, by the number that stands for it (row 35). */
export const role = (of: string) =>
	labeled('role', { Guest: 5, Member: 15, Admin: 20 }, `What the ${of} may do`);
