import type { INodeParameters } from 'n8n-workflow';

import { findPathLocators } from '../../nodes/shared/operations/shared/locators';
import { seed } from '../service/seed';
import type { ServiceState } from '../service/state';
import {
	byId,
	byName,
	commercialStory,
	daysFromToday,
	deletion,
	fromNode,
	getNodeName,
	getOperation,
	type Row,
	type Step,
	week,
} from './story';

const projectId = byName('LNCH');
const customerId = byName('Analytical Engines');
const propertyId = byName('Support Plan');
const requestId = byName('Print on both sides');
const inRequest = { customerId, requestId };
const initiativeId = byName('Print on both sides');
const typeId = byName('Feature');
const ofType = { projectId, typeId };
const paperId = byName('Paper');
const createdPaperId = byId(fromNode('Work Item Property: Create'));
const estimateId = byId(fromNode('Estimate: Get'));
const milestoneId = byName('Version 2');
const epicId = byName('Duplex printing');
const turn = { projectId, workItemId: byId(fromNode('turn the sheet')) };
const manual = { projectId, workItemId: byId(fromNode('describe it')) };
const both = `={{ [$("turn the sheet"), $("describe it")].map((node) => node.first().json.id) }}`;

/** A table of the time that each work item took. */
const report = [
	'={{ "| Work item | Minutes |\\n| --- | --- |\\n" + ',
	'$("totals").all().map(({ json }) => `| ${json.issue_id} | ${json.duration} |`).join("\\n") }}',
].join('');

/** The properties of the type Task, with the same IDs on every test service. */
const { workItemProperties } = seed(1);

/** The values of custom properties as the panel saves them: by the IDs of the properties. */
function mapProperties(values: Readonly<Record<string, string | number>>): INodeParameters {
	const entries = Object.entries(values).map(([name, value]) => {
		const property = workItemProperties.find((row) => row.display_name === name);
		if (property === undefined) throw new Error(`The service has no property ${name}`);

		return { id: property.id, name, value };
	});

	return {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(entries.map(({ id, value }) => [id, value])),
		schema: entries.map(({ id, name }) => ({ id, displayName: name })),
	};
}

/**
 * How a customer's request becomes an initiative with work items, which are typed, have custom properties, are
 * estimated, logged and reported. It needs a server of the commercial editions, and removes what it creates.
 */
