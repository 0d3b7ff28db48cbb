import type { INodeParameters } from 'n8n-workflow';

import { titleCase } from '../../nodes/shared/text/letterCase';
import { operations } from '../../nodes/shared/operations/catalog';
import type { ServiceState } from '../service/state';
import { samples } from './samples';

/** One node of the story. */
export interface Step {
	/** `resource.operation` */
	readonly operation: string;
	/** What the node is called, where others refer to it. */
	readonly as?: string;
	readonly parameters: INodeParameters;
	/** What it changes on the service, as test/demo/changes.ts tells it; absent: nothing. */
	readonly changes?: RegExp;
	/** What its first output item has. */
	readonly gives?: object;
	/** How many output items there are, where that is not one. */
	readonly items?: number;
}

/** `Work Item: Get Many`, or what the step says. */
export function nameOf({ operation: key, as: name }: Step): string {
	const operation = operations.find(({ resource, value }) => `${resource}.${value}` === key);
	if (operation === undefined) throw new Error(`There is no operation ${key}`);

	return name ?? `${titleCase(operation.resource)}: ${operation.name}`;
}

/** The operations of the commercial editions, for the records that a service begins with. */
export const commercialStory = (state: ServiceState): readonly Step[] =>
	Object.entries(samples(state)).flatMap(([key, parameters]) => {
		const isCommercial = operations.some(
			({ resource, value, edition }) => `${resource}.${value}` === key && edition !== undefined,
		);

		return isCommercial ? [{ operation: key, parameters }] : [];
	});

/** What a node before has put out. */
const of = (node: string, path = 'id') => `={{ $("${node}").first().json.${path} }}`;

const rl = (mode: string) => (value: string) => ({ __rl: true, mode, value });
const byId = rl('id');
const byName = rl('name');

const projectId = byName('PRESS');
const workItemId = byName('PRESS-1');
const item = { projectId, workItemId };
const inCycle = (name: string) => ({ projectId, cycleId: byName(name) });
const moduleId = byName('Printing');
const labelId = byName('waiting');
const stateId = byName('Proofreading');
const commentId = byId(of('comment'));
const linkId = byId(of('link'));
const invitationId = byName('dora@example.com');
const stickyId = byName('Call Ada');
const memberId = byId(of('membership'));
const intake = byId(of('request', 'issue'));
const day = (days: number) => `={{ $today.plus({ days: ${days} }).toISODate() }}`;

const deletion = (resource: string, parameters: INodeParameters): Step => ({
	operation: `${resource}.delete`,
	parameters,
	changes: /^gone/,
	gives: { deleted: true },
});

/**
 * A team's week, with every operation that all editions have: a project is set up, work items come
 * from a sheet, are found, changed, commented, linked, put into a cycle and a module, go through intake,
 * are archived and cleaned up. Records are named as people name them.
 */
