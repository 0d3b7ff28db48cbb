import { describe, expect, test } from '@jest/globals';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { decideStart } from '../../../nodes/PlaneTrigger/decideStart';
import { webhookFields } from '../../../nodes/PlaneTrigger/webhookFields';
import type { WebhookParameters } from '../../../nodes/PlaneTrigger/readParameters';
import { eventValues, listScopes, needsVersion2 } from '../../../nodes/PlaneTrigger/webhookEvents';
import { readDocumentedBody } from '../../service/documented/deliveries';

/** The 43 events of version 2 (row 523): the value of the parameter Events for each, and whether Anything Else includes it. */
const EXPECTED: Readonly<Record<string, readonly [value: string, isAnythingElse: boolean]>> = {
	'project.created': ['projectCreated', false],
	'project.updated': ['projectUpdated', false],
	'project.archived': ['projectArchived', true],
	'project.deleted': ['projectDeleted', false],
	'cycle.created': ['cycleCreated', false],
	'cycle.updated': ['cycleUpdated', false],
	'cycle.archived': ['cycleArchived', true],
	'cycle.deleted': ['cycleDeleted', false],
	'module.created': ['moduleCreated', false],
	'module.updated': ['moduleUpdated', false],
	'module.archived': ['moduleArchived', true],
	'module.deleted': ['moduleDeleted', false],
	'milestone.created': ['milestoneCreated', true],
	'milestone.updated': ['milestoneUpdated', true],
	'milestone.deleted': ['milestoneDeleted', true],
	'page.created': ['pageCreated', true],
	'page.updated': ['pageUpdated', true],
	'page.archived': ['pageArchived', true],
	'page.deleted': ['pageDeleted', true],
	'page.comment.created': ['pageCommentCreated', true],
	'page.comment.updated': ['pageCommentUpdated', true],
	'page.comment.deleted': ['pageCommentDeleted', true],
	'workitem.created': ['workItemCreated', false],
	'workitem.updated': ['workItemUpdated', false],
	'workitem.archived': ['workItemArchived', false],
	'workitem.deleted': ['workItemDeleted', false],
	'workitem.comment.created': ['commentCreated', false],
	'workitem.comment.updated': ['commentUpdated', false],
	'workitem.comment.deleted': ['commentDeleted', false],
	'workitem.link.created': ['workItemLinkCreated', true],
	'workitem.link.updated': ['workItemLinkUpdated', true],
	'workitem.link.deleted': ['workItemLinkDeleted', true],
	'workitem.vote.created': ['workItemVoteCreated', true],
	'workitem.vote.deleted': ['workItemVoteDeleted', true],
	'workitem.attachment.created': ['workItemAttachmentCreated', true],
	'workitem.attachment.updated': ['workItemAttachmentUpdated', true],
	'workitem.attachment.deleted': ['workItemAttachmentDeleted', true],
	'workitem.relation.created': ['workItemRelationCreated', true],
	'workitem.relation.deleted': ['workItemRelationDeleted', true],
	'workitem.dependency.created': ['workItemDependencyCreated', true],
	'workitem.dependency.deleted': ['workItemDependencyDeleted', true],
	'workitem.page_link.created': ['workItemPageLinkCreated', true],
	'workitem.page_link.deleted': ['workItemPageLinkDeleted', true],
};

const parameters = (events: readonly string[]): WebhookParameters => ({
	events: [...events],
	toStates: [],
	assignedTo: [],
	fields: [],
	projects: [],
	ignoredUsers: [],
	ignoresOwnChanges: false,
	filters: {},
	includeBody: false,
	workspace: '',
});

/** A delivery of version 2 with this event, whose data nobody has documented. */
const readUndocumented = (event: string) => {
	const body = readDocumentedBody('workitem.relation.created');
	const data = { id: 'r1', anything: { at: 'all' } };

	return readDelivery({ ...body, event, data });
};

/** The values of the parameter Events that start the workflow with this event of version 2. */
const listStarting = (event: string): readonly string[] => {
	const delivery = readUndocumented(event);
	if (delivery === undefined) throw new Error(`${event} was not read`);

	return eventValues.filter((value) => {
		const results = { ids: {}, unresolved: [] };

		return decideStart(delivery, parameters([value]), results).kind === 'starts';
	});
};

describe('an event of version 2', () => {
	test('has a value of its own in the panel, and there are no others (row 523)', () => {
		const values = Object.values(EXPECTED).map(([value]) => value);
		const refinements = ['workItemStateChanged', 'workItemAssigned', 'fieldChanged'];

		expect(values).toHaveLength(43);
		expect([...values, ...refinements, 'anythingElse'].sort()).toEqual([...eventValues].sort());
	});

	test.each(Object.entries(EXPECTED))(
		'%s starts the workflow by its own value, or by Anything Else, and its data is passed on',
		(scope, [value, isAnythingElse]) => {
			const expected = isAnythingElse ? [value, 'anythingElse'] : [value];
			const constant = `WebhookScope.ScopeChoices.${scope.replace('workitem', 'work_item').replaceAll('.', '_').toUpperCase()}`;

			expect(listStarting(scope)).toEqual(expected);
			expect(listStarting(constant)).toEqual(expected);
			expect(readUndocumented(scope)?.event.record).toMatchObject({ anything: { at: 'all' } });
		},
	);

	test('starts the workflow by Anything Else if nobody knows it yet', () => {
		expect(listStarting('workitem.timer.started')).toEqual(['anythingElse']);
		expect(listStarting('dashboard.created')).toEqual(['anythingElse']);
	});
});

describe('the events that a webhook is registered for', () => {
	test.each(Object.entries(EXPECTED))('include %s if its event is chosen', (scope, [value]) => {
		expect(listScopes([value])).toEqual([scope]);
	});

	test.each<[string[], string[]]>([
		[['workItemStateChanged'], ['workitem.updated']],
		[['fieldChanged'], ['workitem.updated']],
		// A new work item may have assignees.
		[['workItemAssigned'], ['workitem.created', 'workitem.updated']],
		[
			['workItemUpdated', 'workItemStateChanged', 'commentCreated'],
			['workitem.comment.created', 'workitem.updated'],
		],
		[['workItemLinkCreated', 'anythingElse'], listScopes(['anythingElse']).slice()],
	])('for %j are %j', (values, scopes) => {
		expect(listScopes(values)).toEqual(scopes);
	});

	test('for Anything Else are all that it includes', () => {
		const included = Object.entries(EXPECTED).filter(([, [, isAnythingElse]]) => isAnythingElse);

		expect(listScopes(['anythingElse'])).toEqual(included.map(([scope]) => scope).sort());
	});
});

test('the panel says which events the Community Edition does not send', () => {
	const { options = [] } = webhookFields.events.kind.panel;
	const marked = options
		.filter(
			(option) => 'description' in option && (option.description ?? '').includes('commercial'),
		)
		.map((option) => ('value' in option ? option.value : ''));

	expect(marked).toContain('workItemDeleted');
	expect(marked).toContain('pageCommentCreated');
	expect(marked).not.toContain('projectDeleted');
	expect(marked).not.toContain('workItemArchived');
	expect(marked).toHaveLength(31);
});

test('the events that a Community Edition never sends say so in the list of events', () => {
	const options = (webhookFields.events.kind.panel.options ?? []).filter(
		(option) => 'value' in option,
	);
	const marked = options.filter(({ description = '' }) => /Only .*commercial/.test(description));

	expect(marked.map(({ value }) => value).toSorted()).toEqual(
		eventValues.filter(needsVersion2).toSorted(),
	);
});
