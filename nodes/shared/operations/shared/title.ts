import { name } from '../../fields/kinds';

/** The name of a work item and of the like, which people call its title. */
export const title = name('name', 'What it is, in a few words', { displayName: 'Title' });
