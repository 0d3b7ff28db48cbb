import { byId, gone, ok, Refusal, type Answer, type Call } from './answer';
import { change, noExternal, now, remove } from './create';
import {
	boolean,
	choice,
	external,
	identifier,
	long,
	mayBeBlank,
	name,
	number,
	object,
	orNull,
	recordId,
	timeZone,
} from './fields';
import type { Lists } from './lists';
import type { Records } from './records';
import { badPayload, badProjectName, noUuids, projectArchived, projectTaken } from './refusals';
import { ADMINISTRATOR, GUEST, isActive, MEMBER } from './roles';
import type { Host } from './serve';
import { idOf, type Project, type ProjectMember } from './state';
import type { Handled, Table } from './table';

/** What a name of a project must not have (row 75). */
const PUNCTUATION = /[&+,:;$^}{*=?@#|'<>.()%!-]/;

export const roles = [ADMINISTRATOR, MEMBER, GUEST];

const states: [name: string, group: string][] = [
	['Backlog', 'backlog'],
	['Todo', 'unstarted'],
	['In Progress', 'started'],
	['Done', 'completed'],
	['Cancelled', 'cancelled'],
];

/** Projects, their members, and what a project's summary counts. */
export function projects(
	{ state, create, hasDifference, deletedProjects, workers }: Host,
	records: Records,
	{ list }: Lists,
) {
	const workspace = state.workspace.id;
	const path = 'workspaces/{workspace_slug}/projects/{project_id}/';
	const projectOf = ({ params }: Call) => byId(state.projects, params.project_id);
	const user = orNull(recordId(() => state.users));

	/** The memberships of a project, whose `members` say whom it has, and those that were removed. */
	function membersOf(project: Project): ProjectMember[] {
		const rows = state.projectMembers.filter((row) => row.project === project.id);
		const removed = rows.filter((row) => !isActive(row));
		const active = project.members.map((member, place) => {
			const there = rows.find((row) => row.member === member);
			if (there) return there;

			const times = { created_at: now(), updated_at: now() };
			const id = idOf(`${project.id} has ${member}`, 0);
			const role = place === 0 ? 20 : 15;
			const row = { id, ...times, member, role, project: project.id, workspace };

			state.projectMembers.push(row);

			return row;
		});

		return [...active, ...removed];
	}

	const project: Table<Project> = {
		name: 'Project',
		path,
		rows: () => state.projects,
		all: () => state.projects,
		fields: {
			name,
			identifier,
			description: long,
			project_lead: user,
			default_assignee: user,
			icon_prop: orNull(object),
			emoji: orNull(mayBeBlank),
			cover_image: orNull(long),
			module_view: boolean,
			cycle_view: boolean,
			issue_views_view: boolean,
			page_view: boolean,
			intake_view: boolean,
			guest_view_all_features: boolean,
			is_issue_type_enabled: boolean,
			is_time_tracking_enabled: boolean,
			archive_in: number,
			close_in: number,
			timezone: timeZone,
			...external,
		},
		required: ['name', 'identifier'],
		later: { default_state: orNull(recordId(() => state.states)), estimate: orNull(name) },
		blank: ({ by }) => ({
			...create.fresh('project', by),
			name: '',
			identifier: '',
			description: '',
			project_lead: null,
			default_assignee: null,
			default_state: null,
			archived_at: null,
			module_view: false,
			cycle_view: false,
			issue_views_view: false,
			page_view: true,
			intake_view: false,
			archive_in: 0,
			close_in: 0,
			timezone: 'UTC',
			...noExternal,
			members: [by],
			workspace,
		}),
		prepare(values, _call, entry) {
			if (entry?.archived_at) throw new Refusal(projectArchived);

			const isDecorated = typeof values.name === 'string' && PUNCTUATION.test(values.name);
			if (isDecorated && hasDifference('plainProjectNames')) throw new Refusal(badProjectName);
			// The server compares the state with an ID, and breaks on that (row 64).
			if (values.default_state && hasDifference('refusesDefaultState')) throw new Refusal(noUuids);
			if (entry && values.intake_view === true) return { ...values, has_intake: true };

			return values;
		},
		taken(other, values) {
			if (other.name === values.name) return projectTaken('name');

			return other.identifier === values.identifier ? projectTaken('identifier') : undefined;
		},
		made(entry, { by }) {
			if (hasDifference('intakeNeedsTurningOn')) entry.has_intake = false;

			const lead = entry.project_lead;
			if (lead !== null && lead !== by) entry.members.push(lead);

			for (const [index, [called, group]] of states.entries()) {
				state.states.push({
					...create.fresh('state', by),
					name: called,
					group,
					color: '#60646C',
					description: '',
					slug: '',
					sequence: 15_000 + index * 10_000,
					default: index === 0,
					...noExternal,
					project: entry.id,
					workspace,
				});
			}
		},
		deleted(entry) {
			const { id } = entry;
			if (hasDifference('deletedProjectsLinger')) {
				deletedProjects.push(entry);
				workers.later(() => remove(deletedProjects, (row) => row === entry));
			}

			const isGone = (row: { project: string }) => row.project === id;

			remove(state.projectMembers, isGone);
			remove(state.states, isGone);
			remove(state.labels, isGone);
			remove(state.types, isGone);
			remove(state.workItems, isGone);
			remove(state.links, isGone);
			remove(state.comments, isGone);
			remove(state.activities, isGone);
			remove(state.relations, isGone);
			remove(state.intakeItems, isGone);
			remove(state.attachments, isGone);
			remove(state.pages, isGone);
			remove(state.modules, isGone);
			remove(state.cycles, isGone);
			remove(state.additions, isGone);
		},
		show: records.project,
		showOne: records.newProject,
		hook: { event: 'project', show: records.project, deletes: true },
		look: { ordered: true, order: 'sort_order' },
	};

	const member: Table<ProjectMember> = {
		name: 'Member',
		path: `${path}members/{member_id}/`,
		rows: (call) => membersOf(projectOf(call)),
		all: () => state.projectMembers,
		fields: { member: recordId(() => state.users), role: choice(roles) },
		required: ['member'],
		blank: ({ params, by }) => ({
			...create.fresh('project member', by),
			member: '',
			role: 5,
			project: params.project_id ?? '',
			workspace,
		}),
		prepare(values, call, entry) {
			const isThere = membersOf(projectOf(call)).some(({ member: id }) => id === values.member);
			if (isThere && entry?.member !== values.member) throw new Refusal(badPayload);

			return values;
		},
		made: (entry, call) => projectOf(call).members.push(entry.member),
		changed(entry, call, before) {
			const { members } = projectOf(call);

			members.splice(members.indexOf(before.member), 1, entry.member);
		},
		deleted(entry, call) {
			remove(projectOf(call).members, (id) => id === entry.member);
			if (!hasDifference('listsFormerMembers')) return;

			entry.is_active = false;
			if (!state.projectMembers.includes(entry)) state.projectMembers.push(entry);
		},
		show: (entry) => records.user(byId(state.users, entry.member)),
		showNew: records.membership,
		look: { envelope: 'array' },
	};

	function summary(call: Call): Answer {
		const { id, name: called, identifier: short, members } = projectOf(call);
		const count = (rows: readonly { project: string }[]) =>
			rows.filter((row) => row.project === id).length;
		const counts = {
			intakes: count(state.intakeItems),
			modules: count(state.modules),
			pages: count(state.pages),
			cycles: count(state.cycles),
			members: members.length,
			states: count(state.states.filter(({ group }) => group !== 'triage')),
			issues: count(state.workItems),
			labels: count(state.labels),
		};
		const { fields } = call.query;
		const asked = records.asAsked(counts, fields === undefined ? {} : { fields });

		return ok({ id, name: called, identifier: short, counts: asked });
	}

	const archive = (archived: () => string | null) => (call: Call) => {
		change(projectOf(call), { archived_at: archived() }, call.by);

		return gone;
	};

	/** All who have been in the project, with their roles, and whether they still are (row 220). */
	const roster = (call: Call): Answer =>
		list(call, membersOf(projectOf(call)), (row) => ({
			...records.user(byId(state.users, row.member)),
			role: row.role,
			is_active: isActive(row),
		}));
	const rosters: Handled[] = hasDifference('listsRoles')
		? [['GET', `${path}project-members-lite/`, roster]]
		: [];
	const actions: Handled[] = [
		...rosters,
		['POST', `${path}archive/`, archive(now)],
		['DELETE', `${path}archive/`, archive(() => null)],
		['GET', `${path}summary/`, summary],
	];

	return { project, member, actions };
}
