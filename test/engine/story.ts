import type { INodeParameters } from 'n8n-workflow';

import { titleCase } from '../../nodes/shared/text/letterCase';
import { operations } from '../../nodes/shared/operations/catalog';
import type { Operation } from '../../nodes/shared/operations/operation';
import type { ServiceState } from '../service/state';
import { samples } from './samples';

/** One node of the story. */
export interface Step {
	/** `resource.operation` */
	readonly operation: string;
	/** The name of the node, if other nodes refer to it. */
	readonly nodeName?: string;
	readonly parameters: INodeParameters;
	/** Matches the changes of the service as `changesBetween` describes them. Absent if nothing changes. */
	readonly expectedChanges?: RegExp;
	/** Fields of its first output item. */
	readonly expectedOutput?: object;
	/** The number of output items, or -1 if any number but 0 is right. Default: 1. */
	readonly itemCount?: number;
}

/** A part of a story: a note, and its steps. */
export type Row = readonly [note: string, steps: readonly Step[]];

/** Returns the declaration of the operation of a step. */
export function getOperation({ operation: key }: Step): Operation {
	const operation = operations.find(({ resource, value }) => `${resource}.${value}` === key);
	if (operation === undefined) throw new Error(`There is no operation ${key}`);

	return operation;
}

/** Returns the name of the node of a step, by default such as `Work Item: Get Many`. */
export function getNodeName(step: Step): string {
	const { resource, name } = getOperation(step);

	return step.nodeName ?? `${titleCase(resource)}: ${name}`;
}

/**
 * Creates a step for each operation of the commercial editions. Lists come first: the node waits a second if a list
 * has a record that was created in the same second.
 */
export function commercialStory(state: ServiceState): readonly Step[] {
	const commercial = operations.filter(({ plan }) => plan !== undefined);
	const keys = new Set(commercial.map(({ resource, value }) => `${resource}.${value}`));
	const isList = ({ operation }: Step) => operation.endsWith('.getAll');

	return Object.entries(samples(state))
		.filter(([operation]) => keys.has(operation))
		.map(([operation, parameters]): Step => ({ operation, parameters }))
		.toSorted((a, b) => Number(isList(b)) - Number(isList(a)));
}

/** An expression for a field of the first item that an earlier node returned. */
export const fromNode = (node: string, path = 'id') => `={{ $("${node}").first().json.${path} }}`;

const locateBy = (mode: string) => (value: string) => ({ __rl: true, mode, value });

export const byId = locateBy('id');
export const byName = locateBy('name');

const projectId = byName('PRESS');
const workItemId = byName('PRESS-1');
const firstWorkItem = { projectId, workItemId };
const inCycle = (name: string) => ({ projectId, cycleId: byName(name) });
const moduleId = byName('Printing');
const labelId = byName('waiting');
const stateId = byName('Proofreading');
const commentId = byId(fromNode('comment'));
const linkId = byId(fromNode('link'));
const invitationId = byName('dora@example.com');
const stickyId = byName('Call Ada');
const memberId = byId(fromNode('membership'));
const intakeWorkItemId = byId(fromNode('request', 'work_item_id'));

export const daysFromToday = (days: number) => `={{ $today.plus({ days: ${days} }).toISODate() }}`;

export const deletion = (resource: string, parameters: INodeParameters): Step => ({
	operation: `${resource}.delete`,
	parameters,
	expectedChanges: /^gone/,
	expectedOutput: { deleted: true },
});

/**
 * A team's week, with every operation that all editions have: a project is set up, work items come
 * from a sheet, are found, changed, commented, linked, added to a cycle and a module, go through intake,
 * are archived and deleted. Steps choose records by name or key where possible.
 */
