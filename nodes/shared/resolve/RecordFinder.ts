import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import {
	inOtherGroup,
	ambiguous,
	type Candidate,
	noCurrentCycle,
	notInParent,
	type KnownRecord,
} from '../errors/nameErrors';
import { commercialOnly } from '../errors/planErrors';
import { findOtherList, CURRENT, type RecordList } from '../fields/field';
import { foldName, isUuid } from '../values/textForms';
import { asText } from '../values/asText';
import type { RecordGroup } from '../model/draft';
import { withPlace } from '../model/place';
import { parseListPage } from '../pagination/envelope';
import { isProblem, type Problem, type Result } from '../result/problem';
import { readRequest } from '../transport/request';
import { KeyFinder } from './KeyFinder';
import {
	type Found,
	found,
	isNotFound,
	type Lookup,
	type LookupResult,
	type NotFound,
	toLookupResult,
} from './lookup';
import { indexNames, readRecordId } from './indexNames';
import { describePerson, findOnlyActive } from './people';
import { isProjectPart } from './ProjectSpread';
import type { RecordLists, Rows } from './RecordLists';
import { absent } from '../errors/problemFrom';
import { quote } from '../text/quote';

/**
 * Texts that never become the name of a new record: an expression leaves them when it finds nothing, an
 * object or a boolean.
 */
const NEVER_CREATED = ['undefined', 'null', 'NaN', 'true', 'false', '[object Object]'];

/** Finds the records that texts stand for: by key, by ID or by name. */
export class RecordFinder {
	private readonly keys: KeyFinder;

	constructor(
		private readonly client: Client,
		private readonly lists: RecordLists,
	) {
		this.keys = new KeyFinder(client, lists);
	}

	async find(lookup: Lookup): Promise<LookupResult> {
		const { nameOfUncertainId, ...lookupOfText } = lookup;

		return nameOfUncertainId === undefined
			? await this.findText(lookupOfText)
			: await this.findByUncertainId(lookupOfText, nameOfUncertainId);
	}

	/** Finds the record with an ID or, if that is the ID of another tool, with the name. */
	private async findByUncertainId(lookup: Lookup, name: string): Promise<LookupResult> {
		const byId = await this.findText(lookup);
		if (!isProblem(byId) && byId.kind === 'found') return byId;

		return await this.findText({ ...lookup, text: name });
	}

	private async findText(lookup: Lookup): Promise<LookupResult> {
		const byKey = await this.findByKey(lookup);
		if (byKey === undefined) return await this.findByIdOrName(lookup);

		// A title such as Phase-2 looks like a key.
		const mayBeName =
			isProblem(byKey) && byKey.missingKey !== undefined && lookup.source.names !== undefined;
		const byName = mayBeName ? await this.findByIdOrName(lookup) : undefined;

		return byName === undefined || isNotFound(byName) ? toLookupResult(byKey) : byName;
	}

	private async findByIdOrName(lookup: Lookup): Promise<LookupResult> {
		const { field, source, text } = lookup;
		if (source.names === undefined && field.mustBeListed !== true) return found(text);

		const rows = await this.lists.read(lookup);
		// Users without access to the list can still use IDs.
		if (isProblem(rows)) return rows.status === 403 && isUuid(text) ? found(text) : rows;

		// The server has no such list: pass the text through and let the server judge it.
		if (rows === undefined) {
			return source.plan === undefined || isUuid(text)
				? found(text)
				: commercialOnly(source.records);
		}

		return withKeptIds(await this.findInLists(lookup, rows), lookup, rows);
	}

	/** Finds the record with a key, or the current one. @returns undefined if the text is neither */
	private async findByKey(lookup: Lookup): Promise<Result<string> | undefined> {
		const { source, text } = lookup;
		const key = isUuid(text) ? undefined : source.keys?.find(({ pattern }) => pattern.test(text));
		if (key !== undefined) return await this.keys.find(lookup, key);

		return source.currentQuery !== undefined && foldName(text) === CURRENT
			? await this.findCurrent(lookup, source.currentQuery)
			: undefined;
	}

