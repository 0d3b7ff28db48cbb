import type { IExecuteFunctions, JsonObject } from 'n8n-workflow';

import type { Addition, Files } from '../operations/operation';
import { addEach } from './addIds';
import { aliasing } from '../resolve/fieldAliases';
import { isFault } from '../transport/response';
import { ask, judge } from '../client/client';
import { attachAll } from './attachFiles';
import type { Call, ListWish, ServiceCall, StorageCall } from '../model/call';
import type { Connection } from '../transport/connection';
import { existing, isTaken } from '../resolve/findExisting';
import { download } from './downloadFile';
import { unexpected, withDoubt } from '../errors';
import { additionOf } from './batchAdditions';
import { collect } from '../pagination/paginate';
import type { PageQuery } from '../pagination/pageQuery';
import type { Account } from '../pagination/RowCollector';
import { outputsOf, type Done, type Output } from './jobResults';
import { isProblem, type Problem } from '../result/problem';
import { redirecting } from '../transport/followRedirects';
import { serviceRequest, storageRequest } from '../transport/request';
import { recordsOf } from './recordsOf';
import { inLanes } from '../scheduler/mapConcurrently';
import type { Schedule } from '../scheduler/Scheduler';
import { Turns } from '../scheduler/turns';
import { sendWithoutKey, type Send } from '../transport/send';
import { isSentOn, uploadOf, withoutSecrets } from './uploadResult';

/** What all calls of an execution share. */
interface Means {
	readonly schedule: Schedule;
	/** Sends to the service by the schedule, and follows no redirect. */
	readonly direct: Send;
	/** Whether anything is tried after something has failed. */
	readonly goesOn: boolean;
}

/**
 * Carries out one call and gives what came of it.
 *
 * @param show called when the service has shown what the other calls can expect, where there is more
 *   to do than to ask it
 */
export type CarryOut = (call: Call, show: () => void) => Promise<Done>;

/**
 * Carries out the calls of one execution, with all the requests that each of them takes.
 *
 * @param tell takes what became of the rows of each list
 */
export function carrier(
	context: IExecuteFunctions,
	connection: Connection,
	{ schedule, direct, goesOn }: Means,
	tell: (account: Account) => void,
): CarryOut {
	const { timeout, atOnce } = schedule.settings;
	const service = redirecting(direct);
	const storage = schedule.over(sendWithoutKey(context, connection, timeout));
	/** Of files, whose signed addresses hold for some time only. */
	const turns = new Turns(atOnce);

	const send = async (call: ServiceCall, page?: PageQuery) =>
		await ask(service, serviceRequest(call, connection, page), call);

	const list = async (call: ServiceCall, wish: ListWish) => {
		const fetch = async (page: PageQuery) => await send(call, page);
		const collected = await collect(
			wish,
			atOnce,
			fetch,
			async (time) => await schedule.pause(time),
		);
		if (isProblem(collected)) return collected;
		tell(collected.account);
		const { files } = call.operation.list ?? {};
		return wish.filesInto === undefined || files === undefined
			? outputsOf(simplified(collected.records, wish.fields))
			: await withFiles(call, collected.records, files, wish.filesInto);
	};

	const withFiles = async (
		call: ServiceCall,
		records: readonly JsonObject[],
		files: Files,
		into: string,
	) => {
		const requestOf = (one: ServiceCall) => serviceRequest(one, connection);
		// Not the sender that follows redirects: it would take the key along.
		const means = { requestOf, service: direct, storage };
		const found = await inLanes(records, {
			...{ atOnce, scout: false, laneOf: () => undefined },
			work: async (record) =>
				await turns.take(async () => await download(call, record, files, means)),
			ends: isProblem,
		});
		const failed = found.find((file) => file !== undefined && isProblem(file));
		if (failed !== undefined && isProblem(failed)) return failed;
		return records.map((json, index): Output => {
			const file = found[index];
			return file === undefined || isProblem(file) ? { json } : { json, binary: { [into]: file } };
		});
	};

	const withAliases = aliasing();

	const change = async (call: ServiceCall) => {
		const answer = await withAliases(call, async (body) => await send({ ...call, body }));
		return isProblem(answer) ? answer : outputsOf(recordsOf(answer, call));
	};

	const create = async (call: ServiceCall) => {
		const request = serviceRequest(call, connection);
		const outcome = await service(request);
		const answer = judge(outcome, request, call);
		if (!isProblem(answer)) return outputsOf(recordsOf(answer, call));
		if (isFault(outcome) || !isTaken(outcome)) return answer;
		const found = (await existing(call, outcome, atOnce, send)) ?? answer;
		return isProblem(found) ? found : outputsOf([found]);
	};

	/** Why nothing can be added to a target, by its place. */
	const closed = new Map<string, Problem>();

	const add = async (call: ServiceCall, addition: Addition, ids: readonly string[]) => {
		const target = JSON.stringify([call.workspace, call.path]);
		const known = closed.get(target);
		if (known !== undefined) return known;
		const added = await addEach(ids, addition, {
			goesOn,
			send: async (some) => {
				const answer = await send({ ...call, body: { [addition.field.wire]: [...some] } });
				const isRecords = isProblem(answer) || answer.json !== undefined || !answer.text.trim();
				return isRecords ? answer : withDoubt(unexpected(answer, 'is not a record'), call);
			},
		});
		const refusal = [...added.values()].find((each) => isProblem(each) && each.isOfTarget);
		if (refusal !== undefined && isProblem(refusal)) closed.set(target, refusal);
		return added;
	};

	const upload = async (call: StorageCall) => {
		const request = storageRequest(call);
		const outcome = withoutSecrets(await storage(request), call);
		const answer = isSentOn(outcome, call) ? outcome : judge(outcome, request, call);
		return isProblem(answer) ? answer : uploadOf(answer, call);
	};

	return async (call, show) => {
		if (!('path' in call)) return outputsOf(await upload(call));
		if (call.list !== undefined) return await list(call, call.list);
		const how = call.operation.attach;
		if (how !== undefined) {
			const means = { ask: send, upload, turns, issued: show };
			return outputsOf(await attachAll(call, how, call.files ?? [], means));
		}
		const { addition } = call.operation.body ?? {};
		if (addition !== undefined) return await add(call, addition, additionOf(call)?.ids ?? []);
		return call.useExisting === true ? await create(call) : await change(call);
	};
}

/** Records with the wanted fields alone, of those that each one has. */
const simplified = (records: JsonObject[], fields?: readonly string[]): JsonObject[] =>
	fields === undefined
		? records
		: records.map((record) =>
				Object.fromEntries(
					fields.flatMap((name) => {
						const value = record[name];
						return value === undefined ? [] : [[name, value]];
					}),
				),
			);
