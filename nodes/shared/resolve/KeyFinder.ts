import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { keyProblem, UPDATE_SERVER } from '../errors/credentialErrors';
import { belongsElsewhere, keyNotFound } from '../errors/nameErrors';
import { isMissing, isNoPath } from '../errors/notFound';
import type { AlternateKey, KeyOwner } from '../fields/field';
import { normalizeId } from '../values/textForms';
import { isJsonObject } from '../values/json';
import { asText } from '../values/asText';
import { placeWithin, withPlace } from '../model/place';
import { parseListPage } from '../pagination/envelope';
import { isProblem, type Problem, type Result } from '../result/problem';
import { readFirstText, readNestedText } from '../values/readFirstText';
import { readRequest } from '../transport/request';
import type { Lookup } from './lookup';
import type { RecordLists } from './RecordLists';
import { failed } from '../errors/problemFrom';
import { duplicateExternalId } from '../errors/severalRecords';

/** What the server's own path for keys returned. */
type PathResult =
	| { readonly kind: 'found'; readonly row: JsonObject }
	| { readonly kind: 'missing' }
	| { readonly kind: 'failed'; readonly problem: Problem }
	/** `isPlane`: the response shows that the server is Plane, in a version without the path. */
	| { readonly kind: 'noPath'; readonly isPlane: boolean };

/** Statuses of servers that lack a path, or do not accept its query. */
const UNSUPPORTED_STATUSES = [400, 404, 405];

/** Finds records by keys such as LNCH-12 and by external IDs, one request for each key. */
export class KeyFinder {
	constructor(
		private readonly client: Client,
		private readonly lists: RecordLists,
	) {}

	/**
	 * Finds the ID of the record with a key. The server's own path for keys goes first, because a search
	 * returns only the newest of all records that mention a key (rows 82 and 83).
	 */
	async find(lookup: Lookup, key: AlternateKey): Promise<Result<string>> {
		const { owner } = key;
		const result: PathResult =
			owner === undefined
				? { kind: 'noPath', isPlane: false }
				: await this.readByPath(lookup, owner.lookupPath, normalizeKey(lookup, key));

		switch (result.kind) {
			case 'failed':
				return result.problem;
			case 'missing':
				return (await this.findInList(lookup, key)) ?? (await this.explainMissing(lookup, key));
			case 'found':
				return hasOtherOwner(result.row, lookup, key)
					? await this.explainMissing(lookup, key)
					: (asText(result.row.id) ?? '');
			case 'noPath':
				return await this.search(lookup, key, result.isPlane);
		}
	}

	/** Finds the ID of a record that the path for keys may leave out. @returns undefined if it is not in its list */
	private async findInList(lookup: Lookup, key: AlternateKey): Promise<string | undefined> {
		const { owner } = key;
		if (owner === undefined || owner.otherLists.length === 0) return undefined;

		const text = normalizeKey(lookup, key);
		const ownerId = lookup.parents[owner.pathParam] ?? (await this.findOwner(lookup, owner, text));
		if (ownerId === undefined) return undefined;

		for (const list of owner.otherLists) {
			const rows = await this.lists.readIfPossible(
				{ ...lookup, parents: { [owner.pathParam]: ownerId } },
				{ ...lookup.source, ...list },
			);
			const row = rows.find((candidate) => key.matches(text, candidate));
			if (row !== undefined) return asText(row.id);
		}

		return undefined;
	}

	/** Finds the ID of the owner whose name a key begins with. */
	private async findOwner(
		lookup: Lookup,
		owner: KeyOwner,
		text: string,
	): Promise<string | undefined> {
		const owners = await this.lists.readIfPossible({ ...lookup, parents: {} }, owner.list);

		return asText(owners.find((row) => owner.isOwner(text, row))?.id);
	}

	private async readByPath(
		{ target, parents }: Lookup,
		path: string,
		key: string,
	): Promise<PathResult> {
		const place = { workspace: target.workspace, path: { ...parents, key } };
		const result = await this.client.send(place, readRequest(path), {
			about: withPlace(target, place),
		});
		if (!isProblem(result)) {
			const { json } = result;
			const isRecord = isJsonObject(json) && asText(json.id) !== undefined;

			return isRecord ? { kind: 'found', row: json } : { kind: 'noPath', isPlane: false };
		}

		const { response } = result;
		if (response === undefined) return { kind: 'failed', problem: result };
		if (isMissing(response)) return { kind: 'missing' };

		// A project that does not exist, or that the user may not see, is refused like a lack of rights.
		if (response.status === 403 && keyProblem(response) === undefined) return { kind: 'missing' };

		return UNSUPPORTED_STATUSES.includes(response.status)
			? { kind: 'noPath', isPlane: isNoPath(response) }
			: { kind: 'failed', problem: result };
	}

