import type { JsonObject, JsonValue } from 'n8n-workflow';

import { normalizeId } from '../../../shared/values/textForms';
import { isJsonObject } from '../../../shared/values/json';
import type { Operation } from '../../../shared/operations/operation';
import { isProblem, problem, type Problem, type Result } from '../../../shared/result/problem';
import { type HttpResponse, isEmptyBody } from '../../../shared/transport/response';
import type { AdditionOutcome } from '../results';

interface AddOptions {
	/** Sends these IDs in one request. */
	readonly send: (ids: readonly string[]) => Promise<Result<HttpResponse>>;
	/** Whether to keep trying after a refusal. */
	readonly continueOnFail: boolean;
	/** Returns what the user called the record with an ID; default: the ID. */
	readonly describeId?: (id: string) => string;
}

/**
 * After this many identical refusals of single IDs, the target itself is assumed to be the cause: each
 * further ID would cost a request or two.
 */
const MAX_IDENTICAL_REFUSALS = 3;

/** The messages of servers about unknown IDs, which do not say which ones (row 10). */
const UNKNOWN_ID_MESSAGE = /payload is not valid|provide valid detail/i;

/**
 * The IDs are split only after these statuses. No other status can be caused by particular IDs, or by
 * too many of them (413).
 */
const SPLITTABLE_ADDITION_STATUSES = [400, 413, 422];

/**
 * Adds IDs to a target and finds the outcome of each.
 *
 * Some servers ignore unknown IDs and return everything that the target now contains (row 9): then the
 * response is searched for each ID. Others refuse all IDs because of a single one, without saying which
 * (row 10): then the IDs are split in halves until each refused ID is alone. Sending an ID twice does not
 * add it twice (row 11).
 *
 * @returns the outcomes by ID; IDs that were not tried because another one failed are missing
 */
export async function addIds(
	ids: readonly string[],
	operation: Operation<'add'>,
	options: AddOptions,
): Promise<Map<string, AdditionOutcome>> {
	const addition = new Addition(ids, operation, options);

	await addition.add(ids);

	return addition.outcomes;
}

/** The addition of IDs to one target, in as many requests as it takes. */
class Addition {
	readonly outcomes = new Map<string, AdditionOutcome>();
	/** The messages of refusals of single IDs. */
	private readonly refusals: string[] = [];
	private hasAcceptedAny = false;
	private readonly describeId: (id: string) => string;

	constructor(
		private readonly ids: readonly string[],
		private readonly operation: Operation<'add'>,
		private readonly options: AddOptions,
	) {
		this.describeId = options.describeId ?? ((id) => id);
	}

	/**
	 * Adds the IDs that have no outcome yet.
	 *
	 * @returns whether other IDs may still be tried
	 */
	async add(ids: readonly string[]): Promise<boolean> {
		const pending = this.findPending(ids);
		if (pending.length === 0) return true;

		const response = await this.options.send(pending);

		if (!isProblem(response)) {
			this.hasAcceptedAny = true;
			this.settle(pending, parseOutcomes(response, this.operation, this.describeId));

			return true;
		}

		return await this.handleRefusal(pending, response);
	}

	/** Splits IDs that were refused together. Returns whether other IDs may still be tried. */
	private async handleRefusal(pending: readonly string[], refusal: Problem): Promise<boolean> {
		if (refusal.cause === 'closedTarget') {
			this.settle(this.ids, () => refusal);

			return false;
		}

		if (!SPLITTABLE_ADDITION_STATUSES.includes(refusal.status ?? 0)) {
			this.settle(pending, () => refusal);

			return this.options.continueOnFail;
		}

		const [id, ...others] = pending;
		if (id !== undefined && others.length === 0) return await this.handleSingleRefusal(id, refusal);

		const middle = Math.ceil(pending.length / 2);

		return (await this.add(pending.slice(0, middle))) && (await this.add(pending.slice(middle)));
	}

