import { getCycleTimes } from '../days';
import { stripTags } from '../html';
import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { Comment, Cycle, Label, Milestone, Module, Row, State } from '../state';
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

	return {
		labels: labels.handlers,
		states: states.handlers,
		cycles: cycles.handlers,
		modules: modules.handlers,
		milestones: milestones.handlers,
		'work-item-comments': comments.handlers,
	};
}
