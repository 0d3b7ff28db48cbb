import { isDeepStrictEqual } from 'node:util';

import type { ServiceState } from '../service/state';
import type { Store } from '../service/store';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of every record of the service and of every file of the store, by readable names. */
export type Snapshot = ReadonlyMap<string, Fields>;

/** Copies the records of the service and the files of the store. */
export async function takeSnapshot(state: ServiceState, store: Store): Promise<Snapshot> {
	const fieldsByName = new Map<string, Fields>();

	for (const [collection, records] of Object.entries(structuredClone(state))) {
		for (const record of Array.isArray(records) ? (records as (Fields & { id: string })[]) : []) {
			fieldsByName.set(`${collection}/${record.id}`, record);
		}
	}

	for (const key of await store.list()) {
		fieldsByName.set(`store/${key}`, { bytes: (await store.read(key)).length });
	}

	return fieldsByName;
}

const IGNORED_FIELDS = new Set(['id', 'created_at', 'updated_at', 'project', 'workspace']);

/** Describes the differences between two snapshots: `modules/0c7d…: status "backlog" → "paused"`. */
export function changesBetween(before: Snapshot, now: Snapshot): string[] {
	const removed = [...before.keys()].filter((name) => !now.has(name)).map((name) => `gone ${name}`);
	const changed = [...now].flatMap(([name, record]) => {
		const old = before.get(name);
		const fields = Object.entries(record)
			.filter(
				([field, value]) => !IGNORED_FIELDS.has(field) && !isDeepStrictEqual(old?.[field], value),
			)
			.map(([field, value]) => [field, abbreviate(old?.[field]), abbreviate(value)] as const)
			.filter(([, was, is]) => was !== is)
			.map(([field, was, is]) => `${field} ${old === undefined ? '' : `${was} → `}${is}`);

		return fields.length === 0 ? [] : [`${old ? '' : 'new '}${name}: ${fields.join(', ')}`];
	});

	return [...removed, ...changed];
}

/** Describes a value in few characters: a long list by its length, long text by its beginning. */
function abbreviate(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (Array.isArray(value) && value.length > 2) return `${value.length} entries`;

	const text = JSON.stringify(value);

	return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
