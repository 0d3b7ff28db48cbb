import { locator, parametersFor } from '../engine/samples';
import type { Service } from '../service/service';
import { idOf } from '../service/state';
import { Draft, planeCredential, type WorkflowFile } from './workflows';

/** Creates a label with the time in its name, every second. */
export function everySecond({ state }: Service): WorkflowFile {
	const draft = new Draft('everySecond', 'Every second', planeCredential);
	const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
	draft.connect(
		draft.add('schedule', 'Every Second', [0, 0], { rule }),
		draft.add(
			'plane',
			'Label',
			[240, 0],
			parametersFor('label.create', {
				projectId: locator(state.projects),
				name: '={{ $now.toISO() }}',
			}),
		),
	);
	return draft.file;
}

/** Takes three work items to two nodes that fail for the second one, each with its way to go on. */
export function oneFails({ state }: Service): WorkflowFile {
	const draft = new Draft('oneFails', 'One of three fails', planeCredential);
	const projectId = locator(state.projects);
	const unknown = idOf('nothing', 1);
	const [module] = state.modules;
	const moduleId = {
		__rl: true,
		mode: 'id',
		value: `={{ $itemIndex === 1 ? "${unknown}" : "${module?.id ?? ''}" }}`,
	};
	const update = (name: string) =>
		parametersFor('module.update', {
			...{ projectId, moduleId },
			updateFields: { description: `=${name} {{ $itemIndex }}` },
		});
	const items = draft.connect(
		draft.add('manual', 'Start', [0, 0]),
		draft.add(
			'plane',
			'Items',
			[240, 0],
			parametersFor('workItem.getAll', { projectId, limit: 3 }),
		),
	);
	const goesOn = { onError: 'continueRegularOutput' } as const;
	const sortsOut = { onError: 'continueErrorOutput' } as const;
	draft.connect(items, draft.add('plane', 'Goes On', [480, 0], update('on'), goesOn));
	draft.connect(items, draft.add('plane', 'Sorts Out', [480, 240], update('out'), sortsOut));
	return draft.file;
}

/** Takes the file at this address and attaches it to the first work item. */
export function attachFrom(address: string, { state }: Service): WorkflowFile {
	const draft = new Draft('attachFrom', 'Attach a file', planeCredential);
	const file = draft.connect(
		draft.add('manual', 'Start', [0, 0]),
		draft.add('http', 'File', [240, 0], {
			url: address,
			options: { response: { response: { responseFormat: 'file' } } },
		}),
	);
	const place = { projectId: locator(state.projects), workItemId: locator(state.workItems) };
	draft.connect(
		file,
		draft.add('plane', 'Attach', [480, 0], parametersFor('workItemAttachment.attach', place)),
	);
	return draft.file;
}
