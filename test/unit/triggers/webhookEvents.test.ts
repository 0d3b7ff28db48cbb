import { describe, expect, test } from '@jest/globals';

import { readDelivery } from '../../../nodes/PlaneTrigger/deliveries/readDelivery';
import { decideStart } from '../../../nodes/PlaneTrigger/decideStart';
import { webhookFields } from '../../../nodes/PlaneTrigger/description';
import type { WebhookParameters } from '../../../nodes/PlaneTrigger/readParameters';
import { eventValues, listScopes } from '../../../nodes/PlaneTrigger/webhookEvents';
import { readDocumentedBody } from '../../service/documented/deliveries';

/** The 43 events of version 2 (row 523): the value of the parameter Events for each, and whether Anything Else includes it. */
const EXPECTED: Readonly<Record<string, readonly [value: string, isAnythingElse: boolean]>> = {
	'project.created': ['project_created', false],
	'project.updated': ['project_updated', false],
	'project.archived': ['project_archived', true],
	'project.deleted': ['project_deleted', false],
	'cycle.created': ['cycle_created', false],
	'cycle.updated': ['cycle_updated', false],
	'cycle.archived': ['cycle_archived', true],
	'cycle.deleted': ['cycle_deleted', false],
	'module.created': ['module_created', false],
	'module.updated': ['module_updated', false],
	'module.archived': ['module_archived', true],
	'module.deleted': ['module_deleted', false],
	'milestone.created': ['milestone_created', true],
	'milestone.updated': ['milestone_updated', true],
	'milestone.deleted': ['milestone_deleted', true],
	'page.created': ['page_created', true],
	'page.updated': ['page_updated', true],
	'page.archived': ['page_archived', true],
	'page.deleted': ['page_deleted', true],
	'page.comment.created': ['page_comment_created', true],
	'page.comment.updated': ['page_comment_updated', true],
	'page.comment.deleted': ['page_comment_deleted', true],
	'workitem.created': ['work_item_created', false],
	'workitem.updated': ['work_item_updated', false],
	'workitem.archived': ['work_item_archived', false],
	'workitem.deleted': ['work_item_deleted', false],
	'workitem.comment.created': ['comment_created', false],
	'workitem.comment.updated': ['comment_updated', false],
	'workitem.comment.deleted': ['comment_deleted', false],
	'workitem.link.created': ['work_item_link_created', true],
	'workitem.link.updated': ['work_item_link_updated', true],
	'workitem.link.deleted': ['work_item_link_deleted', true],
	'workitem.vote.created': ['work_item_vote_created', true],
	'workitem.vote.deleted': ['work_item_vote_deleted', true],
	'workitem.attachment.created': ['work_item_attachment_created', true],
	'workitem.attachment.updated': ['work_item_attachment_updated', true],
	'workitem.attachment.deleted': ['work_item_attachment_deleted', true],
	'workitem.relation.created': ['work_item_relation_created', true],
	'workitem.relation.deleted': ['work_item_relation_deleted', true],
	'workitem.dependency.created': ['work_item_dependency_created', true],
	'workitem.dependency.deleted': ['work_item_dependency_deleted', true],
	'workitem.page_link.created': ['work_item_page_link_created', true],
	'workitem.page_link.deleted': ['work_item_page_link_deleted', true],
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
		const refinements = ['work_item_state_changed', 'work_item_assigned', 'field_changed'];

		expect(values).toHaveLength(43);
		expect([...values, ...refinements, 'anything_else'].sort()).toEqual([...eventValues].sort());
	});

	test.each(Object.entries(EXPECTED))(
		'%s starts the workflow by its own value, or by Anything Else, and its data is passed on',
		(scope, [value, isAnythingElse]) => {
			const expected = isAnythingElse ? [value, 'anything_else'] : [value];
			const constant = `WebhookScope.ScopeChoices.${scope.replace('workitem', 'work_item').replaceAll('.', '_').toUpperCase()}`;

			expect(listStarting(scope)).toEqual(expected);
			expect(listStarting(constant)).toEqual(expected);
			expect(readUndocumented(scope)?.event.record).toMatchObject({ anything: { at: 'all' } });
		},
	);

	test('starts the workflow by Anything Else if nobody knows it yet', () => {
		expect(listStarting('workitem.timer.started')).toEqual(['anything_else']);
		expect(listStarting('dashboard.created')).toEqual(['anything_else']);
	});
});

describe('the events that a webhook is registered for', () => {
	test.each(Object.entries(EXPECTED))('include %s if its event is chosen', (scope, [value]) => {
		expect(listScopes([value])).toEqual([scope]);
	});

	test.each<[string[], string[]]>([
		[['work_item_state_changed'], ['workitem.updated']],
		[['field_changed'], ['workitem.updated']],
		// A new work item may have assignees.
		[['work_item_assigned'], ['workitem.created', 'workitem.updated']],
		[
			['work_item_updated', 'work_item_state_changed', 'comment_created'],
			['workitem.comment.created', 'workitem.updated'],
		],
		[['work_item_link_created', 'anything_else'], listScopes(['anything_else']).slice()],
	])('for %j are %j', (values, scopes) => {
		expect(listScopes(values)).toEqual(scopes);
	});

	test('for Anything Else are all that it includes', () => {
		const included = Object.entries(EXPECTED).filter(([, [, isAnythingElse]]) => isAnythingElse);

		expect(listScopes(['anything_else'])).toEqual(included.map(([scope]) => scope).sort());
	});
});

test('the panel says which events the Community Edition does not send', () => {
	const { options = [] } = webhookFields.events.kind.look;
	const marked = options
		.filter(
			(option) => 'description' in option && (option.description ?? '').includes('commercial'),
		)
		.map((option) => ('value' in option ? option.value : ''));

	expect(marked).toContain('work_item_deleted');
	expect(marked).toContain('page_comment_created');
	expect(marked).not.toContain('project_deleted');
	expect(marked).not.toContain('work_item_archived');
	expect(marked).toHaveLength(31);
});