	/** Finds a record in its list, or in the other lists of such records. @param rows of its list */
	private async findInLists(lookup: Lookup, rows: Rows): Promise<LookupResult> {
		return (
			(await this.findInList(lookup, rows)) ??
			(await this.findByOtherName(lookup)) ??
			(await this.refuseGap(lookup)) ??
			findInGroup(lookup, rows) ??
			(await this.findInOtherList(lookup)) ??
			(await this.explainMissing(lookup, rows))
		);
	}

	/** Finds the one record with a text as its ID or its name; of several people, the one who is active. */
	private async findInList(lookup: Lookup, rows: Rows): Promise<Result<Found> | undefined> {
		const { source, text, group } = lookup;
		const matches = indexNames(source, rows)
			.find(text)
			.filter((row) => isInAcceptedGroup(row, group));
		if (matches.length === 0) return undefined;

		const match = await findOnlyActive(this.lists, lookup, matches);

		return match === undefined
			? ambiguous(lookup, describeCandidates(source, matches))
			: found(readRecordId(source, match));
	}

	/**
	 * Another record, or none, is taken only if no record in the whole list has the name. A project without it is left
	 * out of a list across projects, so that nothing of it is taken.
	 */
	private async refuseGap(lookup: Lookup): Promise<Problem | undefined> {
		const { mayBeLeftOut, group, target } = lookup;
		const isReplaced =
			mayBeLeftOut === true ||
			group?.isEnough === true ||
			group?.isCreated === true ||
			isProjectPart(target);

		return isReplaced ? await this.lists.findGap(lookup) : undefined;
	}

	private async findByOtherName(lookup: Lookup): Promise<Result<Found> | undefined> {
		const [, ...otherNames] = lookup.source.spellings(lookup.text);
		// Other names of another name are not tried: two names may stand for each other.
		const source: RecordList = { ...lookup.source, spellings: (text) => [text] };
		const { group, ...withoutGroup } = lookup;
		const nameOnly = { ...withoutGroup, ...(group && { group: asNameOnly(group) }) };

		for (const name of otherNames) {
			const result = await this.find({ ...nameOnly, source, text: name });
			// A record of that name in another group is not what was named.
			const isInOtherGroup =
				group !== undefined && isProblem(result) && result.cause === 'unusable';
			if (isInOtherGroup) continue;
			if (isProblem(result) || result.kind === 'found') return result;
		}

		return undefined;
	}

	/** Looks for somebody who is not in the project. Returns a Problem if it may not be used from there. */
	private async findInOtherList(lookup: Lookup): Promise<LookupResult | undefined> {
		const { mayBeUnlisted, source, text } = lookup;
		const everybody = findOtherList(source, 'everybody');
		if (everybody === undefined) return undefined;

		if (mayBeUnlisted === true) {
			return await this.find({ ...lookup, source: everybody, parents: {} });
		}

		const rows = await this.lists.readIfPossible({ ...lookup, parents: {} }, everybody);
		const [person] = indexNames(everybody, rows).find(text);
		if (person === undefined) return undefined;

		const id = readRecordId(everybody, person);

		return notInParent(lookup, describePerson({ source: everybody, rows }, id, text));
	}

	/** No record has this name: creates it, or explains why there is none. */
	private async explainMissing(lookup: Lookup, rows: Rows): Promise<LookupResult> {
		const { mayCreate, source, text, group } = lookup;
		const inGroup = group && explainGroup(lookup, group, rows);
		if (inGroup !== undefined) return inGroup;

		if (mayCreate === true && !isUuid(text) && !NEVER_CREATED.includes(text)) {
			// Without the color that another tool has appended to it.
			const [, name = text] = source.spellings(text);

			return { kind: 'toCreate', name };
		}

		if (await this.isArchived(lookup)) return archivedOnly(lookup);

		// A row without an ID cannot be used: it would replace the name by nothing, which clears a field.
		const identifiable = rows.filter((row) => readRecordId(source, row) !== '');
		const explanation =
			identifiable.length === 0 ? await this.lists.explainEmpty(lookup) : undefined;
		if (explanation !== undefined) return explanation;

		return notFound(lookup, identifiable);
	}

	/** Whether a text stands for an archived record (row 72). */
	private async isArchived(lookup: Lookup): Promise<boolean> {
		const archived = findOtherList(lookup.source, 'archived');
		if (archived === undefined) return false;

		const rows = await this.lists.readIfPossible(lookup, archived);

		return indexNames(archived, rows).has(lookup.text);
	}

