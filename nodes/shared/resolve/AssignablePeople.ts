import { normalizeId } from '../values/textForms';
import type { Place } from '../model/place';

/** Remembers which users Plane accepts as assignees, in which projects. */
export class AssignablePeople {
	private readonly keys = new Set<string>();

	add(place: Place, userId: string): void {
		this.keys.add(buildKey(place, userId));
	}

	has(place: Place, userId: string): boolean {
		return this.keys.has(buildKey(place, userId));
	}
}

const buildKey = ({ workspace, path }: Place, userId: string): string =>
	[workspace, path.project_id ?? '', normalizeId(userId)].join('\n');