	/**
	 * Records the refusal of a single ID. If the target itself seems to be the cause, tries one more ID to
	 * find out, or gives up on all of them.
	 *
	 * @returns whether other IDs may still be tried
	 */
	private async handleSingleRefusal(id: string, refusal: Problem): Promise<boolean> {
		const { displayName } = this.operation.idsField;
		const message = `${displayName}: ${this.describeId(id)} was not added: ${refusal.message}`;

		this.outcomes.set(id, { ...refusal, message });
		this.refusals.push(refusal.message);

		if (!this.options.continueOnFail) return false;
		if (this.hasAcceptedAny || !mayConcernTarget(this.refusals)) return true;

		if (this.refusals.length < MAX_IDENTICAL_REFUSALS) {
			// The last ID rather than the next one: neighbours tend to share a problem.
			return await this.add(this.findPending(this.ids).slice(-1));
		}

		const description = `${refusal.description} ${MAX_IDENTICAL_REFUSALS} of ${this.ids.length} were refused one by one with the same message, so the others were not tried.`;

		this.settle(this.ids, () => ({ ...refusal, description, cause: 'closedTarget' }));

		return false;
	}

	private findPending(ids: readonly string[]): readonly string[] {
		return ids.filter((id) => !this.outcomes.has(id));
	}

	/** Sets the outcomes of the IDs that have none yet. */
	private settle(ids: readonly string[], getOutcome: (id: string) => AdditionOutcome): void {
		for (const id of this.findPending(ids)) this.outcomes.set(id, getOutcome(id));
	}
}

/** Whether refusals of single IDs may be caused by the target rather than by the IDs. */
const mayConcernTarget = (messages: readonly string[]): boolean =>
	messages.length > 1 &&
	new Set(messages).size === 1 &&
	messages.every((message) => !UNKNOWN_ID_MESSAGE.test(message));

/**
 * Reads the response to a successful addition.
 *
 * @returns a function that returns the outcome of an ID; a single record counts for every ID
 */
function parseOutcomes(
	response: HttpResponse,
	{ idsField, responseIdField, scope }: Operation<'add'>,
	describeId: (id: string) => string,
): (id: string) => AdditionOutcome {
	const { json } = response;
	if (isEmptyBody(response)) return () => ({ success: true });

	const [idField = '', rowsField = ''] = responseIdField.split('.').reverse();

	const refuseUnknown = (id: string): Problem =>
		problem({
			cause: 'failed',
			message: `${idsField.displayName}: ${describeId(id)} was not added: the server does not know it in this ${scope}`,
			description: `Check that it belongs to the ${scope}, and that it was not deleted.`,
		});

	if (Array.isArray(json)) {
		const recordsById = mapById(json, idField);

		return (id) => recordsById.get(id) ?? refuseUnknown(id);
	}
	if (!isJsonObject(json)) return refuseUnknown;

	const rows = json[rowsField];
	if (Array.isArray(rows)) {
		const recordsById = mapById(rows, idField);

		return (id) => recordsById.get(id) ?? { [idField]: id };
	}

	const listed = json[idsField.wire];
	const listedIds = Array.isArray(listed) ? new Set(listed.map(readId)) : undefined;

	return (id) => (listedIds === undefined || listedIds.has(id) ? json : refuseUnknown(id));
}

/** A map, because a target may contain thousands of rows. If several have the same ID, the first one is in it. */
const mapById = (rows: readonly JsonValue[], idField: string): ReadonlyMap<unknown, JsonObject> =>
	new Map(
		rows
			.filter(isJsonObject)
			.reverse()
			.map((row) => [readId(row[idField]), row]),
	);

/** The normalized ID of a value that is an ID or a whole record. */
function readId(value: unknown): unknown {
	const id = isJsonObject(value) ? value.id : value;

	return typeof id === 'string' ? normalizeId(id) : id;
}
