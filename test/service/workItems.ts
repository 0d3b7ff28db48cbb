import { type ActivityTracker, isListedActivity } from './activityTracker';
import {
	badRequest,
	findById,
	filterByProject,
	created,
	ok,
	Refusal,
	type Answer,
	type Call,
} from './answer';
import { noExternalIds, removeWhere } from './rows';
import {
	choice,
	date,
	externalIdFields,
	createFieldReader,
	filledListOf,
	html,
	isTime,
	listOf,
	optionalText,
	name,
	number,
	nullable,
	rawHtml,
	recordId,
	uniqueTexts,
	url,
	uuid,
} from './fields';
import type { ListResponder, RelatedOrders } from './listResponder';
import type { Serializers } from './serializers';
import {
	badParent,
	badPayload,
	badState,
	invalidUuids,
	notCreatorOrAdmin,
	startAfterEnd,
	urlTaken,
	serverError,
} from './refusals';
import { Replica } from './replica';
import { MEMBER, getRole } from './roles';
import type { Host } from './serve';
import type { Activity, Comment, Link, Relation, Row, ServiceState, WorkItem } from './state';
import { reparseHtml } from './storedHtml';
import type { Creatable, Endpoint, Table, Values } from './table';
import { createDeliveredRecords } from './v2/deliveredRecords';

export const priorities = ['urgent', 'high', 'medium', 'low', 'none'];

/**
 * Whether lists show a work item: it is neither archived nor an intake item that is not accepted
 * yet.
 */
export const isListed = ({ states }: ServiceState, { archived_at: at, state }: WorkItem): boolean =>
	at === null && !states.some(({ id, group }) => id === state && group === 'triage');

/** @throws Refusal 400 if the start date of a request is after its target date */
export function refuseReversedDates({ start_date: start, target_date: target }: Values): void {
	if (typeof start === 'string' && typeof target === 'string' && start > target) {
		throw new Refusal(startAfterEnd);
	}
}

/**
 * The orders of work items by a related record (row 421). The server sorts by the group of the state in
 * both orders that have the state's name.
 */
function defineRelatedOrders(state: ServiceState): RelatedOrders<WorkItem> {
	const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'];

	const rankState = (item: WorkItem): number =>
		groups.indexOf(state.states.find(({ id }) => id === item.state)?.group ?? '');
	const findLast = (names: readonly (string | undefined)[]): string =>
		names.reduce<string>((last, name = '') => (name > last ? name : last), '');

	return {
		state__name: rankState,
		state__group: rankState,
		labels__name: ({ labels }) =>
			findLast(labels.map((label) => state.labels.find(({ id }) => id === label)?.name)),
		assignees__first_name: ({ assignees }) =>
			findLast(assignees.map((user) => state.users.find(({ id }) => id === user)?.first_name)),
	};
}

const oppositeRelations: Record<string, string> = {
	blocking: 'blocked_by',
	blocked_by: 'blocking',
	duplicate: 'duplicate',
	relates_to: 'relates_to',
	start_after: 'start_before',
	start_before: 'start_after',
	finish_after: 'finish_before',
	finish_before: 'finish_after',
};

/** The names that Plane stores in place of these, with the work items swapped (row 33). */
const storedRelations: Record<string, string> = {
	blocking: 'blocked_by',
	start_after: 'start_before',
	finish_after: 'finish_before',
};

const storedType = (type: string): string => storedRelations[type] ?? type;

