import { isObjectEmpty, type JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import {
	ambiguous,
	archivedOnly,
	type Candidate,
	itself,
	keysUnknown,
	labelNotCreated,
	misplaced,
	nameless,
	noneCurrent,
	notAssignable,
	outsider,
} from '../errors/nameErrors';
import { keyProblem } from '../errors/credentialErrors';
import { isLacking, isMissing, isNoPath, sameExternalId } from '../errors/notFound';
import { type AlternateKey, CURRENT, type Source } from '../fields/field';
import { foldName } from '../fields/foldName';
import { isUuid, normalizeId, writeIdentifier } from '../fields/identifier';
import { isJsonObject } from '../fields/json';
import type { Field } from '../fields/kinds';
import { asText } from '../fields/text';
import { projects } from '../lists/lists';
import { firstText, textWithin } from '../rows/firstText';
import type { Call, ReadTarget, RequestTarget, ServiceCall } from '../model/call';
import { parseListPage } from '../pagination/envelope';
import { PAGE, pageQuery, type PageQuery } from '../pagination/pageQuery';
import { paginate } from '../pagination/paginate';
import type { Paging } from '../pagination/PageFetcher';
import { asSinglePage } from '../pagination/unpagedLists';
import { isProblem, isUnfinished, type Problem, type Result } from '../result/problem';
import { mapConcurrently } from '../scheduler/mapConcurrently';
import { listAt, type ListPlace, ListSplitter, parentsOf, type Rows } from './ListSplitter';
import { Projects } from './Projects';
import { referencesIn, withReplaced } from './references';
import type { AssignablePeople } from './AssignablePeople';
import { findStanding, readStanding, type Standing, whyNotAssignable } from './standing';

/** What looking up takes. */
interface Lookup {
	readonly client: Client;
	/** Requests at the same time, and how time passes. */
	readonly paging: Omit<Paging, 'fetch'>;
	/** Whether others are looked up after one that has no record. */
	readonly continueOnFail: boolean;
	/** Creates a label of this name, or gives the ID of the one that is there by now. */
	readonly createLabel?: (place: Place, name: string) => Promise<Result<string>>;
	/** Takes the people whose role in the project shows that they can be assigned. */
	readonly assignable?: AssignablePeople;
	/** What is known of projects; absent: nothing yet. */
	readonly projects?: Projects;
}

/** What a label is created for, and where. */
export type Place = Pick<ServiceCall, 'itemIndex' | 'workspace' | 'path'>;

/** A text that is looked up, for all calls that have it in the same place. */
interface Wanted extends ListPlace {
	readonly field: Field;
	readonly text: string;
	readonly identity: string;
}

/** A name that is to become a new record. */
interface Missing {
	readonly kind: 'new';
	readonly name: string;
}

/** A name that no record has. */
interface Unknown {
	readonly kind: 'unknown';
	/** In the list that was read last. */
	readonly wanted: Wanted;
	/** The names that there are. */
	readonly known: readonly string[];
}

/** What became of a text: an ID, why there is none, or what is to be created first. */
type Found = string | Missing | Unknown | Problem;

/**
 * What nobody calls a new record: it is left where an expression finds nothing, or finds an object or an
 * answer to whether something is so.
 */
const NEVER_CREATED = ['undefined', 'null', 'NaN', 'true', 'false', '[object Object]'];

/**
 * Puts IDs in the place of names and keys, in the paths of calls, in what they send and in what they
 * filter by, before anything is changed. Each list is read once, and only where a text is no ID or where
 * servers silently leave out what is not in it; a key is looked up by one request of its own.
 */
export class NameResolver {
	/** The lists that were read, by their place. */
	private readonly lists = new Map<string, Promise<Result<Rows | undefined>>>();
	readonly failed = new Map<number, Problem>();
	private readonly projects: Projects;

	constructor(private readonly lookup: Lookup) {
		this.projects = lookup.projects ?? new Projects(lookup.client);
	}

	/**
	 * @returns the calls that can be sent; why another one cannot stands in `failed`, by the index of its
	 *   item
	 */
	async resolve(given: readonly Call[]): Promise<readonly Call[]> {
		const depth = most(given, (call) => pathOf(call).length);
		let calls = given;

		// From the outermost record of a path to the innermost one: each is looked up within the one before.
		for (let level = 0; level < depth && this.mayGoOn; level++) {
			calls = await this.replace(
				calls,
				(call) => {
					const field = pathOf(call)[level];
					const text = field && call.path[field.wire];

					return field === undefined || text === undefined ? [] : [{ field, text }];
				},
				(call, idOf) => {
					const field = pathOf(call)[level];
					const text = field && 'path' in call ? call.path[field.wire] : undefined;
					if (field === undefined || text === undefined || call.kind === 'upload') return call;

					return { ...call, path: { ...call.path, [field.wire]: idOf({ field, text }) } };
				},
				(call) => {
					const field = pathOf(call)[level];
					const value = field && 'path' in call ? call.path[field.wire] : undefined;

					return field && value !== undefined ? unfitForPath(field, value) : undefined;
				},
			);
		}

		if (!this.mayGoOn) return calls;

		const splitter = new ListSplitter(async (place) => await this.rowsOf(place));
		const split = await splitter.split(calls);

		return await this.replace(split, referencesIn, withReplaced, ownReference);
	}

	/**
	 * The ID of the record that a text stands for in a field of a target.
	 *
	 * @returns the text itself if it is an ID, or why no record can be found
	 */
	async resolveText(target: RequestTarget, field: Field, text: string): Promise<Result<string>> {
		const [wanted] = wantedIn(target, { field, text });
		if (wanted === undefined) return text;

		const found = await this.find(wanted);
		if (isUnknown(found)) return describeUnknown([found]) ?? text;

		return isMissingRecord(found) ? text : found;
	}

	/** A target with IDs in its path instead of names and keys, or why one of them has none. */
	async resolvePath(target: ReadTarget): Promise<Result<ReadTarget>> {
		let resolved = target;

		for (const field of target.operation.locators) {
			const text = resolved.path[field.wire];
			if (text === undefined) continue;

			const id = await this.resolveText(resolved, field, text);
			if (isProblem(id)) return id;

			const unfit = unfitForPath(field, id);
			if (unfit !== undefined) return unfit;

			resolved = {
				...resolved,
				path: { ...resolved.path, [field.wire]: id },
				...(!isUuid(text) && { displayNames: { ...resolved.displayNames, [id]: text.trim() } }),
			};
		}

		return resolved;
	}

	private get mayGoOn(): boolean {
		return this.failed.size === 0 || this.lookup.continueOnFail;
	}

	/**
	 * Looks up the texts that `textsOf` gives of each call, and puts the IDs in their place.
	 *
	 * @param refuse why a call cannot be sent once they are there
	 */
	private async replace(
		calls: readonly Call[],
		textsOf: (call: ServiceCall) => readonly { readonly field: Field; readonly text: string }[],
		put: (
			call: Call,
			idOf: (of: { readonly field: Field; readonly text: string }) => string,
		) => Call,
		refuse: (call: Call) => Problem | undefined = () => undefined,
	): Promise<readonly Call[]> {
		const wantedBy = new Map(
			calls.map((call) => [
				call,
				call.kind === 'upload' ? [] : textsOf(call).flatMap((each) => wantedIn(call, each)),
			]),
		);
		const all = new Map([...wantedBy.values()].flat().map((wanted) => [wanted.identity, wanted]));
		if (all.size === 0) return calls.filter((call) => this.accepts(call, refuse(call)));

		const { paging, continueOnFail } = this.lookup;
		const found = await mapConcurrently<Wanted, Found>(
			[...all.values()],
			{
				concurrency: paging.concurrency,
				// Where the API key is wrong, that costs one request.
				firstAlone: true,
				shouldStop: (outcome) => isProblem(outcome) && !continueOnFail,
			},
			async (wanted) => await this.find(wanted),
		);
		const outcomes = new Map<string, Found | undefined>(
			[...all.keys()].map((identity, index) => [identity, found[index]]),
		);
		const outcomesOf = (call: Call) =>
			(wantedBy.get(call) ?? []).map(({ identity }) => outcomes.get(identity));

		const replacedIn = (call: Call): Call => {
			const wanted = wantedBy.get(call) ?? [];
			const displayNames: Record<string, string> = {};
			const replaced = put(call, ({ field, text }) => {
				const one = wanted.find((each) => each.field === field && each.text === text);
				const outcome = one && outcomes.get(one.identity);
				if (typeof outcome !== 'string') return text;
				if (!isUuid(text)) displayNames[outcome] = text.trim();

				return outcome;
			});
			if (replaced.kind === 'upload' || isObjectEmpty(displayNames)) return replaced;

			return { ...replaced, displayNames: { ...replaced.displayNames, ...displayNames } };
		};

		const fit = calls.filter((call) => {
			const own = outcomesOf(call);
			const problem = own.find(isProblem) ?? describeUnknown(own.filter(isUnknown));
			if (problem !== undefined) return this.accepts(call, problem);

			return !own.includes(undefined) && this.accepts(call, refuse(replacedIn(call)));
		});

		await this.createMissing(fit, wantedBy, outcomes);
		const isComplete = (call: Call) => outcomesOf(call).every((each) => typeof each === 'string');

		return fit.filter(isComplete).map(replacedIn);
	}

	/** Whether a call has no problem; notes the one that it has. */
	private accepts({ itemIndex }: Call, problem: Problem | undefined): boolean {
		if (problem !== undefined) this.failed.set(itemIndex, problem);

		return problem === undefined;
	}

	/** Creates the records that are to be created for calls, each once, as long as none is refused. */
	private async createMissing(
		calls: readonly Call[],
		wantedBy: ReadonlyMap<Call, readonly Wanted[]>,
		outcomes: Map<string, Found | undefined>,
	): Promise<void> {
		const { createLabel } = this.lookup;
		if (createLabel === undefined) return;

		const created = new Map<string, Result<string>>();

		for (const call of calls) {
			if (!this.mayGoOn) return;

			for (const wanted of wantedBy.get(call) ?? []) {
				const outcome = outcomes.get(wanted.identity);
				if (!isMissingRecord(outcome)) continue;

				const place = [listAt(wanted), foldName(outcome.name)].join('\n');
				const target: Place = {
					itemIndex: call.itemIndex,
					workspace: wanted.call.workspace,
					path: wanted.parents,
				};
				const id = created.get(place) ?? (await createLabel(target, outcome.name));

				created.set(place, id);

				if (isProblem(id)) {
					const isOver = isUnfinished(id);

					this.failed.set(call.itemIndex, isOver ? id : labelNotCreated(outcome.name, id));
					break;
				}

				outcomes.set(wanted.identity, id);
			}
		}
	}

	/** What became of a text; people who cannot be assigned are a Problem before anything is changed. */
	private async find(wanted: Wanted): Promise<Found> {
		const found = await this.findRecord(wanted);
		const { call, field } = wanted;
		const isWrite = call.kind === 'create' || call.kind === 'update';
		const isAssigned = field.activeMembersOnly === true && isWrite && !mayHaveLeft(call, field);
		if (!isAssigned || typeof found !== 'string') return found;

		return (await this.refuseAssignment(wanted, found)) ?? found;
	}

	/**
	 * Why somebody cannot be assigned. The list of project members shows neither roles nor who was removed
	 * (row 61), so that another one is read; where no list shows the role in the project, a guest of the
	 * workspace is one of each project, too.
	 */
	private async refuseAssignment(wanted: Wanted, id: string): Promise<Problem | undefined> {
		const { source } = wanted;
		const rows = await this.readIfPossible(wanted, source);
		const who = describePerson(source, rows, id, wanted.text);
		const own = findStanding(rows, id);
		const isShown = own.role !== undefined || own.isActive !== undefined;
		const roster =
			isShown || !source.roster ? [] : await this.readIfPossible(wanted, source.roster);
		const standing: Standing = isShown ? own : findStanding(roster, id);
		const reason = whyNotAssignable(standing);
		if (reason !== undefined) return notAssignable(wanted, who, reason, false);

		if (standing.role !== undefined) {
			this.lookup.assignable?.add(wanted.call, id);

			return undefined;
		}
		if (source.fallbackSource === undefined) return undefined;

		const inWorkspace = await this.readIfPossible(
			{ ...wanted, parents: {} },
			source.fallbackSource,
		);
		const whyExcluded = whyNotAssignable(findStanding(inWorkspace, id));

		return whyExcluded && notAssignable(wanted, who, whyExcluded, true);
	}

	/** The rows of another list, none if the server does not show it. */
	private async readIfPossible(wanted: Wanted, source: Source): Promise<Rows> {
		const rows = await this.rowsOf({ ...wanted, source });

		return rows === undefined || isProblem(rows) ? [] : rows;
	}

	/** Rows of one name without those who are no longer active, if the server shows who is (row 220). */
	private async stillActive(wanted: Wanted, alike: Rows): Promise<Rows> {
		const { roster } = wanted.source;
		const shown = roster === undefined ? [] : await this.readIfPossible(wanted, roster);

		return alike.filter((row) => {
			const { isActive = findStanding(shown, asText(row.id) ?? '').isActive } = readStanding(row);

			return isActive !== false;
		});
	}

	private async findRecord(wanted: Wanted): Promise<Found> {
		const { field, source, text } = wanted;
		const key = isUuid(text) ? undefined : source.keys?.find(({ pattern }) => pattern.test(text));
		if (key !== undefined) return await this.findByKey(wanted, key);
		if (source.currentQuery !== undefined && foldName(text) === CURRENT)
			return await this.findCurrent(wanted);
		if (source.names === undefined && field.mustBeListed !== true) return text;

		const all = await this.rowsOf(wanted);
		// Who may not see the list can still give IDs.
		if (isProblem(all)) return all.status === 403 && isUuid(text) ? text : all;
		// A server without the list cannot be asked; what the text is, it will say itself.
		if (all === undefined) return text;

		const idOf = (row: JsonObject) => asText(row[source.idField ?? 'id']) ?? '';
		// A row without an ID cannot be meant: its name would be replaced by nothing, which clears a field.
		const rows = all.filter((row) => idOf(row) !== '');
		if (rows.some((row) => idOf(row) === normalizeId(text))) return normalizeId(text);

		const namesOfRow = source.names ?? (() => []);
		// The surest names first: a person who is called like another one's address is not meant.
		const ranks = most(rows, (row) => namesOfRow(row).length);

		for (let rank = 0; rank < ranks; rank++) {
			const nameOf = (row: JsonObject) => namesOfRow(row)[rank] ?? '';
			const alike = rows.filter((row) => foldName(nameOf(row)) === foldName(text));
			const exact = alike.filter((row) => nameOf(row).trim() === text.trim());
			const [only, another] = exact.length === 1 ? exact : alike;
			if (only !== undefined && another === undefined) return idOf(only);
			if (only === undefined) continue;

			const [active, ...others] = await this.stillActive(wanted, alike);
			if (active !== undefined && others.length === 0) return idOf(active);

			return ambiguous(wanted, candidatesOf(source, alike));
		}

		for (const name of source.alternateNames?.(text) ?? []) {
			const other = await this.findRecord({ ...wanted, text: name });
			if (typeof other === 'string' || isProblem(other)) return other;
		}

		const { fallbackSource } = source;
		if (fallbackSource !== undefined && mayHaveLeft(wanted.call, field)) {
			return await this.findRecord({ ...wanted, source: fallbackSource, parents: {} });
		}

		if (fallbackSource !== undefined) {
			const others = await this.readIfPossible({ ...wanted, parents: {} }, fallbackSource);
			const isHere = (row: JsonObject) =>
				idOf(row) === normalizeId(text) || isCalled(fallbackSource, row, text);
			const outside = others.find(isHere);
			if (outside !== undefined) {
				const who = describePerson(fallbackSource, others, idOf(outside), text);

				return outsider(wanted, who);
			}
		}

		const mayBeNew =
			field.canCreateMissing === true && !isUuid(text) && !NEVER_CREATED.includes(text);
		if (mayBeNew && creates(wanted.call, field)) return { kind: 'new', name: text };
		if (await this.isArchived(wanted)) return archivedOnly(wanted);

		const explained = rows.length === 0 ? await this.explainNothing(wanted) : undefined;
		if (explained !== undefined) return explained;

		const known = rows.map((row) => namesOfRow(row).find(Boolean) ?? '');

		return { kind: 'unknown', wanted, known };
	}

	/** Whether the record that a text stands for is archived (row 72); asked only if it is not in its list. */
	private async isArchived(wanted: Wanted): Promise<boolean> {
		const { archived } = wanted.source;
		if (archived === undefined) return false;

		const rows = await this.readIfPossible(wanted, archived);

		return rows.some((row) => isCalled(archived, row, wanted.text));
	}

	/** Why a list is empty, if its project is archived, or what it lists is turned off there. */
	private async explainNothing({ call, parents, source }: Wanted): Promise<Problem | undefined> {
		const place = { workspace: call.workspace, path: parents };

		return await this.projects.explainNothing(call, place, source.projectFeature);
	}

	/** The rows of a list; undefined: the server has no such list. */
	private async rowsOf(wanted: ListPlace): Promise<Result<Rows | undefined>> {
		const place = listAt(wanted);
		const loading = this.lists.get(place) ?? this.load(wanted);

		this.lists.set(place, loading);

		return await loading;
	}

	private async load({ call, source, parents }: ListPlace): Promise<Result<Rows | undefined>> {
		const { client, paging } = this.lookup;
		const place = { ...call, path: parents };
		const server = { lacksList: false };

		const fetch = async (page: PageQuery) => {
			const query = source.isUnpaged === true ? {} : { ...page };
			const response = await client.read(place, source.path, query);

			server.lacksList = isProblem(response) && isLacking(response.response, place);

			return isProblem(response) || source.isUnpaged !== true ? response : asSinglePage(response);
		};

		const list = await paginate({ search: {}, offset: 0 }, { ...paging, fetch });
		if (server.lacksList) return undefined;
		if (isProblem(list)) return list;

		this.noteProjects(place, source, list.records);

		return list.records;
	}

	/** Notes what the rows of a list show of projects. */
	private noteProjects(place: RequestTarget, source: Source, rows: Rows): void {
		if (source.path === projects.path) this.projects.noteRecords(place.workspace, rows);
		if (source.isEmptyIfArchived === true && rows.length > 0) this.projects.noteActive(place);
	}

	/** The record that `current` stands for. */
	private async findCurrent(wanted: Wanted): Promise<Result<string>> {
		const { call, source, parents } = wanted;
		const place = { ...call, path: parents };
		const response = await this.lookup.client.read(place, source.path, source.currentQuery);
		const list = isProblem(response) ? response : parseListPage(response);
		if (isProblem(list)) return list;

		const rows = list.records.filter(({ id }) => asText(id) !== undefined);
		const [only, another] = rows.map(({ id }) => asText(id));
		if (only === undefined) return (await this.explainNothing(wanted)) ?? noneCurrent(wanted);

		return another === undefined ? only : ambiguous(wanted, candidatesOf(source, rows));
	}

	/**
	 * The ID of the record with a key, or why there is none. The server's own path for keys is asked first,
	 * because a search gives only the newest of all that mention a key (rows 82 and 83).
	 */
	private async findByKey(wanted: Wanted, key: AlternateKey): Promise<Result<string>> {
		const { lookupPath, normalize = (text: string) => text } = key;
		const text = normalize(wanted.text);
		const byRoute =
			lookupPath === undefined
				? { kind: 'noRoute' as const, isOfPlane: false }
				: await this.readByRoute(wanted, lookupPath, text);

		switch (byRoute.kind) {
			case 'problem':
				return byRoute.problem;
			case 'missing':
				return await this.notFoundByKey(wanted, key);

			case 'found': {
				const { row } = byRoute;
				const parent = key.owner && wanted.parents[key.owner.pathParam];
				const own = firstText(row, 'project') || textWithin(row, 'project', 'id');
				const isElsewhere =
					parent !== undefined && own !== '' && normalizeId(own) !== normalizeId(parent);

				return isElsewhere ? await this.notFoundByKey(wanted, key) : (asText(row.id) ?? '');
			}

			case 'noRoute':
				return await this.searchByKey(wanted, key, byRoute.isOfPlane);
		}
	}

	/** What the server's own path for keys has. */
	private async readByRoute(
		{ call, parents }: Wanted,
		path: string,
		key: string,
	): Promise<
		| { readonly kind: 'found'; readonly row: JsonObject }
		| { readonly kind: 'missing' }
		| { readonly kind: 'problem'; readonly problem: Problem }
		| { readonly kind: 'noRoute'; readonly isOfPlane: boolean }
	> {
		const { client } = this.lookup;
		const place = { ...call, path: { ...parents, key } };
		const result = await client.read(place, path);
		if (!isProblem(result)) {
			const { json } = result;
			const isRecord = isJsonObject(json) && asText(json.id) !== undefined;

			return isRecord ? { kind: 'found', row: json } : { kind: 'noRoute', isOfPlane: false };
		}

		const { response } = result;
		if (response === undefined) return { kind: 'problem', problem: result };
		if (isMissing(response)) return { kind: 'missing' };
		// A project that does not exist, or that the user may not see, is refused like a wrong right.
		if (response.status === 403 && keyProblem(response) === undefined) return { kind: 'missing' };

		if ([400, 404, 405].includes(response.status)) {
			return { kind: 'noRoute', isOfPlane: isNoPath(response) };
		}

		return { kind: 'problem', problem: result };
	}

	/**
	 * The ID of the record that the server's search or list finds by a key, or why there is none. A server
	 * that does neither leaves the key as it is: it may be an ID there.
	 *
	 * @param isOfPlane whether the server is Plane, and has no path for keys
	 */
	private async searchByKey(
		wanted: Wanted,
		key: AlternateKey,
		isOfPlane: boolean,
	): Promise<Result<string>> {
		const { search, matches, owner, normalize = (given: string) => given } = key;
		const { call, parents } = wanted;
		const text = normalize(wanted.text);
		const place = { ...call, path: { ...call.path, ...parents } };
		const query = search.query(text, parents);
		const response = await this.lookup.client.read(place, search.path, query);
		if (isProblem(response)) {
			if (response.status === 404 && owner === undefined) return nameless(wanted);

			if (response.status === 500 && owner === undefined) {
				return await this.explainFailure(wanted, matches, response);
			}
			if (![400, 404, 405].includes(response.status ?? 0)) return response;

			return isOfPlane ? keysUnknown(wanted) : wanted.text;
		}

		const { json } = response;
		// The list gives the record itself where it is asked for one alone (row 27).
		const found =
			isJsonObject(json) && 'id' in json ? { records: [json] } : parseListPage(response);
		if (isProblem(found)) return found;

		const id = asText(found.records.find((row) => matches(text, row))?.id);

		return id ?? (await this.notFoundByKey(wanted, key));
	}

	/** Why no record of the project has a key: it is another project's, or nobody's. */
	private async notFoundByKey(wanted: Wanted, key: AlternateKey): Promise<Problem> {
		const { owner, remedy, normalize = (given: string) => given } = key;
		if (owner === undefined) return nameless(wanted, withRemedy(remedy));

		const text = normalize(wanted.text);
		const owners = { ...wanted, source: { ...wanted.source, path: owner.path } };
		const all = await this.firstPage(owners);
		const explained = await this.explainNothing(wanted);
		if (explained !== undefined) return explained;

		const isOwner = (row: JsonObject) =>
			owner.isOwner(text, row) && row.id !== wanted.parents[owner.pathParam];
		const other = isProblem(all) ? undefined : all.find(isOwner);
		if (other === undefined) return nameless(wanted, withRemedy(remedy));

		const place = { wire: owner.pathParam, label: owner.label(other) };

		return misplaced(wanted.call, wanted.field, wanted.text, place);
	}

	/** Why a server breaks when it is asked for a key: several records may have it (row 65). */
	private async explainFailure(
		wanted: Wanted,
		isOf: (key: string, row: JsonObject) => boolean,
		failure: Problem,
	): Promise<Problem> {
		const rows = await this.rowsOf(wanted);
		if (rows === undefined || isProblem(rows)) return failure;

		const found = rows.filter((row) => isOf(wanted.text, row));

		return found.length > 1 ? sameExternalId(wanted.text, found) : failure;
	}

	/** The first rows of a list, asked for once. */
	private async firstPage({ call, source }: Wanted): Promise<Result<Rows>> {
		const place = [call.workspace, source.path, 'first'].join('\n');

		const load = async (): Promise<Result<Rows | undefined>> => {
			const response = await this.lookup.client.read(call, source.path, { ...pageQuery(PAGE, 0) });
			const list = isProblem(response) ? response : parseListPage(response);
			if (isProblem(list)) return list;

			this.noteProjects(call, source, list.records);

			return list.records;
		};

		const loading = this.lists.get(place) ?? load();

		this.lists.set(place, loading);

		return (await loading) ?? [];
	}
}

const isUnknown = (found: Found | undefined): found is Unknown =>
	typeof found === 'object' && !isProblem(found) && found.kind === 'unknown';

const isMissingRecord = (found: Found | undefined): found is Missing =>
	typeof found === 'object' && !isProblem(found) && found.kind === 'new';

/** Names of one field that no record has, all of them at once; undefined: there are none. */
function describeUnknown(all: readonly Unknown[]): Problem | undefined {
	const [first] = all;
	if (first === undefined) return undefined;

	const { wanted, known } = first;
	const others = all.filter((each) => each.wanted.field === wanted.field);

	return nameless(wanted, { known, texts: others.map((each) => each.wanted.text) });
}

const withRemedy = (remedy: string | undefined) => (remedy === undefined ? {} : { remedy });

/**
 * Why a name cannot stand in a path that was not looked up, because the server has no such list: with a
 * dot or a slash, it would lead to another address.
 */
function unfitForPath({ displayName }: Field, value: string): Problem | undefined {
	const id = writeIdentifier(value);

	return isProblem(id) ? { ...id, message: `${displayName}: ${id.message}` } : undefined;
}

/** Whether a text is one of the names of a row. */
const isCalled = ({ names }: Source, row: JsonObject, text: string): boolean =>
	names?.(row).some((name) => name !== '' && foldName(name) === foldName(text)) === true;

/** A person as others know them, with the text by which they were given if nothing else is known. */
function describePerson(source: Source, rows: Rows, id: string, text: string): string {
	const row = rows.find((each) => asText(each.id) === id);
	const label = row === undefined ? '' : (source.label?.(row) ?? '');

	return label === '' ? text : label;
}

/** Rows as a person chooses between them. */
const candidatesOf = (source: Source, rows: Rows): readonly Candidate[] =>
	rows.map((row) => ({
		id: asText(row[source.idField ?? 'id']) ?? '',
		label: source.label?.(row) ?? '',
	}));

const pathOf = (call: Call): readonly Field[] =>
	call.kind === 'upload' ? [] : call.operation.locators;

/** Why a call cannot refer to a record: it is the one that the call is about (row 25). */
function ownReference(call: Call): Problem | undefined {
	if (call.kind === 'upload' || call.kind === 'list') return undefined;

	const own = call.operation.locators.at(-1);
	const reference = referencesIn(call).find(({ text }) => own && text === call.path[own.wire]);

	return own && reference && itself(call, own, reference);
}

/** Whether a call wants names of a field that are not there yet; not to take them away at once. */
const creates = (call: RequestTarget, { wire }: Field): boolean =>
	(call.kind === 'create' && call.createsLabels) ||
	(call.kind === 'update' && call.createsLabels && call.listActions[wire] !== 'remove');

/** Whether a call only looks for records or takes them away: they may have left the list since. */
const mayHaveLeft = (call: RequestTarget, { wire, source }: Field): boolean =>
	source?.fallbackSource !== undefined &&
	(call.kind === undefined ||
		call.kind === 'list' ||
		(call.kind === 'update' && call.listActions[wire] === 'remove'));

/** The largest of these numbers, which may be too many for the arguments of a function; 0: there is none. */
const most = <Each>(all: readonly Each[], numberOf: (each: Each) => number): number =>
	all.reduce((largest, each) => Math.max(largest, numberOf(each)), 0);

/** The text as one that is looked up, unless it is an ID. */
function wantedIn(
	call: RequestTarget,
	{ field, text }: { readonly field: Field; readonly text: string },
): readonly Wanted[] {
	const { source } = field;
	const isOut = mayHaveLeft(call, field);
	if (source === undefined || (isUuid(text) && (field.mustBeListed !== true || isOut))) return [];

	const parents = parentsOf(call, source);
	// With other parents, a name may be another record's.
	const where = [call.workspace, field.wire, source.path, text, parents];
	// What one item creates, another one does not; whom one adds, another one takes away.
	const isCreated = field.canCreateMissing === true && creates(call, field);
	const identity = JSON.stringify([...where, isCreated, isOut]);

	return [{ call, field, source, text, parents, identity }];
}
