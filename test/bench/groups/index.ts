import { additions, deletes, updates } from './changes';
import { cost } from './cost';
import { files } from './files';
import type { Group } from './group';
import { kinds } from './kinds';
import { limit } from './limit';
import { panel } from './panel';
import { returnAll } from './returnAll';

/** Everything that the bench measures, in its order. */
export const groups: readonly Group[] = [
	updates,
	deletes,
	cost,
	kinds,
	additions,
	returnAll,
	files,
	limit,
	panel,
];