export const week: readonly (readonly [title: string, steps: readonly Step[]])[] = [
	[
		'## Monday morning\nA project is set up, with those who work in it',
		[
			{ operation: 'user.getCurrent', parameters: {}, gives: { email: 'ada@example.com' } },
			{ operation: 'member.getAll', parameters: { returnAll: true }, items: 8 },
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
				changes: /new projects\/.*"Press Release"/,
			},
			{ operation: 'project.getAll', parameters: { returnAll: true }, items: 3 },
			{ operation: 'project.get', parameters: { projectId }, gives: { identifier: 'PRESS' } },
			{
				operation: 'project.update',
				parameters: { projectId, updateFields: { description: 'A release each week' } },
				changes: /description "All about the press" → "A release each week"/,
			},
			{
				operation: 'projectMember.add',
				as: 'membership',
				parameters: {
					projectId,
					member: byName('bob@example.com'),
					additionalFields: { role: 'Guest' },
				},
				changes: /projectMembers/,
			},
			{
				operation: 'projectMember.update',
				parameters: { projectId, memberId, updateFields: { role: 'Member' } },
				changes: /role 5 → 15/,
			},
			{ operation: 'projectMember.get', parameters: { projectId, memberId } },
			{ operation: 'projectMember.getAll', parameters: { projectId, returnAll: true }, items: 2 },
		],
	],
	[
		'## Monday afternoon\nSomebody is invited, and the project gets states and labels',
		[
			{
				operation: 'invitation.create',
				parameters: { email: 'dora@example.com', additionalFields: { role: 'Member' } },
				changes: /new invitations\//,
			},
			{ operation: 'invitation.getAll', parameters: {}, items: 2 },
			{ operation: 'invitation.get', parameters: { invitationId }, gives: { role: 15 } },
			{
				operation: 'invitation.update',
				parameters: { invitationId, updateFields: { role: 'Guest' } },
				changes: /role 15 → 5/,
			},
			{
				operation: 'state.create',
				parameters: {
					projectId,
					name: 'Proofreading',
					color: '#3f76ff',
					additionalFields: { group: 'started' },
				},
				changes: /new states\/.*"Proofreading"/,
			},
			{ operation: 'state.get', parameters: { projectId, stateId }, gives: { group: 'started' } },
			{
				operation: 'state.update',
				parameters: { projectId, stateId, updateFields: { color: '#00aa55' } },
				changes: /color "#3f76ff" → "#00aa55"/,
			},
			{ operation: 'state.getAll', parameters: { projectId, returnAll: true }, items: 6 },
			{
				operation: 'label.create',
				parameters: { projectId, name: 'waiting', additionalFields: { color: '#ff0000' } },
				changes: /new labels\/.*"waiting"/,
			},
			{ operation: 'label.get', parameters: { projectId, labelId } },
			{
				operation: 'label.update',
				parameters: { projectId, labelId, updateFields: { description: 'For somebody else' } },
				changes: /"For somebody else"/,
			},
			{ operation: 'label.getAll', parameters: { projectId, returnAll: true } },
		],
	],
	[
		'## Tuesday\nThis week is planned, and the work comes from a sheet',
		[
			{
				operation: 'cycle.create',
				as: 'this week',
				parameters: {
					projectId,
					name: 'This week',
					additionalFields: { startDate: day(-1), endDate: day(5) },
				},
				changes: /new cycles\/.*"This week"/,
			},
			{
				operation: 'cycle.create',
				as: 'last week',
				parameters: {
					projectId,
					name: 'Last week',
					additionalFields: { startDate: day(-9), endDate: day(-3) },
				},
				changes: /new cycles\/.*"Last week"/,
			},
			{
				operation: 'cycle.update',
				parameters: { ...inCycle('This week'), updateFields: { description: 'Issue 48' } },
				changes: /"Issue 48"/,
			},
			{ operation: 'cycle.get', parameters: inCycle('current'), gives: { name: 'This week' } },
			{ operation: 'cycle.getAll', parameters: { projectId, returnAll: true }, items: 2 },
			{
				operation: 'module.create',
				parameters: { projectId, name: 'Printing', additionalFields: { lead: 'bob@example.com' } },
				changes: /new modules\/.*"Printing"/,
			},
			{ operation: 'module.get', parameters: { projectId, moduleId } },
			{ operation: 'module.getAll', parameters: { projectId, returnAll: true } },
			{
				operation: 'workItem.create',
				as: 'release',
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
						targetDate: day(4),
						externalSource: 'sheet',
						externalId: 'row-1',
					},
					options: { createMissingLabels: true, ifItAlreadyExists: 'use_the_existing_one' },
				},
				changes: /new workItems\/.*"Write the release"/,
			},
			{
				operation: 'workItem.create',
				as: 'print',
				parameters: {
					projectId,
					name: 'Print it',
					additionalFields: { parent: 'PRESS-1', externalSource: 'sheet', externalId: 'row-2' },
				},
				changes: /new workItems\/.*"Print it"/,
			},
			{
				operation: 'workItem.get',
				parameters: {
					projectId,
					workItemId: { __rl: true, mode: 'externalId', value: 'sheet:row-1' },
				},
				gives: { key: 'PRESS-1', state: 'Todo', assignees: ['bob'], labels: ['waiting', 'draft'] },
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
				gives: { key: 'PRESS-1' },
			},
			{ operation: 'workItem.search', parameters: { search: 'Print' }, gives: { key: 'PRESS-2' } },
		],
	],
	[
		'## Wednesday\nWork items are changed, commented, linked and related',
		[
			{
				operation: 'workItem.update',
				parameters: {
					...item,
					updateFields: {
						state: byName('Proofreading'),
						labels: '={{ "draft" }}',
						labelsAction: 'remove',
					},
				},
				changes: /labels .* → /,
			},
			{
				operation: 'workItemComment.create',
				as: 'comment',
				parameters: { ...item, comment: 'Looks <good>' },
				changes: /new comments\/.*<p>Looks &lt;good&gt;<\/p>/,
			},
			{
				operation: 'workItemComment.get',
				parameters: { ...item, commentId },
				gives: { comment: 'Looks <good>' },
			},
			{
				operation: 'workItemComment.update',
				parameters: { ...item, commentId, updateFields: { comment: 'Looks good' } },
				changes: /Looks good/,
			},
			{ operation: 'workItemComment.getAll', parameters: { ...item, returnAll: true } },
			{
				operation: 'workItemLink.create',
				as: 'link',
				parameters: {
					...item,
					url: 'https://example.com/brief',
					additionalFields: { title: 'Brief' },
				},
				changes: /new links\//,
			},
			{ operation: 'workItemLink.get', parameters: { ...item, linkId } },
			{ operation: 'workItemLink.getAll', parameters: { ...item, returnAll: true } },
			{
				operation: 'workItemLink.update',
				parameters: { ...item, linkId, updateFields: { url: 'https://example.com/brief-2' } },
				changes: /brief-2/,
			},
			{
				operation: 'workItemRelation.create',
				parameters: { ...item, relationType: 'blocking', workItemIds: 'PRESS-2' },
				changes: /new relations\//,
			},
			{
				operation: 'workItemRelation.getAll',
				parameters: { ...item, returnAll: true },
				gives: { relation_type: 'blocking' },
			},
			{
				operation: 'workItemActivity.getAll',
				as: 'activities',
				parameters: { ...item, returnAll: true },
				items: -1,
			},
			{
				operation: 'workItemActivity.get',
				parameters: { ...item, activityId: byId(of('activities')) },
			},
		],
	],
	[
		'## Files\nIn one step, or with credentials issued by another call',
		[
			{
				operation: 'workItemAttachment.attach',
				as: 'attachment',
				parameters: { ...item, binaryPropertyName: 'data' },
				changes: /new attachments\//,
			},
			{
				operation: 'workItemAttachment.getAll',
				parameters: { ...item, returnAll: true },
				gives: { name: 'notes.txt' },
			},
			{
				operation: 'workItemAttachment.get',
				parameters: { ...item, attachmentId: byId(of('attachment')) },
				gives: { name: 'notes.txt' },
			},
			{
				operation: 'workItemAttachment.upload',
				parameters: {
					credentialSource: 'json',
					uploadData: '={{ $json.credentials }}',
					binaryPropertyName: 'data',
				},
				changes: /store\//,
			},
		],
	],
	[
		'## Thursday\nCycle and module, and what others ask for',
		[
			{
				operation: 'cycle.addWorkItems',
				parameters: { ...inCycle('current'), workItemIds: 'PRESS-2, PRESS-1' },
				items: -1,
				changes: /cycles\/.*issues/,
			},
			{
				operation: 'cycle.getWorkItems',
				parameters: { ...inCycle('current'), returnAll: true },
				items: 2,
			},
			{
				operation: 'cycle.removeWorkItems',
				parameters: { ...inCycle('current'), workItemIds: 'PRESS-2' },
				changes: /cycles\/.*issues/,
				gives: { removed: true },
			},
			{
				operation: 'module.addWorkItems',
				parameters: { projectId, moduleId, workItemIds: '={{ ["PRESS-2"] }}' },
				changes: /modules\/.*issues/,
			},
			{
				operation: 'module.getWorkItems',
				parameters: { projectId, moduleId, returnAll: true },
				items: 2,
			},
			{
				operation: 'module.removeWorkItems',
				parameters: { projectId, moduleId, workItemIds: 'PRESS-1\nPRESS-2' },
				changes: /modules\/.*issues/,
				items: 2,
			},
			{
				operation: 'intakeItem.create',
				as: 'request',
				parameters: {
					projectId,
					name: 'Printer on fire',
					additionalFields: { description: 'again', priority: 'urgent' },
				},
				changes: /new intakeItems\//,
			},
			{
				operation: 'intakeItem.getAll',
				parameters: { projectId, returnAll: true },
				gives: { status: 'Pending' },
			},
			{
				operation: 'intakeItem.update',
				parameters: { projectId, workItemId: intake, updateFields: { status: 'Accepted' } },
				changes: /status -2 → 1/,
			},
			{
				operation: 'intakeItem.get',
				parameters: { projectId, workItemId: intake },
				gives: { status: 'Accepted' },
			},
			{
				operation: 'sticky.create',
				parameters: { additionalFields: { name: 'Call Ada', description: 'About the printer' } },
				changes: /new stickies\//,
			},
			{ operation: 'sticky.get', parameters: { stickyId }, gives: { text: 'About the printer' } },
			{
				operation: 'sticky.update',
				parameters: { stickyId, updateFields: { color: '#ffee00' } },
				changes: /"#ffee00"/,
			},
			{ operation: 'sticky.getAll', parameters: { returnAll: true }, items: -1 },
			{
				operation: 'project.getSummary',
				parameters: { projectId },
				gives: { identifier: 'PRESS' },
			},
		],
	],
	[
		'## Friday morning\nWhat is done is archived',
		[
			{
				operation: 'cycle.transferWorkItems',
				parameters: { ...inCycle('Last week'), newCycleId: byName('current') },
				gives: { transferred: true },
			},
			{
				operation: 'cycle.archive',
				parameters: inCycle('Last week'),
				changes: /archived_at/,
				gives: { archived: true },
			},
			{ operation: 'cycle.getArchived', parameters: { projectId }, gives: { name: 'Last week' } },
			{
				operation: 'cycle.unarchive',
				parameters: inCycle('Last week'),
				changes: /archived_at/,
				gives: { unarchived: true },
			},
			{
				operation: 'module.update',
				parameters: { projectId, moduleId, updateFields: { status: 'completed' } },
				changes: /status .* → "completed"/,
			},
			{ operation: 'module.archive', parameters: { projectId, moduleId }, changes: /archived_at/ },
			{ operation: 'module.getArchived', parameters: { projectId }, gives: { name: 'Printing' } },
			{
				operation: 'module.unarchive',
				parameters: { projectId, moduleId },
				changes: /archived_at/,
			},
			{
				operation: 'workItem.update',
				as: 'done',
				parameters: { ...item, updateFields: { state: byName('Done') } },
				changes: /state/,
			},
			{ operation: 'workItem.archive', parameters: item, changes: /archived_at null → "/ },
			{
				operation: 'workItem.unarchive',
				parameters: { projectId, workItemId: byId(of('release')) },
				changes: /archived_at ".*" → null/,
			},
		],
	],
	[
		'## Friday afternoon\nThe week is cleaned up',
		[
			deletion('workItemComment', { ...item, commentId }),
			deletion('workItemLink', { ...item, linkId }),
			deletion('workItemAttachment', { ...item, attachmentId: byId(of('attachment')) }),
			deletion('workItem', { projectId, workItemId: byName('PRESS-2') }),
			deletion('intakeItem', { projectId, workItemId: intake }),
			deletion('module', { projectId, moduleId }),
			deletion('cycle', inCycle('Last week')),
			deletion('label', { projectId, labelId }),
			deletion('state', { projectId, stateId }),
			deletion('sticky', { stickyId }),
			deletion('invitation', { invitationId }),
			{
				operation: 'projectMember.remove',
				parameters: { projectId, memberId },
				// One that was removed stays, but is not active (row 62).
				changes: /^gone|is_active/m,
				gives: { removed: true },
			},
			{ operation: 'project.archive', parameters: { projectId }, changes: /archived_at/ },
			{ operation: 'project.unarchive', parameters: { projectId }, changes: /archived_at/ },
			{ operation: 'project.delete', parameters: { projectId }, changes: /^gone/ },
		],
	],
];

/** All steps, one after the other. */
export const story: readonly Step[] = week.flatMap(([, steps]) => steps);

const SOME_ID = '0c7da278-21b6-4225-9d30-da0e1a924ae5';

/** The parameters of a step where no node before it has run: an ID for each of their expressions. */
export function alone(parameters: INodeParameters): INodeParameters {
	const fixed = (value: unknown): unknown => {
		if (typeof value === 'string') return value.startsWith('={{ $(') ? SOME_ID : value;
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;

		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fixed(one)]));
	};

	return fixed(parameters) as INodeParameters;
}