	/** Finds the record that `current` stands for. @param query returns only current records */
	private async findCurrent(
		lookup: Lookup,
		query: NonNullable<RecordList['currentQuery']>,
	): Promise<Result<string>> {
		const { target, source, parents } = lookup;
		const place = { workspace: target.workspace, path: parents };
		const request = readRequest(source.path, query);
		const response = await this.client.send(place, request, { about: withPlace(target, place) });
		const page = isProblem(response) ? response : parseListPage(response);
		if (isProblem(page)) return page;

		const rows = page.records.filter(({ id }) => asText(id) !== undefined);
		if (rows.length === 0) return (await this.lists.explainEmpty(lookup)) ?? noCurrentCycle(lookup);

		const id = asText(findOnly(rows)?.id);

		return id ?? ambiguous(lookup, describeCandidates(source, rows));
	}
}

/** Whether a record with the name is in one of the groups that another tool allows for it. */
const isInAcceptedGroup = (row: JsonObject, group: RecordGroup | undefined): boolean =>
	group?.accepted === undefined || group.accepted.includes(asText(row[group.field]) ?? '');

/** Adds the IDs of the records that will do as well. */
function withKeptIds(result: LookupResult, { source, group }: Lookup, rows: Rows): LookupResult {
	if (group?.keepsAccepted !== true || isProblem(result) || result.kind !== 'found') return result;

	const accepted = rows.filter((row) => isInAcceptedGroup(row, group));

	return { ...result, keptIds: accepted.map((row) => readRecordId(source, row)) };
}

/** What becomes of a name that no record of a group has: another record of that name, or a new one. */
function explainGroup(
	{ field, source, text }: Lookup,
	group: RecordGroup,
	rows: Rows,
): LookupResult | undefined {
	const { value, isAssumed } = group;
	const [other] = indexNames(source, rows).find(text);

	if (other !== undefined) {
		const actual = asText(other[group.field]) ?? '';

		return inOtherGroup(field.displayName, text.trim(), { actual, said: value });
	}

	return group.isCreated === true && !isUuid(text)
		? {
				kind: 'toCreate',
				name: text.trim(),
				group: value,
				...(isAssumed && { isAssumed }),
			}
		: undefined;
}

/** A group in which only a record with the name will do. */
const asNameOnly = (group: RecordGroup): RecordGroup => ({
	...group,
	isEnough: false,
	isCreated: false,
});

/** The first record of a group, in the order of the project, if none of them has the name and that is enough. */
function findInGroup({ source, group }: Lookup, rows: Rows): Found | undefined {
	if (group?.isEnough !== true) return undefined;

	const [first] = rows
		.filter((row) => row[group.field] === group.value)
		.toSorted((a, b) => Number(a.sequence) - Number(b.sequence));

	return first && { ...found(readRecordId(source, first)), takenInstead: asText(first.name) ?? '' };
}

/** The only one of some rows, or undefined if there are none or several. */
const findOnly = (rows: Rows): JsonObject | undefined => (rows.length === 1 ? rows[0] : undefined);

function notFound(lookup: Lookup, rows: Rows): NotFound {
	const { names = () => [], label } = lookup.source;

	const known = rows.map((row): KnownRecord => {
		const ranked = names(row);
		const own = ranked.flat().filter(Boolean);
		const [mostSpecific = ''] = own;
		// The label of a project has both of its names.
		const isShownByLabel = Array.isArray(ranked[0]);
		const shown = isShownByLabel ? label?.(row) : undefined;

		return { shown: shown ?? mostSpecific, names: own };
	});

	return { kind: 'notFound', lookup, known };
}

/** The rows between which a person has to choose. */
const describeCandidates = (source: RecordList, rows: Rows): readonly Candidate[] =>
	rows.map((row) => ({ id: readRecordId(source, row), label: source.label?.(row) ?? '' }));

/** A name that only an archived record has. */
const archivedOnly = ({ field: { displayName }, text }: Lookup): Problem =>
	absent(
		`${displayName}: ${quote(text)} is archived`,
		'If it is to be used again, unarchive it first. Otherwise choose another one.',
	);