export const customerStory: readonly Row[] = [
	[
		"## A customer's request\nThe customer, what is known about it, and what it asks for",
		[
			{
				operation: 'customer.create',
				parameters: {
					name: 'Analytical Engines',
					additionalFields: {
						email: 'ada@analytical-engines.example',
						industry: 'Computing',
						employees: 12,
						stage: 'Lead',
					},
				},
				expectedChanges: /new customers\/.*"Analytical Engines"/,
			},
			{
				operation: 'customer.getAll',
				parameters: { limit: 5, filters: { query: 'analytical' } },
				expectedOutput: { name: 'Analytical Engines' },
			},
			{
				operation: 'customerProperty.create',
				parameters: {
					displayName: 'Support Plan',
					propertyType: 'OPTION',
					additionalFields: { options: 'Gold, Silver' },
				},
				expectedChanges: /new customerProperties\/.*"Support Plan"/,
			},
			{
				operation: 'customerPropertyValue.update',
				parameters: {
					customerId,
					propertyId: byId(fromNode('Customer Property: Create')),
					values: '["Gold"]',
				},
				expectedChanges: /new customerPropertyValues\//,
			},
			{ operation: 'customerPropertyValue.getAll', parameters: { customerId } },
			{
				operation: 'customerRequest.create',
				parameters: {
					customerId,
					name: 'Print on both sides',
					additionalFields: {
						description: 'It would save **half** of the paper.',
						link: 'https://support.example.com/tickets/12',
					},
				},
				expectedChanges: /new customerRequests\/.*"Print on both sides"/,
			},
			{
				operation: 'customerRequest.getAll',
				parameters: { customerId, limit: 5, filters: { query: 'both sides' } },
				expectedOutput: { name: 'Print on both sides' },
			},
			{
				operation: 'customer.update',
				parameters: { customerId, updateFields: { stage: 'Sales Qualified Lead' } },
				expectedChanges: /stage "lead" → "sales_qualified_lead"/,
			},
			{
				operation: 'customer.get',
				parameters: { customerId },
				expectedOutput: { name: 'Analytical Engines' },
			},
		],
	],
	[
		'## How the work is described\nA type with custom properties, an estimate and a milestone',
		[
			{
				operation: 'workItemType.create',
				parameters: { projectId, name: 'Feature', additionalFields: { description: 'It is new' } },
				expectedChanges: /new types\/.*"Feature"/,
			},
			{
				operation: 'workItemProperty.create',
				parameters: {
					...ofType,
					displayName: 'Paper',
					propertyType: 'OPTION',
					additionalFields: { options: 'A4, A3' },
				},
				expectedChanges: /new workItemProperties\/.*"Paper"/,
			},
			{
				operation: 'workItemPropertyOption.create',
				parameters: {
					projectId,
					propertyId: createdPaperId,
					name: 'A5',
				},
				expectedChanges: /new workItemPropertyOptions\/.*"A5"/,
			},
			{
				operation: 'workItemPropertyOption.getAll',
				parameters: { projectId, propertyId: createdPaperId },
				itemCount: 3,
			},
			{
				operation: 'workItemPropertyOption.get',
				parameters: { projectId, propertyId: createdPaperId, optionId: byName('A5') },
				expectedOutput: { name: 'A5' },
			},
			{
				operation: 'workItemPropertyOption.update',
				parameters: {
					projectId,
					propertyId: createdPaperId,
					optionId: byName('A5'),
					updateFields: { name: 'Folio' },
				},
				expectedChanges: /name "A5" → "Folio"/,
			},
			{
				operation: 'workItemProperty.getAll',
				parameters: ofType,
				expectedOutput: { name: 'Paper', kind: 'OPTION' },
			},
			{
				operation: 'workItemType.getAll',
				parameters: { projectId },
				itemCount: 4,
			},
			{
				operation: 'estimate.create',
				parameters: {
					projectId: byName('WEB'),
					name: 'Sizes',
					additionalFields: { type: 'Categories' },
				},
				expectedChanges: /new estimates\/.*"Sizes"/,
			},
			{
				operation: 'estimate.update',
				parameters: { projectId: byName('WEB'), updateFields: { description: 'Of shirts' } },
				expectedChanges: /description "" → "Of shirts"/,
			},
			{
				operation: 'estimate.get',
				parameters: { projectId },
				expectedOutput: { name: 'Points' },
			},
			{
				operation: 'estimatePoint.create',
				parameters: { projectId, estimateId, values: '8' },
				expectedChanges: /new estimatePoints\/.*value "8"/,
			},
			{
				operation: 'estimatePoint.getAll',
				parameters: { projectId, estimateId },
				itemCount: 5,
			},
			{
				operation: 'milestone.create',
				parameters: {
					projectId,
					title: 'Version 2',
					additionalFields: { targetDate: daysFromToday(30) },
				},
				expectedChanges: /new milestones\/.*"Version 2"/,
			},
		],
	],
	[
		'## The work\nThe request becomes an initiative with an epic and two work items',
		[
			{
				operation: 'initiative.create',
				parameters: {
					name: 'Print on both sides',
					additionalFields: {
						lead: byName('bob@example.com'),
						state: 'Planned',
						startDate: daysFromToday(0),
						endDate: daysFromToday(30),
					},
				},
				expectedChanges: /new initiatives\/.*"Print on both sides"/,
			},
			{
				operation: 'initiative.addProjects',
				parameters: {
					initiativeId: byId(fromNode('Initiative: Create')),
					projectIds: '={{ "Launch" }}',
				},
				expectedChanges: /new setMembers\//,
			},
			{
				operation: 'initiative.getProjects',
				parameters: { initiativeId },
				expectedOutput: { identifier: 'LNCH' },
			},
			{
				operation: 'epic.create',
				parameters: { projectId, name: 'Duplex printing' },
				expectedChanges: /new epics\/.*"Duplex printing"/,
			},
			{
				operation: 'workItem.create',
				nodeName: 'turn the sheet',
				parameters: {
					projectId,
					name: 'Turn the sheet',
					setCustomProperties: true,
					customProperties: mapProperties({
						Severity: 'high',
						Effort: 2.5,
						Regression: 'no',
						'Reported On': daysFromToday(0),
					}),
					additionalFields: {
						typeId: byName('Task'),
						estimatePoint: byName('5'),
						assignees: '={{ ["bob@example.com"] }}',
					},
				},
				expectedChanges: /new workItemPropertyValues\//,
			},
			{
				operation: 'workItem.create',
				nodeName: 'describe it',
				parameters: {
					projectId,
					name: 'Describe it in the manual',
					additionalFields: { typeId, estimatePoint: byName('8') },
				},
				expectedChanges: /new workItems\/.*"Describe it in the manual"/,
			},
			{
				operation: 'workItemPropertyValue.set',
				parameters: { ...manual, typeId, propertyId: paperId, value: 'a3' },
				expectedChanges: /new workItemPropertyValues\//,
			},
			{
				operation: 'workItemPropertyValue.update',
				parameters: { ...manual, typeId, propertyId: paperId, value: 'folio' },
				expectedChanges: /workItemPropertyValues\/.*value /,
			},
			{
				operation: 'workItemPropertyValue.get',
				parameters: { ...manual, typeId, propertyId: paperId },
			},
			{
				operation: 'workItemRelation.create',
				nodeName: 'the manual waits',
				parameters: {
					...manual,
					relationType: 'blocked_by',
					workItemIds: fromNode('turn the sheet'),
				},
				expectedChanges: /new relations\//,
			},
			{
				operation: 'epic.addWorkItems',
				parameters: { projectId, epicId: byId(fromNode('Epic: Create')), workItemIds: both },
				expectedChanges: /parent null → /,
				itemCount: 2,
			},
			{
				operation: 'epic.getWorkItems',
				parameters: { projectId, epicId },
				itemCount: 2,
			},
			{
				operation: 'milestone.addWorkItems',
				parameters: { projectId, milestoneId, workItemIds: both },
				expectedChanges: /new setMembers\//,
				itemCount: 2,
			},
			{
				operation: 'milestone.getWorkItems',
				parameters: { projectId, milestoneId },
				itemCount: 2,
			},
			{
				operation: 'milestone.removeWorkItems',
				parameters: { projectId, milestoneId, workItemIds: fromNode('describe it') },
				expectedChanges: /^gone setMembers/,
				expectedOutput: { removed: true },
			},
			{
				operation: 'initiative.addWorkItems',
				parameters: { initiativeId, workItemIds: both },
				expectedChanges: /new setMembers\//,
				itemCount: 2,
			},
			{
				operation: 'initiative.getWorkItems',
				parameters: { initiativeId },
				itemCount: 2,
			},
			{
				operation: 'customer.addWorkItems',
				parameters: { customerId, workItemIds: both },
				expectedChanges: /new customerLinks\//,
				itemCount: 2,
			},
			{
				operation: 'customer.getWorkItems',
				parameters: { customerId },
				itemCount: 2,
			},
			{
				operation: 'customer.removeWorkItems',
				parameters: { customerId, workItemIds: fromNode('describe it') },
				expectedChanges: /^gone customerLinks/,
				expectedOutput: { removed: true },
			},
		],
	],
	[
		'## The report\nThe work is done, its time is logged, and a page says how long it took',
		[
			{
				operation: 'worklog.create',
				nodeName: 'first worklog',
				parameters: {
					...turn,
					duration: '1h 30m',
					additionalFields: { description: 'Built the rollers' },
				},
				expectedChanges: /new worklogs\/.*duration 90/,
			},
			{
				operation: 'worklog.create',
				nodeName: 'second worklog',
				parameters: { ...manual, duration: '0:45' },
				expectedChanges: /new worklogs\/.*duration 45/,
			},
			{
				operation: 'worklog.update',
				parameters: {
					...manual,
					worklogId: byId(fromNode('second worklog')),
					updateFields: { duration: '60' },
				},
				expectedChanges: /duration 45 → 60/,
			},
			{
				operation: 'worklog.getAll',
				parameters: turn,
				expectedOutput: { duration: 90 },
			},
			{
				operation: 'worklog.getTotals',
				nodeName: 'totals',
				parameters: { projectId },
				itemCount: 3,
			},
			{
				operation: 'workItem.update',
				nodeName: 'turn the sheet, done',
				parameters: {
					...turn,
					setCustomProperties: true,
					customProperties: mapProperties({ Severity: 'Low', Effort: 2.5 }),
					updateFields: { typeId: byName('Task'), state: byName('Done') },
				},
				expectedChanges: /workItemPropertyValues\/.*value /,
			},
			{
				operation: 'workItem.get',
				nodeName: 'turn the sheet, in full',
				parameters: { ...turn, options: { includeCustomProperties: true } },
				expectedOutput: {
					name: 'Turn the sheet',
					custom_properties: { Severity: 'Low', Effort: 2.5, Regression: false },
				},
			},
			{
				operation: 'page.create',
				parameters: {
					projectId,
					name: 'How long it took',
					additionalFields: { description: report },
				},
				expectedChanges: /new pages\/.*"How long it took"/,
			},
			{
				operation: 'workItemPage.add',
				parameters: { ...turn, pageId: byId(fromNode('Page: Create')) },
				expectedChanges: /new workItemPages\//,
			},
			{
				operation: 'workItemPage.getAll',
				parameters: { ...turn, limit: 5 },
			},
			{
				operation: 'workItemPage.get',
				parameters: { ...turn, pageId: byId(fromNode('Work Item Page: Add')) },
			},
			{
				operation: 'customerRequest.update',
				parameters: { ...inRequest, updateFields: { description: 'Done, in version 2.' } },
				expectedChanges: /Done, in version 2/,
			},
			{
				operation: 'initiative.update',
				parameters: { initiativeId, updateFields: { state: 'Completed' } },
				expectedChanges: /state "PLANNED" → "COMPLETED"/,
			},
		],
	],
	[
		'## The end\nEverything is removed again',
		[
			deletion('worklog', { ...manual, worklogId: byId(fromNode('second worklog')) }),
			{
				operation: 'workItemRelation.delete',
				parameters: { ...manual, relatedWorkItem: byId(fromNode('turn the sheet')) },
				expectedChanges: /^gone relations/,
				expectedOutput: { deleted: true },
			},
			{
				operation: 'workItem.archive',
				parameters: { ...manual, options: { archiveOpenWorkItems: true } },
				expectedChanges: /archived_at null → /,
				expectedOutput: { archived: true },
			},
			{
				operation: 'workItem.getArchivedWorkItems',
				parameters: { projectId, returnAll: true },
			},
			{
				operation: 'workItem.unarchive',
				parameters: manual,
				expectedChanges: /archived_at .* → null/,
				expectedOutput: { unarchived: true },
			},
			deletion('workItemPropertyValue', { ...manual, typeId, propertyId: paperId }),
			{
				operation: 'workItemPage.remove',
				parameters: { ...turn, pageId: byId(fromNode('Work Item Page: Add')) },
				expectedChanges: /^gone workItemPages/,
				expectedOutput: { removed: true },
			},
			{
				operation: 'wikiPage.create',
				parameters: {
					name: 'How we print',
					additionalFields: { description: 'On both sides.' },
				},
				expectedOutput: { text: 'On both sides.' },
				expectedChanges: /new pages\/.*"How we print"/,
			},
			{
				operation: 'wikiPage.archive',
				parameters: { pageId: byId(fromNode('Wiki Page: Create')) },
				expectedChanges: /archived_at null → /,
			},
			deletion('wikiPage', { pageId: byId(fromNode('Wiki Page: Create')) }),
			{
				operation: 'page.archive',
				parameters: { projectId, pageId: byId(fromNode('Page: Create')) },
				expectedChanges: /archived_at null → /,
			},
			deletion('page', { projectId, pageId: byId(fromNode('Page: Create')) }),
			deletion('milestone', { projectId, milestoneId }),
			deletion('initiative', { initiativeId }),
			deletion('epic', { projectId, epicId }),
			{
				...deletion('workItem', turn),
				nodeName: 'delete work item 1',
			},
			{
				...deletion('workItem', manual),
				nodeName: 'delete work item 2',
			},
			deletion('workItemPropertyOption', {
				projectId,
				propertyId: createdPaperId,
				optionId: byName('Folio'),
			}),
			deletion('workItemProperty', { ...ofType, propertyId: paperId }),
			deletion('workItemType', ofType),
			deletion('estimatePoint', {
				projectId,
				estimateId,
				estimatePointId: byName('8'),
			}),
			deletion('estimate', { projectId: byName('WEB') }),
			deletion('customerRequest', inRequest),
			deletion('customer', { customerId }),
			deletion('customerProperty', { propertyId }),
			{
				operation: 'member.remove',
				parameters: {
					email: 'donald@example.com',
					options: { ifNotFound: 'continue' },
				},
				expectedChanges: /^gone users|users/m,
			},
		],
	],
];