	/**
	 * Finds the ID by the server's search or list. If the server supports neither, the key is passed
	 * through: it may be an ID there.
	 *
	 * @param isPlane whether the server is Plane, in a version without a path for keys
	 */
	private async search(
		lookup: Lookup,
		key: AlternateKey,
		isPlane: boolean,
	): Promise<Result<string>> {
		const { target, parents } = lookup;
		const text = normalizeKey(lookup, key);
		const request = readRequest(key.search.path, key.search.query(text, parents));
		const place = placeWithin(target, parents);
		const response = await this.client.send(place, request, { about: withPlace(target, place) });
		if (isProblem(response))
			return await this.handleFailedSearch(lookup, key, { failure: response, isPlane });

		const { json } = response;
		// If a single record matches, the list returns the record itself (row 27).
		const page = isJsonObject(json) && 'id' in json ? { records: [json] } : parseListPage(response);
		if (isProblem(page)) return page;

		const id = asText(page.records.find((row) => key.matches(text, row))?.id);

		return id ?? (await this.explainMissing(lookup, key));
	}

	private async handleFailedSearch(
		lookup: Lookup,
		key: AlternateKey,
		{ failure, isPlane }: { readonly failure: Problem; readonly isPlane: boolean },
	): Promise<Result<string>> {
		const { status = 0 } = failure;

		if (key.owner === undefined) {
			if (status === 404) return keyNotFound(lookup);
			if (status === 500) return await this.explainServerError(lookup, key, failure);
		}

		if (!UNSUPPORTED_STATUSES.includes(status)) return failure;

		return isPlane ? keysUnsupported(lookup) : lookup.text;
	}

	/** Why no record of the project has a key: it belongs to another project, or no record has it. */
	private async explainMissing(lookup: Lookup, key: AlternateKey): Promise<Problem> {
		const { owner } = key;
		const notFound = () => keyNotFound(lookup, owner?.remedy);
		if (owner === undefined) return notFound();

		const owners = await this.lists.readFirstPage({ ...lookup, source: owner.list });
		// In a workspace that does not exist, or that the user may not see, no key is found (row 18).
		if (isProblem(owners) && owners.status === 403) return owners;

		const explanation = await this.lists.explainEmpty(lookup);
		if (explanation !== undefined) return explanation;
		if (isProblem(owners)) return notFound();

		const text = normalizeKey(lookup, key);
		const actualOwner = owners.find(
			(row) => owner.isOwner(text, row) && row.id !== lookup.parents[owner.pathParam],
		);
		const isInsideOwner = lookup.parents[owner.pathParam] !== undefined;
		if (actualOwner === undefined || !isInsideOwner) return notFound();

		return belongsElsewhere(lookup, {
			wire: owner.pathParam,
			label: owner.label(actualOwner),
		});
	}

	/** Explains why a server fails when it looks for a key: several records may have it (row 65). */
	private async explainServerError(
		lookup: Lookup,
		key: AlternateKey,
		failure: Problem,
	): Promise<Problem> {
		const rows = await this.lists.read(lookup);
		if (rows === undefined || isProblem(rows)) return failure;

		const matches = rows.filter((row) => key.matches(lookup.text, row));

		return matches.length > 1 ? duplicateExternalId(lookup.text, matches) : failure;
	}
}

/** A key as Plane writes it. */
const normalizeKey = ({ text }: Lookup, { owner }: AlternateKey): string =>
	owner === undefined ? text : owner.normalize(text);

/** Whether the record with a key belongs to another parent than the lookup asks for. */
function hasOtherOwner(row: JsonObject, { parents }: Lookup, { owner }: AlternateKey): boolean {
	const parent = owner && parents[owner.pathParam];
	const actualParent = readFirstText(row, 'project') || readNestedText(row, 'project', 'id');

	return (
		parent !== undefined && actualParent !== '' && normalizeId(actualParent) !== normalizeId(parent)
	);
}

/** The server can look up no keys: it has neither a path for them nor a search (row 324). */
const keysUnsupported = ({ field: { displayName }, text }: Lookup): Problem =>
	failed(
		`${displayName}: this server cannot find ${text}, because it does not have the path …/work-items/ that this node needs`,
		UPDATE_SERVER,
	);
