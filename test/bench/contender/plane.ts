import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Outcome, PlaneNode } from '../../engine/engine';
import { byId, parametersFor } from '../../engine/samples';
import type { InputItem } from '../../engine/startNode';
import { itemOf, kinds, type KindName } from '../kinds';
import { entry, formFor, type BenchFile, type Work, type WorkOf } from '../work';
import type { Result } from './protocol';

/** The Plane node as somebody sets it up for the work, and its input. */
interface Task {
	readonly node: PlaneNode;
	readonly items: readonly InputItem[];
}

const task = (
	operation: string,
	parameters: INodeParameters,
	items: readonly InputItem[] = [{}],
	onError: PlaneNode['onError'] = 'stopWorkflow',
): Task => ({ node: { parameters: parametersFor(operation, parameters), onError }, items });

export function planeTask(work: Work): Task {
	const { place } = work;
	const projectId = byId(entry(place.projects, work.kind === 'listing' ? work.project : 0));

	switch (work.kind) {
		case 'updates':
			return ofKind(
				'update',
				work,
				work.continueOnFail === true ? 'continueErrorOutput' : 'stopWorkflow',
			);
		case 'items':
			return ofKind(work.of, work);
		case 'deletes':
			return task(
				'module.delete',
				{ projectId, moduleId: byId('={{ $json.moduleId }}') },
				place.modules.slice(0, work.count).map((moduleId) => ({ json: { moduleId } })),
			);
		case 'additions':
			return task(
				'module.addWorkItems',
				{ projectId, moduleId: byId(entry(place.modules)), workItemIds: '={{ $json.id }}' },
				place.workItems.slice(0, work.count).map((id) => ({ json: { id } })),
			);
		case 'listing':
			return task('workItem.getAll', { projectId, returnAll: true, simple: false });
		case 'uploads':
			return task(
				'workItemAttachment.upload',
				{ credentialSource: 'json', uploadData: '={{ $json }}', binaryPropertyName: 'data' },
				work.files.map((file) => ({
					...withFile(file),
					json: { url: place.sink, fields: formFor(file) },
				})),
			);

		case 'attachments': {
			const workItemId = byId(entry(place.workItems));
			const to = { projectId, workItemId, binaryPropertyName: 'data' };

			return task('workItemAttachment.attach', to, work.files.map(withFile));
		}

		case 'downloads': {
			const workItemId = byId(entry(place.workItems));
			const options = { downloadFiles: true };
			const all = { projectId, workItemId, returnAll: true, options };

			return task('workItemAttachment.getAll', all);
		}
	}
}

/** So many items for the operation of a kind. */
function ofKind(
	kind: KindName,
	{ place, count, file }: Pick<WorkOf<'items'>, 'place' | 'count' | 'file'>,
	onError?: PlaneNode['onError'],
): Task {
	const { operation, parameters } = kinds[kind];
	const own =
		kind === 'upload' ? parameters : { ...parameters, projectId: byId(entry(place.projects)) };
	const items = Array.from({ length: count }, (_, index) => ({
		json: itemOf(kind, place, index),
		...(file && withFile(file)),
	}));

	return task(operation, own, items, onError);
}

const withFile = ({ stored }: BenchFile): InputItem => ({ stored: { data: stored } });

/** What a node came to: items of the error output, and items that carry an error, have failed. */
export function resultOf({ outputs, error, json }: Outcome, { kind }: Work): Result {
	const given: readonly IDataObject[] = [...json, ...(outputs[1] ?? []).map((item) => item.json)];
	const errors = given.flatMap((item) => (item.error === undefined ? [] : [item.error]));
	const message = error?.message ?? (errors.length > 0 ? JSON.stringify(errors[0]) : undefined);

	return {
		items: given.length - errors.length,
		failed: errors.length,
		...(message === undefined ? {} : { error: message }),
		...(kind === 'listing' ? { records: json } : {}),
	};
}
