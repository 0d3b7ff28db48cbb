import type { Activities } from './activities';
import { bad, byId, here, made, ok, Refusal, type Answer, type Call } from './answer';
import { noExternal, now, remove } from './create';
import {
	choice,
	date,
	external,
	fieldReader,
	html,
	listOf,
	mayBeBlank,
	name,
	number,
	orNull,
	rawHtml,
	recordId,
	textsOf,
	time,
	url,
} from './fields';
import type { Lists } from './lists';
import type { Records } from './records';
import {
	badParent,
	badPayload,
	badState,
	notYours,
	startAfterEnd,
	urlTaken,
	overloaded,
} from './refusals';
import { Replica } from './replica';
import { MEMBER, roleIn } from './roles';
import type { Host } from './serve';
import type { Activity, Comment, Link, Relation, Row, ServiceState, WorkItem } from './state';
import { reparseHtml } from './storedHtml';
import type { Creatable, Handled, Table, Values } from './table';

export const priorities = ['urgent', 'high', 'medium', 'low', 'none'];

/** Whether a work item is in lists: neither archived nor reported and not yet accepted. */
export const isListed = ({ states }: ServiceState, { archived_at: at, state }: WorkItem): boolean =>
	at === null && !states.some(({ id, group }) => id === state && group === 'triage');

/** @throws Refusal 400 where what one request brings begins after its end. */
export function refuseOrder({ start_date: start, target_date: target }: Values): void {
	if (typeof start === 'string' && typeof target === 'string' && start > target) {
		throw new Refusal(startAfterEnd);
	}
}

const relationTypes: Record<string, string> = {
	blocking: 'blocked_by',
	blocked_by: 'blocking',
	duplicate: 'duplicate',
	relates_to: 'relates_to',
	start_after: 'start_before',
	start_before: 'start_after',
	finish_after: 'finish_before',
	finish_before: 'finish_after',
};

