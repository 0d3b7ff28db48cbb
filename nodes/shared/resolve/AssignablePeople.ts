import { normalizeId } from '../fields/identifier';
import type { RecordLocation } from '../model/call';

type Place = Pick<RecordLocation, 'workspace' | 'path'>;

/** Users who are known to be taken as assignees, each in a project. */
export class AssignablePeople {
	private readonly known = new Set<string>();

	add(place: Place, id: string): void {
		this.known.add(keyOf(place, id));
	}

	has(place: Place, id: string): boolean {
		return this.known.has(keyOf(place, id));
	}
}

const keyOf = ({ workspace, path }: Place, id: string): string =>
	[workspace, path.project_id ?? '', normalizeId(id)].join('\n');
