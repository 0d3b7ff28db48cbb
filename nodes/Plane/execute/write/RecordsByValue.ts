import type { JsonObject } from 'n8n-workflow';

import type { Client } from '../../../shared/client/client';
import { ambiguousValue } from '../../../shared/errors/notFound';
import { asText } from '../../../shared/fields/text';
import { isJsonObject } from '../../../shared/fields/json';
import type { Call } from '../../../shared/model/call';
import { listFields } from '../../../shared/operations/listFields';
import { paginate } from '../../../shared/pagination/paginate';
import type { Paging } from '../../../shared/pagination/PageFetcher';
import type { Projects } from '../../../shared/resolve/Projects';
import { isProblem, type Problem, type Result } from '../../../shared/result/problem';
import type { JobResult } from '../results';
import { recordKey } from './changeRecord';

/** The records of a list by the value of one of their fields; several may have the same one. */
type Index = Map<string, JsonObject[]>;

/**
 * Finds existing records by a value that need not be unique, such as the name of a work item. Each list is read
 * once in an execution, and what the execution itself writes is added.
 */
export class RecordsByValue {
	private readonly indexes = new Map<string, Promise<Result<Index>>>();
	/** Creates with an unknown outcome: a second one with the same value could be a duplicate. */
	private readonly uncertain = new Map<string, Problem>();

	constructor(
		private readonly client: Client,
		private readonly paging: Omit<Paging, 'fetch'>,
		private readonly projects: Projects,
	) {}

	/**
	 * Finds the record that has the value of a create in a field.
	 *
	 * @param wire the wire name of the field
	 * @returns undefined if there is none, or a Problem if there are several
	 */
	async find(call: Call<'create'>, wire: string): Promise<Result<JsonObject | undefined>> {
		const uncertain = this.uncertain.get(valueKey(call, wire));
		if (uncertain !== undefined) return uncertain;

		const index = await this.readIndex(call, wire);
		if (isProblem(index)) return index;

		const [first, ...others] = index.get(readValue(call.body, wire)) ?? [];
		if (first === undefined || others.length === 0) return first;

		const field = listFields(call.operation).find((candidate) => candidate.wire === wire);
		const project = await this.projects.find(call);
		const candidates = [first, ...others].map((record) => ({
			...record,
			...(project && { project }),
		}));

		return ambiguousValue(field?.displayName ?? wire, candidates);
	}

	/** Remembers the record that a create has created or updated, or that its outcome is unknown. */
	async note(call: Call<'create'>, wire: string, result: JobResult): Promise<void> {
		if (isProblem(result)) {
			if (result.tag === 'unknownOutcome') this.uncertain.set(valueKey(call, wire), result);

			return;
		}

		const index = await this.readIndex(call, wire);
		const json = result.kind === 'outputs' ? result.outputs[0]?.json : undefined;
		if (isProblem(index) || !isJsonObject(json)) return;

		index.set(readValue(call.body, wire), [json]);
	}

	private async readIndex(call: Call<'create'>, wire: string): Promise<Result<Index>> {
		const key = [recordKey(call), wire].join('\n');
		const reading = this.indexes.get(key) ?? this.loadIndex(call, wire);

		this.indexes.set(key, reading);

		return await reading;
	}

	private async loadIndex(call: Call<'create'>, wire: string): Promise<Result<Index>> {
		const list = await paginate(
			{ queryParameters: {}, offset: 0 },
			{
				...this.paging,
				fetch: async (page) =>
					await this.client.read(call, call.operation.request.path, { ...page }),
			},
		);
		if (isProblem(list)) return list;

		const index: Index = new Map();

		for (const record of list.records) {
			const value = readValue(record, wire);
			const sameValue = index.get(value);

			if (sameValue === undefined) {
				index.set(value, [record]);
			} else {
				sameValue.push(record);
			}
		}

		return index;
	}
}

/** The value of a field, without blanks at its ends, as servers store it. */
const readValue = (record: JsonObject, wire: string): string =>
	(asText(record[wire]) ?? '').trim().normalize();

const valueKey = (call: Call<'create'>, wire: string): string =>
	[recordKey(call), wire, readValue(call.body, wire)].join('\n');
