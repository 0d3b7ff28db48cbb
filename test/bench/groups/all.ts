import { additions } from './additions';
import { cost } from './cost';
import { files } from './files';
import type { Group } from './group';
import { limit } from './limit';
import { returnAll } from './returnAll';
import { updates } from './updates';

/** Everything that the bench measures, in its order. */
export const groups: readonly Group[] = [updates, cost, additions, returnAll, files, limit];
