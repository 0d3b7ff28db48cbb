import { bulk } from './bulk';
import { additions, deletes, updates } from './changes';
import { cost } from './cost';
import { files } from './files';
import type { Group } from './group';
import { limit } from './limit';
import { panel } from './panel';
import { returnAll } from './returnAll';
import { texts } from './texts';

/** Everything that the bench measures, in the order of its table. */
export const groups: readonly Group[] = [
	updates,
	deletes,
	cost,
	additions,
	returnAll,
	files,
	limit,
	bulk,
	panel,
	texts,
];
