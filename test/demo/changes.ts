import type { Row, ServiceState } from '../service/state';
import type { Store } from '../service/store';

/** Every record of the service and every file of the store, by a name for people. */
export type Snapshot = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Remembers what the service and the store hold now. */
export async function snapshot(state: ServiceState, store: Store): Promise<Snapshot> {
	const all = new Map<string, Readonly<Record<string, unknown>>>();
	for (const [collection, records] of Object.entries(state)) {
		for (const record of isRows(records) ? records : []) {
			all.set(`${collection}/${record.id}`, structuredClone(record));
		}
	}
	for (const key of await store.list()) {
		all.set(`store/${key}`, { bytes: (await store.read(key)).length });
	}
	return all;
}

const isRows = (value: unknown): value is (Row & Record<string, unknown>)[] => Array.isArray(value);

const UNTOLD = new Set(['id', 'created_at', 'updated_at', 'project', 'workspace']);

/** What came and what changed between two snapshots: `modules/0c7d…: status "backlog" → "paused"`. */
export function changesBetween(before: Snapshot, now: Snapshot): string[] {
	return [...now].flatMap(([name, record]) => {
		const old = before.get(name);
		const fields = Object.entries(record).filter(
			([field, value]) => !UNTOLD.has(field) && shown(value) !== shown(old?.[field]),
		);
		if (fields.length === 0) return [];
		const told = fields.map(([field, value]) =>
			old === undefined
				? `${field} ${shown(value)}`
				: `${field} ${shown(old[field])} → ${shown(value)}`,
		);
		return [`${old === undefined ? 'new ' : ''}${short(name)}: ${told.join(', ')}`];
	});
}

/** `modules/0c7da278-21b6-…` → `modules/0c7da278` */
const short = (name: string) => name.split('-')[0] ?? name;

/** A long list is told by its length, long text by its beginning. */
function shown(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (Array.isArray(value) && value.length > 2) return `${value.length} entries`;
	const text = JSON.stringify(value);
	return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
