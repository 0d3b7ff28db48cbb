import * as lists from './lists';
import type { Picker } from './picker';
import { workItems } from './workItems';

/** Every picker of the node. */
export const pickers: readonly Picker[] = [...Object.values(lists), workItems];
