import type { JsonValue } from 'n8n-workflow';

import { isProblem, type Result } from '../shared/result/problem';

/** A value that was fetched from Plane. */
interface CachedValue {
	/** In UNIX milliseconds. */
	readonly fetchedAt: number;
	readonly value: JsonValue;
}

/** The part of the cache that n8n saves. */
export interface SavedLookups {
	/** Identifies the server, the key and the workspace that the values come from. */
	readonly scope: string;
	readonly values: Readonly<Record<string, CachedValue>>;
}

/** Values are fetched again after this time. A state that is renamed is unknown until then. */
const LIFETIME_MS = 10 * 60_000;

/** A record that did not exist may be created at any moment, and then Plane reports changes that are about it. */
const ABSENCE_LIFETIME_MS = 60_000;

/** n8n saves the cache with each delivery that starts a workflow, so it stays small. */
const MAX_SAVED_VALUES = 200;

/**
 * Keeps the values that Plane returns for ten minutes, so that many deliveries need few requests. `null` says that
 * Plane has no such record, which it keeps for a minute.
 */
export class LookupCache {
	private readonly values: Map<string, CachedValue>;
	/** Whether values were fetched that n8n has not saved yet. */
	hasUnsavedValues = false;

	/**
	 * @param scope identifies the server, the key and the workspace
	 * @param savedLookups what n8n saved earlier; ignored if it has another scope
	 */
	constructor(
		private readonly scope: string,
		savedLookups: SavedLookups | undefined,
	) {
		this.values = new Map(savedLookups?.scope === scope ? Object.entries(savedLookups.values) : []);
	}

	/** The most recent values, for n8n to save. */
	get saved(): SavedLookups {
		const recent = [...this.values].slice(-MAX_SAVED_VALUES);

		return { scope: this.scope, values: Object.fromEntries(recent) };
	}

	/**
	 * Returns a cached value, or loads it if there is none or it is too old. If that fails, an old value is better
	 * than none, unless the server has said that it no longer is the only one.
	 */
	async getOrLoad(key: string, load: () => Promise<Result<JsonValue>>): Promise<Result<JsonValue>> {
		const cached = this.values.get(key);
		if (cached !== undefined && isFresh(cached)) return cached.value;

		const value = await load();
		if (isProblem(value)) return (value.cause === 'ambiguous' ? null : cached?.value) ?? value;

		// Deleted first, because the map keeps the place of a key that is set again.
		this.values.delete(key);
		this.values.set(key, { fetchedAt: Date.now(), value });
		this.hasUnsavedValues = true;

		return value;
	}

	/** The cached value, however old it is; undefined if there is none. */
	peek(key: string): JsonValue | undefined {
		return this.values.get(key)?.value;
	}
}

const isFresh = ({ fetchedAt, value }: CachedValue): boolean =>
	Date.now() - fetchedAt < (value === null ? ABSENCE_LIFETIME_MS : LIFETIME_MS);
