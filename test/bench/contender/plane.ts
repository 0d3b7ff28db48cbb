import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Outcome, PlaneNode } from '../../engine/engine';
import { byId, parametersFor } from '../../engine/samples';
import type { InputItem } from '../../engine/startNode';
import {
	CHANGE,
	getRecordId,
	createForm,
	createModuleName,
	IMPORT_SOURCE,
	type BenchFile,
	type Work,
	type WorkOf,
} from '../work';
import type { Result } from './protocol';

/** The Plane node as a user sets it up for the work, and its input. */
interface Task {
	readonly node: PlaneNode;
	readonly items: readonly InputItem[];
}

const createTask = (
	operation: string,
	parameters: INodeParameters,
	items: readonly InputItem[] = [{}],
	onError: PlaneNode['onError'] = 'stopWorkflow',
): Task => ({ node: { parameters: parametersFor(operation, parameters), onError }, items });

export function createPlaneTask(work: Work): Task {
	const { place } = work;
	const projectId = byId(getRecordId(place.projects, work.kind === 'listing' ? work.project : 0));

	switch (work.kind) {
		case 'updates':
			return createUpdateTask(work, projectId);
		case 'creates':
			return createImportTask(work, projectId);
		case 'deletes':
			return createTask(
				'module.delete',
				{ projectId, moduleId: byId('={{ $json.moduleId }}') },
				place.modules.slice(0, work.count).map((moduleId) => ({ json: { moduleId } })),
			);
		case 'additions':
			return createTask(
				'module.addWorkItems',
				{ projectId, moduleId: byId(getRecordId(place.modules)), workItemIds: '={{ $json.id }}' },
				place.workItems.slice(0, work.count).map((id) => ({ json: { id } })),
			);
		case 'listing':
			return createTask('workItem.getAll', { projectId, returnAll: true, simple: false });
		case 'uploads':
			return createTask(
				'workItemAttachment.upload',
				{ credentialSource: 'json', uploadData: '={{ $json }}', binaryPropertyName: 'data' },
				work.files.map((file) => ({
					...createFileItem(file),
					json: { url: place.sink, fields: createForm(file) },
				})),
			);

		case 'attachments': {
			const workItemId = byId(getRecordId(place.workItems));
			const to = { projectId, workItemId, binaryPropertyName: 'data' };

			return createTask('workItemAttachment.attach', to, work.files.map(createFileItem));
		}

		case 'downloads': {
			const workItemId = byId(getRecordId(place.workItems));
			const options = { downloadFiles: true };
			const all = { projectId, workItemId, returnAll: true, options };

			return createTask('workItemAttachment.getAll', all);
		}
	}
}

function createUpdateTask(
	{ place, count, continueOnFail }: WorkOf<'updates'>,
	projectId: INodeParameters,
): Task {
	const { status, start_date: startDate, target_date: targetDate } = CHANGE;
	const parameters = {
		projectId,
		moduleId: byId('={{ $json.id }}'),
		updateFields: { name: '={{ $json.name }}', status, startDate, targetDate },
	};
	const items = Array.from({ length: count }, (_, index) => ({
		json: { id: getRecordId(place.modules, index), name: createModuleName(index) },
	}));

	return createTask(
		'module.update',
		parameters,
		items,
		continueOnFail === true ? 'continueErrorOutput' : 'stopWorkflow',
	);
}

function createImportTask({ count }: WorkOf<'creates'>, projectId: INodeParameters): Task {
	const parameters = {
		projectId,
		name: '=Item {{ $json.number }}',
		additionalFields: {
			state: { __rl: true, mode: 'name', value: 'In Progress' },
			labels: 'bug',
			assignees: 'ada@example.com',
			externalSource: IMPORT_SOURCE,
			externalId: '=row-{{ $json.number }}',
		},
	};
	const items = Array.from({ length: count }, (_, number) => ({ json: { number } }));

	return createTask('workItem.create', parameters, items);
}

const createFileItem = ({ stored }: BenchFile): InputItem => ({ stored: { data: stored } });

/** Counts the items of a node: those in the error output or with an error have failed. */
export function countItems({ outputs, error, json }: Outcome, { kind }: Work): Result {
	const items: readonly IDataObject[] = [...json, ...(outputs[1] ?? []).map((item) => item.json)];
	const errors = items.map((item) => item.error).filter((itemError) => itemError !== undefined);
	const message = error?.message ?? (errors.length > 0 ? JSON.stringify(errors[0]) : undefined);

	return {
		items: items.length - errors.length,
		failed: errors.length,
		...(message === undefined ? {} : { error: message }),
		...(kind === 'listing' ? { records: json } : {}),
	};
}
