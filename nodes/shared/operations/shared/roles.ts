import { labeled } from '../../fields/kinds';

/** The role of a member, as a number in the API (row 35). */
export const role = labeled('role', { Guest: 5, Member: 15, Admin: 20 }, 'What the user may do');