/** Work items, and what hangs on them: comments, links, activities and relations. */
export function workItems(
	{ state, create, hasDifference, options, workers }: Host,
	records: Records,
	{ ofItem, list, filtered }: Lists,
	{ note, noteChanges, touch }: Activities,
) {
	const workspace = state.workspace.id;
	const inWorkspace = 'workspaces/{workspace_slug}/';
	const path = `${inWorkspace}projects/{project_id}/work-items/{work_item_id}/`;
	const all = () => state.workItems;
	const replica = new Replica<WorkItem>(options.replicaLag ?? 100);
	const asRead = (items: readonly WorkItem[]): readonly WorkItem[] =>
		hasDifference('readsReplica') ? replica.read(items) : items;
	/** The times and people of creation that were sent, which show once it was answered (row 68). */
	const history = new WeakMap<Row, Partial<Row>>();
	const listed = (call: Call) => here(call, asRead(all())).filter((item) => isListed(state, item));
	const itemOf = (call: Call) => byId(here(call, all()), call.params.work_item_id);
	/** Numbers are not given again, not even those of work items that are gone. */
	const numbers = new Map<string, number>();

	/** @throws Refusal 400, or leaves out, what the project does not have (observed row 24). */
	function keep(value: unknown, kind: string, ids: readonly string[]): unknown {
		if (!Array.isArray(value)) return value;

		const given = textsOf(value);
		const unknown = given.find((id) => !ids.includes(id));
		if (unknown !== undefined && !hasDifference('leavesOthersOut')) {
			throw new Refusal(bad(`The ${kind} ${unknown} does not exist in this project.`));
		}

		const kept = given.filter((id) => ids.includes(id));

		return hasDifference('ownOrderOfLists') ? kept.sort() : kept;
	}

	const groupOf = (wanted: string) => state.states.find(({ id }) => id === wanted)?.group;

	const items: Creatable<WorkItem> = {
		name: 'Issue',
		path,
		rows: listed,
		changeable: (call) => here(call, all()),
		all,
		fields: {
			name,
			description_html: html,
			priority: choice(priorities),
			state: orNull(recordId(() => state.states)),
			assignees: listOf(recordId(() => state.users)),
			parent: orNull(recordId(all)),
			labels: listOf(recordId(() => state.labels)),
			start_date: orNull(date),
			target_date: orNull(date),
			sort_order: number,
			estimate_point: orNull(mayBeBlank),
			archived_at: orNull(date),
			...external,
			type_id: orNull(recordId(() => state.types)),
			created_at: time,
			created_by: recordId(() => state.users),
		},
		required: ['name'],
		blank: (call) => ({
			...create.fresh('work item', call.by),
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
			type: here(call, state.types)[0]?.id ?? '',
			...noExternal,
			project: call.params.project_id ?? '',
			workspace,
		}),
		prepare(values, call) {
			const project = state.projects.find(({ id }) => id === call.params.project_id);
			const members = (project?.members ?? []).filter(
				(id) =>
					!hasDifference('assignsMembersOnly') ||
					(roleIn(state, project?.id ?? '', id) ?? 0) >= MEMBER,
			);
			const idsOf = (rows: readonly { id: string; project: string }[]) =>
				here(call, rows).map(({ id }) => id);
			const isOther = (value: unknown, rows: Parameters<typeof idsOf>[0]) =>
				typeof value === 'string' && !idsOf(rows).includes(value);

			refuseOrder(values);
			if (isOther(values.state, state.states)) throw new Refusal(badState);
			if (isOther(values.parent, all())) throw new Refusal(badParent);

			const kept = new Map(Object.entries(values));

			// They are for a new one, see `made`.
			kept.delete('created_at');
			kept.delete('created_by');
			const {
				state: wanted,
				type_id: type,
				assignees,
				labels,
				...others
			} = Object.fromEntries<unknown>(kept);

			return {
				...others,
				...(type !== undefined && { type }),
				...(typeof wanted === 'string' && { state: wanted }),
				...(assignees !== undefined && { assignees: keep(assignees, 'member', members) }),
				...(labels !== undefined && { labels: keep(labels, 'label', idsOf(state.labels)) }),
			};
		},
		made(item, call, values) {
			const others = here(call, all()).filter((other) => other !== item);
			const states = here(call, state.states);
			const first = states.find((entry) => entry.default) ?? states[0];
			if (item.state === '') item.state = first?.id ?? '';

			const usual = state.projects.find(({ id }) => id === item.project)?.default_assignee;
			if (item.assignees.length === 0 && usual && isListed(state, item)) {
				item.assignees = [usual];
			}

			const inState = others.filter((other) => other.state === item.state);
			const places = inState.map(({ sort_order }) => sort_order);
			const place = hasDifference('ignoresSortOrder') ? undefined : values.sort_order;

			item.sort_order = Number(place ?? Math.max(55_535, ...places) + 10_000);
			const given = others.map(({ sequence_id }) => sequence_id);
			const last = Math.max(numbers.get(item.project) ?? 0, ...given);

			numbers.set(item.project, last + 1);
			item.sequence_id = last + 1;
			if (groupOf(item.state) === 'completed') item.completed_at = now();

			note(item, call.by, { verb: 'created', comment: 'created the issue' });
			replica.remember(item.id, undefined);

			if (hasDifference('takesHistory')) {
				const { created_at: createdAt, created_by: createdBy } = call.body;

				history.set(item, {
					...(typeof createdAt === 'string' && { created_at: createdAt }),
					...(typeof createdBy === 'string' && { created_by: createdBy }),
				});
			}
			if (hasDifference('touchesLate')) workers.later(() => touch(item));
		},
		afterwards(item) {
			Object.assign(item, history.get(item));
			history.delete(item);
		},
		changed(item, call, before) {
			replica.remember(item.id, before);
			noteChanges(item, before, call.body, call.by);
			if (item.state === before.state) return;

			item.completed_at = groupOf(item.state) === 'completed' ? now() : null;
		},
		refuseDelete(item, { by }) {
			const owner = item.created_by ?? state.users[0]?.id;
			const isAdministrator = state.projectMembers.some(
				({ project, member, role }) => project === item.project && member === by && role === 20,
			);

			return by === owner || isAdministrator ? undefined : notYours;
		},
		deleted({ id }) {
			const isOfIt = (row: { issue: string }) => row.issue === id;

			for (const container of [...state.modules, ...state.cycles])
				remove(container.issues, (held) => held === id);
			for (const other of all()) if (other.parent === id) other.parent = null;
			remove(state.comments, isOfIt);
			remove(state.links, isOfIt);
			remove(state.activities, isOfIt);
			remove(state.attachments, isOfIt);
			remove(state.additions, isOfIt);
			remove(state.intakeItems, isOfIt);
			remove(state.relations, ({ issue, related }) => issue === id || related === id);
		},
		show: records.workItem,
		look: { ordered: true },
		hook: {
			event: 'issue',
			show: (item) => records.asAsked(records.workItem(item), { expand: 'state,assignees,labels' }),
		},
	};

	/** The list; with an external ID the one work item that has it, archived or not (observed row 27). */
	function listItems(call: Call): Answer {
		const { external_id: id, external_source: source } = call.query;
		if (id !== undefined && source !== undefined) {
			const [item, ...others] = here(call, asRead(all())).filter(
				(row) => row.external_id === id && row.external_source === source,
			);
			if (others.length > 0 && hasDifference('lateConflicts')) throw new Refusal(overloaded);

			return ok(records.asAsked(records.workItem(byId(item ? [item] : [], item?.id)), call.query));
		}

		const rows = filtered(call, listed(call), {
			project: ({ project }) => project,
			state: (item) => item.state,
			assignee: ({ assignees }) => assignees,
		});

		return list(call, rows, records.workItem, items.look);
	}

	function getByKey({ params, query }: Call): Answer {
		const project = state.projects.find(
			({ identifier }) => identifier === params.project_identifier,
		);
		const rows = all().filter((item) => item.project === project?.id && isListed(state, item));
		const item = rows.find(({ sequence_id }) => String(sequence_id) === params.number);

		return ok(records.asAsked(records.workItem(byId(rows, item?.id)), query));
	}

	const placeOf = (call: Call) => {
		const { id: issue, project } = itemOf(call);

		return { issue, project, workspace };
	};

	const comments: Table<Comment> = {
		name: 'Work item comment',
		path: `${path}comments/{comment_id}/`,
		rows: (call) => ofItem(call, state.comments),
		all: () => state.comments,
		fields: {
			comment_html: rawHtml,
			access: choice(['INTERNAL', 'EXTERNAL']),
			created_at: time,
			created_by: recordId(() => state.users),
			actor: recordId(() => state.users),
			parent: orNull(recordId(() => state.comments)),
			...external,
		},
		blank: (call) => ({
			...create.fresh('comment', call.by),
			comment_html: '<p></p>',
			access: 'INTERNAL',
			actor: call.by,
			parent: null,
			edited_at: null,
			...noExternal,
			...placeOf(call),
		}),
		rivals: (call) =>
			hasDifference('uniqueCommentIds') ? here(call, state.comments) : ofItem(call, state.comments),
		prepare(values, _call, entry) {
			const kept = new Map(Object.entries(values));
			if (hasDifference('dropsCommentParents')) kept.delete('parent');

			if (entry || !hasDifference('takesHistory')) {
				for (const name of ['created_at', 'created_by', 'actor']) kept.delete(name);
			}

			const text = kept.get('comment_html');
			if (entry && typeof text === 'string' && hasDifference('reparsesHtml')) {
				kept.set('comment_html', reparseHtml(text) ?? text);
			}

			return Object.fromEntries(kept);
		},
		made: (_entry, call) => touch(itemOf(call)),
		changed: (_entry, call) => touch(itemOf(call)),
		deleted: (_entry, call) => touch(itemOf(call)),
		show: records.comment,
		showNew: records.newComment,
		look: { ordered: 'specified' },
		hook: { event: 'issue_comment', show: records.comment },
	};

	const ofLink = (verb: string, comment: string, old: string | null, value: string | null) => ({
		verb,
		field: 'link',
		comment,
		old_value: old,
		new_value: value,
	});
	const text = orNull(mayBeBlank);
	const links: Table<Link> = {
		name: 'Link',
		path: `${path}links/{link_id}/`,
		rows: (call) => ofItem(call, state.links),
		all: () => state.links,
		fields: { title: text, name: text, url },
		required: ['url'],
		blank: (call) => ({
			...create.fresh('link', call.by),
			name: '',
			url: '',
			visited: '',
			...placeOf(call),
		}),
		prepare({ title, name: called, ...values }) {
			// One of the two is ignored (observed row 3).
			const wanted = hasDifference('titleNotName') ? title : (called ?? title);

			return wanted === undefined ? values : { ...values, name: wanted ?? '' };
		},
		taken: (other, values) => (other.url === values.url ? urlTaken : undefined),
		made(link, call) {
			touch(itemOf(call));
			note(itemOf(call), call.by, ofLink('created', 'created a link', null, link.url));
		},
		changed(link, call, before) {
			touch(itemOf(call));
			if (link.url === before.url) return;

			note(itemOf(call), call.by, ofLink('updated', 'updated a link', before.url, link.url));
		},
		deleted(link, call) {
			touch(itemOf(call));
			note(itemOf(call), call.by, ofLink('deleted', 'deleted the link', link.url, ''));
		},
		// Only then does the server look at the page that the link leads to.
		afterwards(link) {
			link.visited = link.url;
		},
		show: records.link,
		showNew: records.newLink,
		showChanged: records.changedLink,
		look: { ordered: 'specified' },
	};

	const activities: Table<Activity> = {
		name: 'Activity',
		path: `${path}activities/{activity_id}/`,
		fields: {},
		rows: (call) => ofItem(call, state.activities),
		all: () => state.activities,
		show: records.activity,
		look: { ordered: true, order: 'created_at' },
	};

	const read = fieldReader(hasDifference);

	function relate(call: Call): Answer {
		const item = itemOf(call);
		const types = Object.keys(relationTypes);
		const { relation_type: type = '' } = read(call.body, { relation_type: choice(types) }, [
			'relation_type',
		]);
		const wanted = textsOf(call.body.issues);
		const others = wanted.flatMap((id) => all().filter((row) => row.id === id));
		if (others.length < wanted.length) throw new Refusal(badPayload);

		const rows = others.map((other) => {
			const there = state.relations.find(
				({ issue, related, relation_type }) =>
					issue === item.id && related === other.id && relation_type === type,
			);
			if (there) return { other, relation: there };

			const place = { issue: item.id, project: item.project, workspace };
			const relation = {
				...create.fresh('relation', call.by),
				...place,
				related: other.id,
				relation_type: type,
			};

			state.relations.push(relation);
			noteRelation(item, other, type, call.by);
			noteRelation(other, item, relationTypes[type] ?? type, call.by);

			return { other, relation };
		});

		return made(
			rows.map(({ other, relation }) =>
				records.related(other, { ...relation, relation_type: relationTypes[type] ?? type }),
			),
		);
	}

	function noteRelation(item: WorkItem, other: WorkItem, field: string, by: string): void {
		const { identifier = '' } = state.projects.find(({ id }) => id === other.project) ?? {};
		const new_value = `${identifier}-${other.sequence_id}`;
		const words = { verb: 'updated', comment: `added ${field} relation` };

		note(item, by, { ...words, field, old_value: '', new_value, new_identifier: other.id });
		touch(item);
	}

	/** What each kind of relation leads to, from either side. */
	function relationsOf(call: Call): Answer {
		const { id } = itemOf(call);
		const shown = (wanted: string) =>
			all()
				.filter(({ id: issue_id }) => issue_id === wanted)
				.map(({ id: issue_id, project: project_id }) => ({ project_id, issue_id }));
		const of = (type: string) =>
			state.relations.flatMap(({ issue, related, relation_type }: Relation) => {
				if (issue === id && relation_type === type) return shown(related);

				return related === id && relationTypes[relation_type] === type ? shown(issue) : [];
			});

		return ok(Object.fromEntries(Object.keys(relationTypes).map((type) => [type, of(type)])));
	}

	const actions: Handled[] = [
		['GET', `${inWorkspace}work-items/{project_identifier}-{number}/`, getByKey],
		['GET', `${path}relations/`, relationsOf],
		['POST', `${path}relations/`, relate],
	];

	return { items, listItems, comments, links, activities, actions };
}
