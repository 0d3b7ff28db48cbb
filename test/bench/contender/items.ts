import type { IDataObject } from 'n8n-workflow';

import type { Outcome, PlaneNode } from '../../engine/engine';
import { parametersFor } from '../../engine/samples';
import type { InputItem } from '../../engine/startNode';
import type { Place } from '../server/protocol';
import { CHANGE, entry, formFor, nameOf, type Additions, type Updates, type Work } from '../work';
import type { Result } from './protocol';

/** The input items of the work, each with what its own request needs. */
export function itemsOf(work: Work): InputItem[] {
	if (work.kind === 'listing' || work.kind === 'downloads') return [{}];
	const { place } = work;
	if (work.kind === 'uploads' || work.kind === 'attachments') {
		return work.files.map((file) => ({
			json: { url: place.sink, fields: formFor(file) },
			stored: { data: file.stored },
		}));
	}
	const { count } = work;
	if (work.kind === 'additions') {
		return place.workItems.slice(0, count).map((id) => ({ json: { id } }));
	}
	return place.modules
		.slice(0, count)
		.map((id, index) => ({ json: { moduleId: id, name: nameOf(index) } }));
}

export const credentialOf = ({ apiKey, url, workspace }: Place) => ({
	apiKey,
	baseUrl: url,
	workspaceSlug: workspace,
});

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The Plane node as somebody sets it up for the work. */
export function planeNode(work: Work): PlaneNode {
	const { place } = work;
	if (work.kind === 'listing') {
		const projectId = byId(entry(place.projects, work.project));
		return { parameters: parametersFor('workItem.getAll', { projectId, returnAll: true }) };
	}
	const projectId = byId(entry(place.projects));
	switch (work.kind) {
		case 'updates':
			return updating(work, projectId);
		case 'additions':
			return adding(work, projectId);
		case 'uploads':
			return {
				parameters: parametersFor('workItemAttachment.upload', {
					...{ credentialSource: 'json', uploadData: '={{ $json }}' },
					binaryPropertyName: 'data',
				}),
			};
		case 'attachments': {
			const workItemId = byId(entry(place.workItems));
			return {
				parameters: parametersFor('workItemAttachment.attach', {
					...{ projectId, workItemId, binaryPropertyName: 'data' },
				}),
			};
		}
		case 'downloads': {
			const workItemId = byId(entry(place.workItems));
			return {
				parameters: parametersFor('workItemAttachment.getAll', {
					...{ projectId, workItemId, returnAll: true, options: { downloadFiles: true } },
				}),
			};
		}
	}
}

function updating({ goesOn }: Updates, projectId: ReturnType<typeof byId>): PlaneNode {
	return {
		parameters: parametersFor('module.update', {
			projectId,
			moduleId: byId('={{ $json.moduleId }}'),
			updateFields: {
				name: '={{ $json.name }}',
				status: CHANGE.status,
				targetDate: CHANGE.target_date,
			},
		}),
		...(goesOn === true ? { onError: 'continueErrorOutput' } : {}),
	};
}

const adding = ({ place }: Additions, projectId: ReturnType<typeof byId>): PlaneNode => ({
	parameters: parametersFor('module.addWorkItems', {
		projectId,
		moduleId: byId(entry(place.modules)),
		workItemIds: '={{ $json.id }}',
	}),
});

/** What a node came to: items of the error output, and items that carry an error, have failed. */
export function resultOf({ outputs, error, json }: Outcome, work: Work): Result {
	const given: readonly IDataObject[] = [...json, ...(outputs[1] ?? []).map((item) => item.json)];
	const errors = given.flatMap((item) => (item.error === undefined ? [] : [item.error]));
	const words = error?.message ?? wordsOf(errors[0]);
	return {
		items: given.length - errors.length,
		failed: errors.length,
		...(words === undefined ? {} : { error: words }),
		...(work.kind === 'listing' ? { records: json } : {}),
	};
}

const wordsOf = (error: unknown): string | undefined =>
	error === undefined || typeof error === 'string' ? error : JSON.stringify(error);