/** Defines work items, and their comments, links, activities and relations. */
export function defineWorkItems(
	{ state, rowFactory, hasDifference, options, workers }: Host,
	serializers: Serializers,
	{ filterByItem, list, applyFilters }: ListResponder,
	{ addActivity, addChanges, addCommentActivity, addCreation, touch }: ActivityTracker,
) {
	const workspace = state.workspace.id;
	const inWorkspace = 'workspaces/{workspace_slug}/';
	const path = `${inWorkspace}projects/{project_id}/work-items/{work_item_id}/`;
	const all = () => state.workItems;
	const delivered = createDeliveredRecords(state);
	const replica = new Replica<WorkItem>(options.replicaLag ?? 100);
	const readFromReplica = (items: readonly WorkItem[]): readonly WorkItem[] =>
		hasDifference('readsReplica') ? replica.read(items) : items;
	/** The sent created_at and created_by, which the server applies after it has answered (row 68). */
	const sentHistory = new WeakMap<Row, Partial<Row>>();
	const listedItems = (call: Call) =>
		filterByProject(call, readFromReplica(all())).filter((item) => isListed(state, item));
	const findItem = (call: Call) => findById(filterByProject(call, all()), call.params.work_item_id);
	/** The highest number of each project, because numbers of deleted work items are not reused. */
	const lastNumbers = new Map<string, number>();

	/** Removes IDs that the project does not have, or throws Refusal 400 (observed row 24). */
	function filterKnownIds(value: unknown, kind: string, ids: readonly string[]): unknown {
		if (!Array.isArray(value)) return value;

		const sentIds = uniqueTexts(value);
		const unknown = sentIds.find((id) => !ids.includes(id));
		if (unknown !== undefined && !hasDifference('skipsRecordsOfOtherProjects')) {
			throw new Refusal(badRequest(`The ${kind} ${unknown} does not exist in this project.`));
		}

		const keptIds = sentIds.filter((id) => ids.includes(id));

		return hasDifference('ordersPeopleAndLabels') ? keptIds.sort() : keptIds;
	}

	/**
	 * Fails on a time of creation that is none, when the record is created already (row 418).
	 *
	 * @throws Refusal 400
	 */
	function refuseBadCreationTime({ body: { created_at: createdAt } }: Call): void {
		if (createdAt === undefined || isTime(createdAt)) return;

		if (hasDifference('acceptsCreationHistory')) throw new Refusal(invalidUuids);
	}

	const findGroup = (stateId: string) => state.states.find(({ id }) => id === stateId)?.group;

	const items: Creatable<WorkItem> = {
		name: 'Issue',
		path,
		rows: listedItems,
		changeableRows: (call) => filterByProject(call, all()),
		allRows: all,
		fields: {
			name,
			description_html: html,
			priority: choice(priorities),
			state: nullable(recordId(() => state.states)),
			assignees: listOf(recordId(() => state.users)),
			parent: nullable(recordId(all)),
			labels: listOf(recordId(() => state.labels)),
			start_date: nullable(date),
			target_date: nullable(date),
			sort_order: number,
			estimate_point: nullable(optionalText),
			archived_at: nullable(date),
			...externalIdFields,
			type_id: nullable(recordId(() => state.types)),
			created_by: recordId(() => state.users),
		},
		required: ['name'],
		createBlank: (call) => ({
			...rowFactory.create('work item', call.userId),
			name: '',
			description_html: '<p></p>',
			priority: 'none',
			state: '',
			parent: null,
			sequence_id: 0,
			sort_order: 0,
			assignees: [],
			labels: [],
			module: null,
			cycle: null,
			estimate_point: null,
			start_date: null,
			target_date: null,
			completed_at: null,
			archived_at: null,
			type: filterByProject(call, state.types)[0]?.id ?? '',
			...noExternalIds,
			project: call.params.project_id ?? '',
			workspace,
		}),
		prepare(values, call, entry) {
			const project = state.projects.find(({ id }) => id === call.params.project_id);
			const members = (project?.members ?? []).filter(
				(id) =>
					!hasDifference('assignsMembersOnly') ||
					(getRole(state, project?.id ?? '', id) ?? 0) >= MEMBER,
			);
			const findProjectIds = (rows: readonly { id: string; project: string }[]) =>
				filterByProject(call, rows).map(({ id }) => id);
			const isOfOtherProject = (value: unknown, rows: Parameters<typeof findProjectIds>[0]) =>
				typeof value === 'string' && !findProjectIds(rows).includes(value);

			refuseReversedDates(values);
			if (isOfOtherProject(values.state, state.states)) throw new Refusal(badState);
			if (isOfOtherProject(values.parent, all())) throw new Refusal(badParent);

			const keptValues = new Map(Object.entries(values));

			// An update changes the creator at once, a creation after the answer (row 68).
			if (!entry || !hasDifference('acceptsCreationHistory')) keptValues.delete('created_by');

			const {
				state: newState,
				type_id: type,
				assignees,
				labels,
				...others
			} = Object.fromEntries<unknown>(keptValues);

			return {
				...others,
				...(type !== undefined && { type }),
				...(typeof newState === 'string' && { state: newState }),
				...(assignees !== undefined && { assignees: filterKnownIds(assignees, 'member', members) }),
				...(labels !== undefined && {
					labels: filterKnownIds(labels, 'label', findProjectIds(state.labels)),
				}),
			};
		},
		onCreate(item, call, values) {
			const others = filterByProject(call, all()).filter((other) => other !== item);
			const states = filterByProject(call, state.states);
			const first = states.find((entry) => entry.default) ?? states[0];
			if (item.state === '') item.state = first?.id ?? '';

			const defaultAssignee = state.projects.find(
				({ id }) => id === item.project,
			)?.default_assignee;
			if (item.assignees.length === 0 && defaultAssignee && isListed(state, item)) {
				item.assignees = [defaultAssignee];
			}

			const itemsInState = others.filter((other) => other.state === item.state);
			const sortOrders = itemsInState.map(({ sort_order }) => sort_order);
			const sentSortOrder = hasDifference('ignoresSortOrder') ? undefined : values.sort_order;

			item.sort_order = Number(sentSortOrder ?? Math.max(55_535, ...sortOrders) + 10_000);
			const usedNumbers = others.map(({ sequence_id }) => sequence_id);
			const lastNumber = Math.max(lastNumbers.get(item.project) ?? 0, ...usedNumbers);

			lastNumbers.set(item.project, lastNumber + 1);
			item.sequence_id = lastNumber + 1;
			if (findGroup(item.state) === 'completed') item.completed_at = rowFactory.now();

			refuseBadCreationTime(call);
			addCreation(item, call.userId);
			replica.remember(item.id, undefined);

			if (hasDifference('acceptsCreationHistory')) {
				const { created_at: createdAt, created_by: createdBy } = call.body;

				sentHistory.set(item, {
					...(typeof createdAt === 'string' && { created_at: createdAt }),
					...(typeof createdBy === 'string' && { created_by: createdBy }),
				});
			}
			if (hasDifference('updatesNewItemsLater')) workers.schedule(() => touch(item), item);
		},
		afterResponse(item) {
			Object.assign(item, sentHistory.get(item));
			sentHistory.delete(item);
		},
		onUpdate(item, call, before) {
			replica.remember(item.id, before);
			addChanges(item, before, call.body, call.userId);
			if (item.state === before.state) return;

			item.completed_at = findGroup(item.state) === 'completed' ? rowFactory.now() : null;
		},
		refuseDelete(item, { userId }) {
			const owner = item.created_by ?? state.users[0]?.id;
			const isAdministrator = state.projectMembers.some(
				({ project, member, role }) => project === item.project && member === userId && role === 20,
			);

			return userId === owner || isAdministrator ? undefined : notCreatorOrAdmin;
		},
		onDelete({ id }) {
			const belongsToItem = (row: { issue: string }) => row.issue === id;

			for (const container of [...state.modules, ...state.cycles])
				removeWhere(container.issues, (held) => held === id);
			for (const child of all().filter(({ parent }) => parent === id)) child.parent = null;

			removeWhere(state.comments, belongsToItem);
			removeWhere(state.links, belongsToItem);
			removeWhere(state.activities, belongsToItem);
			removeWhere(state.attachments, belongsToItem);
			removeWhere(state.additions, belongsToItem);
			removeWhere(state.intakeItems, belongsToItem);
			removeWhere(state.relations, ({ issue, related }) => issue === id || related === id);
			removeWhere(state.customRelations, ({ issue, related }) => issue === id || related === id);
			removeWhere(state.workItemPropertyValues, belongsToItem);
			removeWhere(state.worklogs, belongsToItem);
			removeWhere(state.workItemPages, belongsToItem);
			removeWhere(state.customerLinks, belongsToItem);
			removeWhere(state.setMembers, ({ member }) => member === id);
		},
		serialize: serializers.workItem,
		listOptions: { sortable: true, relatedOrders: defineRelatedOrders(state) },
		report: delivered.workItem,
		webhook: {
			event: 'issue',
			serialize: (item) =>
				serializers.expandAndSelect(serializers.workItem(item), {
					expand: 'state,assignees,labels',
				}),
		},
	};

	/**
	 * Lists work items, or answers with the one that has the external ID of the query, archived or
	 * not (observed row 27).
	 */
	function listItems(call: Call): Answer {
		const { external_id: id, external_source: source } = call.query;
		if (id !== undefined && source !== undefined) {
			const [item, ...others] = filterByProject(call, readFromReplica(all())).filter(
				(row) => row.external_id === id && row.external_source === source,
			);
			if (others.length > 0 && hasDifference('acceptsSimultaneousIds'))
				throw new Refusal(serverError);

			return ok(
				serializers.expandAndSelect(
					serializers.workItem(findById(item ? [item] : [], item?.id)),
					call.query,
				),
			);
		}

		const rows = applyFilters(call, listedItems(call), {
			project: ({ project }) => project,
			state: (item) => item.state,
			assignee: ({ assignees }) => assignees,
		});

		return list(call, rows, serializers.workItem, items.listOptions);
	}

	function getByKey({ params, query }: Call): Answer {
		const project = state.projects.find(
			({ identifier }) => identifier === params.project_identifier,
		);
		const rows = all().filter((item) => item.project === project?.id && isListed(state, item));
		const item = rows.find(({ sequence_id }) => String(sequence_id) === params.number);

		return ok(serializers.expandAndSelect(serializers.workItem(findById(rows, item?.id)), query));
	}

	const itemReferences = (call: Call) => {
		const { id: issue, project } = findItem(call);

		return { issue, project, workspace };
	};

	const comments: Creatable<Comment> = {
		name: 'Work item comment',
		path: `${path}comments/{comment_id}/`,
		rows: (call) => filterByItem(call, state.comments),
		allRows: () => state.comments,
		fields: {
			comment_html: rawHtml,
			access: choice(['INTERNAL', 'EXTERNAL']),
			created_by: recordId(() => state.users),
			actor: recordId(() => state.users),
			parent: nullable(recordId(() => state.comments)),
			...externalIdFields,
		},
		createBlank: (call) => ({
			...rowFactory.create('comment', call.userId),
			comment_html: '<p></p>',
			access: 'INTERNAL',
			actor: call.userId,
			parent: null,
			edited_at: null,
			...noExternalIds,
			...itemReferences(call),
		}),
		externalIdScope: (call) =>
			hasDifference('uniqueCommentIds')
				? filterByProject(call, state.comments)
				: filterByItem(call, state.comments),
		prepare(values, _call, entry) {
			const keptValues = new Map(Object.entries(values));
			if (hasDifference('dropsCommentParents')) keptValues.delete('parent');

			if (entry || !hasDifference('acceptsCreationHistory')) {
				for (const name of ['created_by', 'actor']) keptValues.delete(name);
			}

			if (hasDifference('keepsCallerAsActor')) keptValues.delete('actor');

			const text = keptValues.get('comment_html');
			if (entry && typeof text === 'string' && hasDifference('reparsesHtml')) {
				keptValues.set('comment_html', reparseHtml(text) ?? text);
			}

			return Object.fromEntries(keptValues);
		},
		onCreate(comment, call) {
			touch(findItem(call));
			addCommentActivity(findItem(call), call.userId);
			refuseBadCreationTime(call);

			const { created_at: createdAt } = call.body;
			if (hasDifference('acceptsCreationHistory') && isTime(createdAt)) {
				comment.created_at = createdAt;
			}
		},
		onUpdate: (_entry, call) => touch(findItem(call)),
		onDelete: (_entry, call) => touch(findItem(call)),
		serialize: serializers.comment,
		serializeCreated: serializers.newComment,
		listOptions: { sortable: 'specified' },
		webhook: { event: 'issue_comment', serialize: serializers.comment },
		report: delivered.comment,
	};

	const linkActivity = (
		verb: string,
		comment: string,
		old: string | null,
		value: string | null,
	) => ({
		verb,
		field: 'link',
		comment,
		old_value: old,
		new_value: value,
	});
	const nullableText = nullable(optionalText);
	const links: Creatable<Link> = {
		name: 'Link',
		path: `${path}links/{link_id}/`,
		rows: (call) => filterByItem(call, state.links),
		allRows: () => state.links,
		fields: { title: nullableText, name: nullableText, url },
		required: ['url'],
		createBlank: (call) => ({
			...rowFactory.create('link', call.userId),
			name: '',
			url: '',
			visited: '',
			...itemReferences(call),
		}),
		prepare({ title, name, ...values }) {
			// A real server ignores `name` (observed row 3).
			const text = hasDifference('usesLinkTitle') ? title : (name ?? title);

			return text === undefined ? values : { ...values, name: text ?? '' };
		},
		findConflict: (other, values) => (other.url === values.url ? urlTaken : undefined),
		onCreate(link, call) {
			touch(findItem(call));
			addActivity(
				findItem(call),
				call.userId,
				linkActivity('created', 'created a link', null, link.url),
			);
		},
		onUpdate(link, call, before) {
			touch(findItem(call));
			if (link.url === before.url) return;

			addActivity(
				findItem(call),
				call.userId,
				linkActivity('updated', 'updated a link', before.url, link.url),
			);
		},
		onDelete(link, call) {
			touch(findItem(call));
			addActivity(
				findItem(call),
				call.userId,
				linkActivity('deleted', 'deleted the link', link.url, ''),
			);
		},
		// The server visits the page of the link after it has answered.
		afterResponse(link) {
			link.visited = link.url;
		},
		serialize: serializers.link,
		serializeCreated: serializers.newLink,
		serializeUpdated: serializers.updatedLink,
		report: delivered.link,
		listOptions: { sortable: 'specified' },
	};

	const activities: Table<Activity> = {
		name: 'Activity',
		path: `${path}activities/{activity_id}/`,
		fields: {},
		rows: (call) => filterByItem(call, state.activities).filter(isListedActivity),
		allRows: () => state.activities,
		serialize: serializers.activity,
		listOptions: { sortable: true, defaultOrder: 'created_at' },
	};

	const read = createFieldReader(hasDifference);

	function addRelations(call: Call): Answer {
		const item = findItem(call);
		const fields = {
			relation_type: choice(Object.keys(oppositeRelations)),
			issues: filledListOf(uuid),
		};
		const { relation_type: type = '', issues } = read(call.body, fields, [
			'relation_type',
			'issues',
		]);
		const ids = uniqueTexts(issues);
		const others = ids.flatMap((id) => all().filter((row) => row.id === id));
		if (others.length < ids.length) throw new Refusal(badPayload);

		const rows = others.map((other) => {
			const existing = state.relations.find(
				({ issue, related, relation_type }) =>
					storeRelation(issue, related, relation_type) === storeRelation(item.id, other.id, type),
			);
			if (existing && storedType(existing.relation_type) === storedType(type)) {
				return { other, relation: existing };
			}

			// One of another kind stays, and the answer lacks the new one (row 33).
			if (existing) {
				addRelationActivity(item, other, type, call.userId);

				return undefined;
			}

			const references = { issue: item.id, project: item.project, workspace };
			const relation = {
				...rowFactory.create('relation', call.userId),
				...references,
				related: other.id,
				relation_type: type,
			};

			state.relations.push(relation);
			addRelationActivity(item, other, type, call.userId);
			addRelationActivity(other, item, oppositeRelations[type] ?? type, call.userId);

			return { other, relation };
		});

		return created(
			rows
				.filter((entry) => entry !== undefined)
				.map(({ other, relation }) =>
					serializers.relatedItem(other, {
						...relation,
						relation_type: storedType(type),
					}),
				),
		);
	}

	/** The two work items of a relation, in the order in which it is stored. */
	const storeRelation = (issue: string, related: string, type: string): string =>
		(type in storedRelations ? [related, issue] : [issue, related]).join(' ');

	function addRelationActivity(
		item: WorkItem,
		other: WorkItem,
		field: string,
		userId: string,
	): void {
		const { identifier = '' } = state.projects.find(({ id }) => id === other.project) ?? {};
		const new_value = `${identifier}-${other.sequence_id}`;
		const common = { verb: 'updated', comment: `added ${field} relation` };

		addActivity(item, userId, {
			...common,
			field,
			old_value: '',
			new_value,
			new_identifier: other.id,
		});
		touch(item);
	}

	/** Lists the related work items by kind of relation, from either side. */
	function listRelations(call: Call): Answer {
		const { id } = findItem(call);
		const findReferences = (itemId: string) =>
			all()
				.filter(({ id: issue_id }) => issue_id === itemId)
				.map(({ id: issue_id, project: project_id }) =>
					hasDifference('relationsListIds') ? issue_id : { project_id, issue_id },
				);
		const findRelated = (type: string) =>
			state.relations.flatMap(({ issue, related, relation_type }: Relation) => {
				if (issue === id && relation_type === type) return findReferences(related);

				return related === id && oppositeRelations[relation_type] === type
					? findReferences(issue)
					: [];
			});

		return ok(
			Object.fromEntries(Object.keys(oppositeRelations).map((type) => [type, findRelated(type)])),
		);
	}

	const actions: Endpoint[] = [
		['GET', `${inWorkspace}work-items/{project_identifier}-{number}/`, getByKey],
		['GET', `${path}relations/`, listRelations],
		['POST', `${path}relations/`, addRelations],
	];

	return {
		items,
		listItems,
		readItems: () => readFromReplica(all()),
		comments,
		links,
		activities,
		actions,
	};
}

export type WorkItemTables = ReturnType<typeof defineWorkItems>;