/** The rows for the commercial editions: the story, and each other operation by itself. They can be run again. */
export function createCommercialRows(state: ServiceState): readonly Row[] {
	const inStory = new Set(listSteps(customerStory).map(({ operation }) => operation));
	const others = commercialStory(state).filter(({ operation }) => !inStory.has(operation));

	return [
		...customerStory,
		['## And each other operation\nof the commercial editions', deleteOwnRecords(others)],
	];
}

/** The rows of the demo, with every operation of the package. */
export const createDemoRows = (state: ServiceState): readonly Row[] => [
	...week,
	...createCommercialRows(state),
];

/** The steps of all rows, in their order. */
export const listSteps = (rows: readonly Row[]): readonly Step[] =>
	rows.flatMap(([, steps]) => steps);

/** Lets the deletions among these steps delete what another one of them creates, not a record of the service. */
const deleteOwnRecords = (steps: readonly Step[]): readonly Step[] =>
	steps.map((step) => {
		const { resource, value, request } = getOperation(step);
		const create = steps.find(({ operation }) => operation === `${resource}.create`);
		const own = findPathLocators(request.path).at(-1);
		if (value !== 'delete' || create === undefined || own === undefined) return step;

		const created = byId(fromNode(getNodeName(create)));

		return { ...step, parameters: { ...step.parameters, [own.parameter]: created } };
	});