export const week: readonly Row[] = [
	[
		'## Monday morning\nA project is set up, with those who work in it',
		[
			{
				operation: 'user.getCurrent',
				parameters: {},
				expectedOutput: { email: 'ada@example.com' },
			},
			{ operation: 'member.getAll', parameters: { returnAll: true }, itemCount: 8 },
			{
				operation: 'project.create',
				parameters: {
					name: 'Press Release',
					identifier: 'PRESS',
					additionalFields: {
						description: 'All about the press',
						projectLead: byName('ada@example.com'),
						cycleView: true,
						moduleView: true,
						intakeView: true,
						timezone: 'Europe/Berlin',
					},
				},
				expectedChanges: /new projects\/.*"Press Release"/,
			},
			{ operation: 'project.getAll', parameters: { returnAll: true }, itemCount: 3 },
			{
				operation: 'project.get',
				parameters: { projectId },
				expectedOutput: { identifier: 'PRESS' },
			},
			{
				operation: 'project.update',
				parameters: { projectId, updateFields: { description: 'A release each week' } },
				expectedChanges: /description "All about the press" → "A release each week"/,
			},
			{
				operation: 'projectMember.add',
				nodeName: 'membership',
				parameters: {
					projectId,
					member: byName('bob@example.com'),
					additionalFields: { role: 'Guest' },
				},
				expectedChanges: /projectMembers/,
			},
			{
				operation: 'projectMember.update',
				parameters: { projectId, memberId, updateFields: { role: 'Member' } },
				expectedChanges: /role 5 → 15/,
			},
			{ operation: 'projectMember.get', parameters: { projectId, memberId } },
			{
				operation: 'projectMember.getAll',
				parameters: { projectId, returnAll: true },
				itemCount: 2,
			},
		],
	],
	[
		'## Monday afternoon\nSomebody is invited, and the project gets states and labels',
		[
			{
				operation: 'invitation.create',
				parameters: { email: 'dora@example.com', additionalFields: { role: 'Member' } },
				expectedChanges: /new invitations\//,
			},
			{ operation: 'invitation.getAll', parameters: {}, itemCount: 2 },
			{ operation: 'invitation.get', parameters: { invitationId }, expectedOutput: { role: 15 } },
			{
				operation: 'invitation.update',
				parameters: { invitationId, updateFields: { role: 'Guest' } },
				expectedChanges: /role 15 → 5/,
			},
			{
				operation: 'state.create',
				parameters: {
					projectId,
					name: 'Proofreading',
					color: '#3f76ff',
					additionalFields: { group: 'started' },
				},
				expectedChanges: /new states\/.*"Proofreading"/,
			},
			{
				operation: 'state.get',
				parameters: { projectId, stateId },
				expectedOutput: { group: 'started' },
			},
			{
				operation: 'state.update',
				parameters: { projectId, stateId, updateFields: { color: '#00aa55' } },
				expectedChanges: /color "#3f76ff" → "#00aa55"/,
			},
			{ operation: 'state.getAll', parameters: { projectId, returnAll: true }, itemCount: 6 },
			{
				operation: 'label.create',
				parameters: { projectId, name: 'waiting', additionalFields: { color: '#ff0000' } },
				expectedChanges: /new labels\/.*"waiting"/,
			},
			{ operation: 'label.get', parameters: { projectId, labelId } },
			{
				operation: 'label.update',
				parameters: { projectId, labelId, updateFields: { description: 'For somebody else' } },
				expectedChanges: /"For somebody else"/,
			},
			{ operation: 'label.getAll', parameters: { projectId, returnAll: true } },
		],
	],
	[
		'## Tuesday\nThis week is planned, and the work comes from a sheet',
		[
			{
				operation: 'cycle.create',
				nodeName: 'this week',
				parameters: {
					projectId,
					name: 'This week',
					additionalFields: { startDate: daysFromToday(-1), endDate: daysFromToday(5) },
				},
				expectedChanges: /new cycles\/.*"This week"/,
			},
			{
				operation: 'cycle.create',
				nodeName: 'last week',
				parameters: {
					projectId,
					name: 'Last week',
					additionalFields: { startDate: daysFromToday(-9), endDate: daysFromToday(-3) },
				},
				expectedChanges: /new cycles\/.*"Last week"/,
			},
			{
				operation: 'cycle.update',
				parameters: { ...inCycle('This week'), updateFields: { description: 'Issue 48' } },
				expectedChanges: /"Issue 48"/,
			},
			{
				operation: 'cycle.get',
				parameters: inCycle('current'),
				expectedOutput: { name: 'This week' },
			},
			{ operation: 'cycle.getAll', parameters: { projectId, returnAll: true }, itemCount: 2 },
			{
				operation: 'module.create',
				parameters: { projectId, name: 'Printing', additionalFields: { lead: 'bob@example.com' } },
				expectedChanges: /new modules\/.*"Printing"/,
			},
			{ operation: 'module.get', parameters: { projectId, moduleId } },
			{ operation: 'module.getAll', parameters: { projectId, returnAll: true } },
			{
				operation: 'workItem.create',
				nodeName: 'release',
				parameters: {
					projectId,
					name: 'Write the release',
					additionalFields: {
						description: 'Two pages.\n\nPlain words.',
						priority: 'high',
						state: byName('Todo'),
						assignees: '={{ ["bob@example.com"] }}',
						labels: '={{ "waiting, draft" }}',
						cycle: byName('current'),
						modules: '={{ ["Printing"] }}',
						targetDate: daysFromToday(4),
						externalSource: 'sheet',
						externalId: 'row-1',
					},
					options: { createMissingLabels: true, ifItAlreadyExists: 'useExisting' },
				},
				expectedChanges: /new workItems\/.*"Write the release"/,
			},
			{
				operation: 'workItem.create',
				nodeName: 'print',
				parameters: {
					projectId,
					name: 'Print it',
					additionalFields: { parent: 'PRESS-1', externalSource: 'sheet', externalId: 'row-2' },
				},
				expectedChanges: /new workItems\/.*"Print it"/,
			},
			{
				operation: 'workItem.count',
				parameters: { projectId, groupBy: 'label' },
				expectedOutput: { labels: 'draft', count: 1 },
				itemCount: 3,
			},
			{
				operation: 'workItem.upsert',
				parameters: {
					projectId,
					externalSource: 'sheet',
					columns: {
						mappingMode: 'defineBelow',
						matchingColumns: ['externalId'],
						value: {
							externalId: 'row-2',
							name: 'Print it',
							priority: 'Highest',
							labels: 'paper',
							targetDate: daysFromToday(4),
						},
						schema: [],
					},
					createMissingLabels: true,
				},
				expectedChanges: /workItems\/.*priority "none" → "urgent"/,
				expectedOutput: { outcome: 'updated', priority: 'urgent' },
			},
			{
				operation: 'workItem.get',
				parameters: {
					projectId,
					workItemId: { __rl: true, mode: 'externalId', value: 'sheet:row-1' },
				},
				expectedOutput: {
					key: 'PRESS-1',
					state: 'Todo',
					assignees: ['bob'],
					labels: ['waiting', 'draft'],
				},
			},
			{
				operation: 'workItem.getAll',
				parameters: {
					projectId,
					returnAll: true,
					filters: {
						labels: '={{ ["waiting"] }}',
						updatedAfter: '={{ $now.minus({ hours: 1 }) }}',
					},
				},
				expectedOutput: { key: 'PRESS-1' },
			},
			{
				operation: 'workItem.search',
				parameters: { search: 'Print' },
				expectedOutput: { key: 'PRESS-2' },
			},
		],
	],
	[
		'## Wednesday\nWork items are changed, commented, linked and related',
		[
			{
				operation: 'workItem.update',
				parameters: {
					...firstWorkItem,
					updateFields: {
						state: byName('Proofreading'),
						labels: '={{ "draft" }}',
						labelsAction: 'remove',
					},
				},
				expectedChanges: /labels .* → /,
			},
			{
				operation: 'workItemComment.create',
				nodeName: 'comment',
				parameters: { ...firstWorkItem, comment: 'Looks <good>' },
				expectedChanges: /new comments\/.*<p>Looks &lt;good&gt;<\/p>/,
			},
			{
				operation: 'workItemComment.get',
				parameters: { ...firstWorkItem, commentId },
				expectedOutput: { comment: 'Looks \\<good>' },
			},
			{
				operation: 'workItemComment.update',
				parameters: { ...firstWorkItem, commentId, updateFields: { comment: 'Looks good' } },
				expectedChanges: /Looks good/,
			},
			{ operation: 'workItemComment.getAll', parameters: { ...firstWorkItem, returnAll: true } },
			{
				operation: 'workItemLink.create',
				nodeName: 'link',
				parameters: {
					...firstWorkItem,
					url: 'https://example.com/brief',
					additionalFields: { title: 'Brief' },
				},
				expectedChanges: /new links\//,
			},
			{ operation: 'workItemLink.get', parameters: { ...firstWorkItem, linkId } },
			{ operation: 'workItemLink.getAll', parameters: { ...firstWorkItem, returnAll: true } },
			{
				operation: 'workItemLink.update',
				parameters: {
					...firstWorkItem,
					linkId,
					updateFields: { url: 'https://example.com/brief-2' },
				},
				expectedChanges: /brief-2/,
			},
			{
				operation: 'workItemRelation.create',
				parameters: { ...firstWorkItem, relationType: 'blocking', workItemIds: 'PRESS-2' },
				expectedChanges: /new relations\//,
			},
			{
				operation: 'workItemRelation.getAll',
				parameters: { ...firstWorkItem, returnAll: true },
				expectedOutput: { relation_type: 'blocking' },
			},
			{
				operation: 'workItemActivity.getAll',
				nodeName: 'activities',
				parameters: { ...firstWorkItem, returnAll: true },
				itemCount: -1,
			},
			{
				operation: 'workItemActivity.get',
				parameters: { ...firstWorkItem, activityId: byId(fromNode('activities')) },
			},
		],
	],
	[
		'## Files\nIn one step, or with credentials issued by another call',
		[
			{
				operation: 'workItemAttachment.attach',
				nodeName: 'attachment',
				parameters: { ...firstWorkItem, binaryPropertyName: 'data' },
				expectedChanges: /new attachments\//,
				expectedOutput: { name: 'notes.txt' },
			},
			{
				operation: 'workItemAttachment.getAll',
				parameters: { ...firstWorkItem, returnAll: true },
				expectedOutput: { name: 'notes.txt' },
			},
			{
				operation: 'workItemAttachment.get',
				parameters: { ...firstWorkItem, attachmentId: byId(fromNode('attachment')) },
				expectedOutput: { name: 'notes.txt' },
			},
			{
				operation: 'workItemAttachment.upload',
				parameters: {
					credentialSource: 'json',
					uploadData: '={{ $json.credentials }}',
					binaryPropertyName: 'data',
				},
				expectedChanges: /store\//,
			},
		],
	],
	[
		'## Thursday\nCycle and module, and what others ask for',
		[
			{
				operation: 'cycle.addWorkItems',
				parameters: { ...inCycle('current'), workItemIds: 'PRESS-2, PRESS-1' },
				itemCount: -1,
				expectedChanges: /cycles\/.*issues/,
			},
			{
				operation: 'cycle.getWorkItems',
				parameters: { ...inCycle('current'), returnAll: true },
				itemCount: 2,
			},
			{
				operation: 'cycle.removeWorkItems',
				parameters: { ...inCycle('current'), workItemIds: 'PRESS-2' },
				expectedChanges: /cycles\/.*issues/,
				expectedOutput: { removed: true },
			},
			{
				operation: 'module.addWorkItems',
				parameters: { projectId, moduleId, workItemIds: '={{ ["PRESS-2"] }}' },
				expectedChanges: /modules\/.*issues/,
			},
			{
				operation: 'module.getWorkItems',
				parameters: { projectId, moduleId, returnAll: true },
				itemCount: 2,
			},
			{
				operation: 'module.removeWorkItems',
				parameters: { projectId, moduleId, workItemIds: 'PRESS-1\nPRESS-2' },
				expectedChanges: /modules\/.*issues/,
				itemCount: 2,
			},
			{
				operation: 'intakeItem.create',
				nodeName: 'request',
				parameters: {
					projectId,
					name: 'Printer on fire',
					additionalFields: { description: 'again', priority: 'urgent' },
				},
				expectedChanges: /new intakeItems\//,
			},
			{
				operation: 'intakeItem.getAll',
				parameters: { projectId, returnAll: true },
				expectedOutput: { status: 'Pending' },
			},
			{
				operation: 'intakeItem.update',
				parameters: {
					projectId,
					workItemId: intakeWorkItemId,
					updateFields: { name: 'Printer still on fire', labels: 'hardware' },
					options: { createMissingLabels: true },
				},
				expectedChanges: /name "Printer on fire" → "Printer still on fire"/,
			},
			{
				operation: 'intakeItem.accept',
				parameters: {
					projectId,
					workItemId: intakeWorkItemId,
					updateFields: { state: byName('Todo'), assignees: 'ada@example.com' },
				},
				expectedChanges: /status -2 → 1/,
				expectedOutput: { status: 'Accepted', state: 'Todo' },
			},
			{
				operation: 'intakeItem.get',
				parameters: { projectId, workItemId: intakeWorkItemId },
				expectedOutput: { status: 'Accepted' },
			},
			{
				operation: 'sticky.create',
				parameters: { additionalFields: { name: 'Call Ada', description: 'About the printer' } },
				expectedChanges: /new stickies\//,
			},
			{
				operation: 'sticky.get',
				parameters: { stickyId },
				expectedOutput: { text: 'About the printer' },
			},
			{
				operation: 'sticky.update',
				parameters: { stickyId, updateFields: { color: '#ffee00' } },
				expectedChanges: /"#ffee00"/,
			},
			{ operation: 'sticky.getAll', parameters: { returnAll: true }, itemCount: -1 },
			{
				operation: 'project.getSummary',
				parameters: { projectId },
				expectedOutput: { identifier: 'PRESS' },
			},
		],
	],
	[
		'## Friday morning\nWhat is done is archived',
		[
			{
				operation: 'cycle.transferWorkItems',
				parameters: { ...inCycle('Last week'), newCycleId: byName('current') },
				expectedOutput: { transferred: true },
			},
			{
				operation: 'cycle.archive',
				parameters: inCycle('Last week'),
				expectedChanges: /archived_at/,
				expectedOutput: { archived: true },
			},
			{
				operation: 'cycle.getArchived',
				parameters: { projectId },
				expectedOutput: { name: 'Last week' },
			},
			{
				operation: 'cycle.unarchive',
				parameters: inCycle('Last week'),
				expectedChanges: /archived_at/,
				expectedOutput: { unarchived: true },
			},
			{
				operation: 'module.update',
				parameters: { projectId, moduleId, updateFields: { status: 'completed' } },
				expectedChanges: /status .* → "completed"/,
			},
			{
				operation: 'module.archive',
				parameters: { projectId, moduleId },
				expectedChanges: /archived_at/,
			},
			{
				operation: 'module.getArchived',
				parameters: { projectId },
				expectedOutput: { name: 'Printing' },
			},
			{
				operation: 'module.unarchive',
				parameters: { projectId, moduleId },
				expectedChanges: /archived_at/,
			},
			{
				operation: 'workItem.update',
				nodeName: 'done',
				parameters: { ...firstWorkItem, updateFields: { state: byName('Done') } },
				expectedChanges: /state/,
			},
			{
				operation: 'workItem.archive',
				parameters: firstWorkItem,
				expectedChanges: /archived_at null → "/,
			},
			{
				operation: 'workItem.unarchive',
				parameters: { projectId, workItemId: byId(fromNode('release')) },
				expectedChanges: /archived_at ".*" → null/,
			},
		],
	],
	[
		'## Friday afternoon\nThe week is cleaned up',
		[
			deletion('workItemComment', { ...firstWorkItem, commentId }),
			deletion('workItemLink', { ...firstWorkItem, linkId }),
			deletion('workItemAttachment', {
				...firstWorkItem,
				attachmentId: byId(fromNode('attachment')),
			}),
			deletion('workItem', { projectId, workItemId: byName('PRESS-2') }),
			deletion('intakeItem', { projectId, workItemId: intakeWorkItemId }),
			deletion('module', { projectId, moduleId }),
			deletion('cycle', inCycle('Last week')),
			deletion('label', { projectId, labelId }),
			deletion('state', { projectId, stateId }),
			deletion('sticky', { stickyId }),
			deletion('invitation', { invitationId }),
			{
				operation: 'projectMember.remove',
				parameters: { projectId, memberId },
				// A removed membership stays, but is not active (row 62).
				expectedChanges: /^gone|is_active/m,
				expectedOutput: { removed: true },
			},
			{ operation: 'project.archive', parameters: { projectId }, expectedChanges: /archived_at/ },
			{ operation: 'project.unarchive', parameters: { projectId }, expectedChanges: /archived_at/ },
			{ operation: 'project.delete', parameters: { projectId }, expectedChanges: /^gone/ },
		],
	],
];

/** All steps of the week, in their order. */
export const story: readonly Step[] = week.flatMap(([, steps]) => steps);

const SOME_ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** Replaces the expressions that refer to earlier nodes by an ID, so that the step can run by itself. */
export function withoutExpressions(parameters: INodeParameters): INodeParameters {
	const replaceExpressions = (value: unknown): unknown => {
		if (typeof value === 'string') return value.startsWith('={{ $(') ? SOME_ID : value;
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;

		return Object.fromEntries(
			Object.entries(value).map(([name, member]) => [name, replaceExpressions(member)]),
		);
	};

	return replaceExpressions(parameters) as INodeParameters;
}
