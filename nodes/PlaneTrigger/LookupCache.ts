import type { JsonValue } from 'n8n-workflow';

import { isProblem, type Result } from '../shared/result/problem';

/** A value that was fetched from Plane. */
interface CachedValue {
	/** In UNIX milliseconds. */
	readonly fetchedAt: number;
	readonly value: JsonValue;
}

/** What n8n saves of the cache. */
export interface SavedLookups {
	/** Identifies the server, the key and the workspace that the values come from. */
	readonly scope: string;
	readonly values: Readonly<Record<string, CachedValue>>;
}

/** Milliseconds after which values are fetched again. A renamed state is unknown until then. */
const LIFETIME = 10 * 60_000;

/** n8n saves the cache with each delivery that starts a workflow, so it stays small. */
const MAX_SAVED_VALUES = 200;

/** Caches what Plane returns for ten minutes, so that many deliveries need few requests. */
export class LookupCache {
	private readonly values: Map<string, CachedValue>;
	/** Whether there are values that n8n has not saved yet. */
	hasUnsavedValues = false;

	/**
	 * @param scope identifies the server, the key and the workspace
	 * @param saved what n8n saved earlier; ignored if it has another scope
	 */
	constructor(
		private readonly scope: string,
		saved: SavedLookups | undefined,
	) {
		this.values = new Map(saved?.scope === scope ? Object.entries(saved.values) : []);
	}

	/** The most recent values, for n8n to save. */
	get saved(): SavedLookups {
		const recent = [...this.values].slice(-MAX_SAVED_VALUES);

		return { scope: this.scope, values: Object.fromEntries(recent) };
	}

	/**
	 * Returns a cached value, or fetches it if there is none or it is too old. If that fails, an old
	 * value is better than none.
	 */
	async getOrFetch(
		key: string,
		fetch: () => Promise<Result<JsonValue>>,
	): Promise<Result<JsonValue>> {
		const cached = this.values.get(key);
		if (cached !== undefined && Date.now() - cached.fetchedAt < LIFETIME) return cached.value;

		const value = await fetch();
		if (isProblem(value)) return cached === undefined ? value : cached.value;

		// Deleted first, because the map keeps the place of a key that is set again.
		this.values.delete(key);
		this.values.set(key, { fetchedAt: Date.now(), value });
		this.hasUnsavedValues = true;

		return value;
	}
}
