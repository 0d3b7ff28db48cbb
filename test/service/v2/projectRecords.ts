import { ok, type Answer } from '../answer';
import { getCycleTimes } from '../days';
import { nullable, time } from '../fields';
import { stripTags } from '../html';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { Comment, Cycle, Label, Link, Milestone, Module, Page, Row, State } from '../state';
import { checkBody } from './body';
import { createBridge } from './bridges';
import { createResourceHandlers, type ResourceHandlers } from './handlers';
import { expandPeople, expandPerson } from './people';
import { invalidField } from './problems';
import type { Resource, V2Call, V2Handlers } from './resource';

/** Defines the operations of what projects and work items have, by group (row 518). */
export function defineProjectRecords(
	host: Host,
	tables: Tables,
): Readonly<Record<string, V2Handlers>> {
	const { state, rowFactory, hasDifference } = host;
	const { containers, tableEndpoints } = tables;
	const acceptsTakenIds = hasDifference('acceptsTakenExternalIds');
	const define = <Entry extends Row>(resource: Resource<Entry>): ResourceHandlers<Entry> =>
		createResourceHandlers(resource, tableEndpoints, hasDifference);

	/** The members that all kinds of records show. */
	const common = {
		created_by_id: ({ created_by: creator }: Row) => creator ?? state.users[0]?.id ?? null,
		logo_props: (row: Row): unknown => Reflect.get(row, 'logo_props') ?? {},
		view_props: (row: Row): unknown => Reflect.get(row, 'view_props') ?? {},
	};
	const searchName = ({ name }: { name: string }) => name;
	const toTime = (day: string | null) => (day === null ? null : new Date(day).toISOString());

	const labels = define<Label>({
		table: tables.labels,
		fields: { parent_id: 'parent' },
		computed: { ...common, search: searchName },
		uniqueMember: 'name',
		acceptsTakenIds,
	});

	const states = define<State>({
		table: tables.states,
		fields: { is_default: 'default' },
		computed: { ...common, search: searchName, is_triage: ({ group }) => group === 'triage' },
		uniqueMember: 'name',
		acceptsTakenIds,
	});

	const cycles = define<Cycle>({
		table: containers.cycles,
		fields: { owned_by_id: 'owned_by' },
		computed: {
			...common,
			search: searchName,
			start_date: (cycle) => toTime(getCycleTimes(cycle, state).start_date),
			end_date: (cycle) => toTime(getCycleTimes(cycle, state).end_date),
		},
		stored: ['sort_order', 'logo_props'],
		expand: { owned_by: (cycle) => expandPerson(state, cycle.owned_by) },
		translate: (body, { params }, entry) =>
			entry ? body : { ...body, project_id: params.project_id },
		uniqueMember: 'name',
		acceptsTakenIds,
	});

	/** @throws Refusal 400 for a lead who is no member of the project (row 518) */
	function checkLead({ lead_id: lead }: Record<string, unknown>, { params }: V2Call): void {
		const project = state.projects.find(({ id }) => id === params.project_id);
		if (typeof lead === 'string' && !project?.members.includes(lead)) {
			throw invalidField('lead_id', 'The lead must be a member of the project.');
		}
	}

	const modules = define<Module>({
		table: containers.modules,
		fields: { lead_id: 'lead', member_ids: 'members' },
		computed: {
			...common,
			search: searchName,
			archived_at: ({ archived_at: at }) => toTime(at),
		},
		stored: ['sort_order', 'logo_props'],
		expand: {
			lead: (module) => expandPerson(state, module.lead),
			members: (module) => expandPeople(state, module.members),
		},
		translate(body, call) {
			checkLead(body, call);

			return body;
		},
		uniqueMember: 'name',
		acceptsTakenIds,
	});

	const milestones = define<Milestone>({
		table: tables.milestones,
		computed: { ...common, search: ({ title }) => title, name: ({ title }) => title },
		uniqueMember: 'title',
		acceptsTakenIds,
	});

	const comments = define<Comment>({
		// Upserts look for a comment of the same work item.
		table: { ...tables.comments, externalIdScope: tables.comments.rows },
		fields: { actor_id: 'actor', work_item_id: 'issue' },
		computed: {
			...common,
			comment_stripped: ({ comment_html: html }) => stripTags(html),
			search: ({ comment_html: html }) => stripTags(html),
		},
		expand: { actor: (comment) => expandPerson(state, comment.actor) },
		onWrite(comment, _call, isNew) {
			if (!isNew) comment.edited_at = rowFactory.now();
		},
		// Comments never compare external IDs when they are created (row 514).
		acceptsTakenIds: true,
	});

	const links = define<Link>({
		table: tables.links,
		fields: { work_item_id: 'issue' },
		computed: {
			...common,
			title: searchName,
			search: searchName,
			metadata: (link): unknown => Reflect.get(link, 'metadata') ?? {},
		},
		stored: ['metadata'],
		// Version 1 has the same text as `title` or as `name`, as its kind of server says.
		translate: ({ title, ...others }) =>
			title === undefined ? others : { ...others, title, name: title },
	});

	/** Whether a list shows a page, by its `type`. */
	function isOfType({ archived_at: at, access }: Page, type: string | undefined): boolean {
		if (type === 'all') return true;
		if (type === 'archived') return at !== null;
		if (type === 'private') return at === null && access === 1;

		return at === null && (type === undefined || access === 0);
	}

	/** @throws Refusal 400 for a locked page, and for the deletion of one that is not archived (row 518) */
	function refusePageChange(page: Page, body?: Readonly<Record<string, unknown>>): void {
		if (body === undefined && page.archived_at === null) {
			throw invalidField('archived_at', 'Page must be archived before it is deleted.');
		}

		if (body !== undefined && page.is_locked && body.is_locked === undefined) {
			throw invalidField('is_locked', 'Page is locked.');
		}
	}

	const pages = define<Page>({
		table: {
			...tables.pages,
			// The text is not required (row 463), and version 2 archives by a change (row 518).
			required: ['name'],
			fields: { ...tables.pages.fields, archived_at: nullable(time) },
		},
		fields: { owned_by_id: 'owned_by' },
		computed: {
			...common,
			search: searchName,
			description_stripped: ({ description_html: html }) => stripTags(html),
			is_global: ({ project }) => project === null,
			sort_order: (page): unknown => Reflect.get(page, 'sort_order') ?? 65_535,
		},
		stored: ['sort_order', 'view_props'],
		deferred: ['description_html', 'description_stripped'],
		rows: (call) =>
			tables.pages
				.rows(call)
				.filter((page) => call.params.pk !== undefined || isOfType(page, call.query.type)),
		ownFilters: ['type'],
		expand: {
			owned_by: (page) => expandPerson(state, page.owned_by),
			parent: (page) => state.pages.find(({ id }) => id === page.parent_id),
		},
		refuseChange: refusePageChange,
		acceptsTakenIds: true,
	});

	/** Moves the unfinished work items of a cycle that has ended to another one. */
	function transfer(call: V2Call): Answer {
		const { id: cycle_id } = cycles.writer.find(call, call.params.pk);

		checkBody(call.body, call.operation.body);
		containers.transfer({ ...call, params: { ...call.params, cycle_id } });

		return ok({ new_cycle_id: call.body.new_cycle_id });
	}

	const bridge = createBridge(host, tables);

	return {
		labels: labels.handlers,
		states: states.handlers,
		cycles: { ...cycles.handlers, transfer, bridge: bridge.toCycle(cycles.writer) },
		modules: { ...modules.handlers, bridge: bridge.toModule(modules.writer) },
		milestones: { ...milestones.handlers, bridge: bridge.toMilestone(milestones.writer) },
		'work-item-comments': comments.handlers,
		'work-item-links': links.handlers,
		'project-pages': pages.handlers,
	};
}
