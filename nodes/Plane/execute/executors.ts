import type { Call, CallsByKind } from '../../shared/model/call';
import type { KindTable } from '../../shared/operations/kindTable';
import { Actions } from './Actions';
import { Additions } from './additions/Additions';
import { Attachments } from './files/Attachments';
import { ShownPictures } from './files/ShownPictures';
import { uploadToStorage } from './files/uploadToStorage';
import { RecordReader } from './reads/RecordReader';
import { type JobResult, toRows } from './results';
import type { Services } from './services';
import { RecordChanges } from './write/RecordChanges';
import { RecordWriter } from './write/RecordWriter';
import { toCreate } from './write/toCreate';

/**
 * Carries out a call of each kind, with all the requests that it needs.
 *
 * While the first call of a run runs, the others wait. It can let them start before it has finished with
 * `releaseOthers`.
 */
export type Executors = KindTable<CallsByKind, Promise<JobResult>, [releaseOthers: () => void]>;

/** @param calls all calls of the run */
export function createExecutors(services: Services, calls: readonly Call[]): Executors {
	const reader = new RecordReader(services);
	const writer = new RecordWriter(services, calls);
	const actions = new Actions(services);
	const additions = new Additions(services);
	const attachments = new Attachments(services, new ShownPictures(new RecordChanges(services)));

	return {
		list: async (call) => await reader.readList(call),
		get: async (call) => await reader.readRecord(call),
		create: async (call) => await writer.write(call),
		update: async (call) => await writer.write(call),
		upsert: async (call) => await writer.write(toCreate(call)),
		action: async (call) => await actions.act(call),
		add: async (call) => await additions.add(call),
		remove: async (call) => await actions.remove(call),
		attach: async (call, releaseOthers) => await attachments.attach(call, releaseOthers),
		upload: async (call) => toRows(await uploadToStorage(call, services.client)),
	};
}
