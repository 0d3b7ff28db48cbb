import { findById, noContent, ok, Refusal, type Answer, type Call } from './answer';
import { noExternalIds, removeWhere } from './rows';
import { choice, identifier, longText, object, nullable, recordId, timeZone } from './fields';
import type { ListResponder } from './listResponder';
import { definePlainTable } from './plainTable';
import type { Serializers } from './serializers';
import {
	badPayload,
	badProjectIdentifier,
	badProjectName,
	invalidUuids,
	projectArchived,
	projectTaken,
} from './refusals';
import { ADMINISTRATOR, GUEST, isActive, MEMBER } from './roles';
import type { Host } from './serve';
import { stableId, type Project, type ProjectMember } from './state';
import type { Endpoint, Table } from './table';
import { createDeliveredRecords } from './v2/deliveredRecords';

/** The characters that neither the name of a project nor its identifier may have (rows 75 and 203). */
const PUNCTUATION = /[&+,:;$^}{*=?@#|'<>.()%!-]/;

export const roles = [ADMINISTRATOR, MEMBER, GUEST];

const defaultStates: [name: string, group: string][] = [
	['Backlog', 'backlog'],
	['Todo', 'unstarted'],
	['In Progress', 'started'],
	['Done', 'completed'],
	['Cancelled', 'cancelled'],
];

const isList = (value: unknown): value is object[] => Array.isArray(value);

/** Defines projects, their members, and the summary of a project. */
export function defineProjects(host: Host, serializers: Serializers, { list }: ListResponder) {
	const { state, rowFactory, hasDifference, deletedProjects, workers } = host;
	const workspace = state.workspace.id;
	const path = 'workspaces/{workspace_slug}/projects/{project_id}/';
	const findProject = ({ params }: Call) => findById(state.projects, params.project_id);
	const user = nullable(recordId(() => state.users));

	/** Returns the memberships of the project's `members`, and after them the removed ones. */
	function findMemberships(project: Project): ProjectMember[] {
		const rows = state.projectMembers.filter((row) => row.project === project.id);
		const removed = rows.filter((row) => !isActive(row));
		const active = project.members.map((member, place) => {
			const existing = rows.find((row) => row.member === member);
			if (existing) return existing;

			const times = { created_at: rowFactory.now(), updated_at: rowFactory.now() };
			const id = stableId(`${project.id} has ${member}`, 0);
			const role = place === 0 ? 20 : 15;
			const row = { id, ...times, member, role, project: project.id, workspace };

			state.projectMembers.push(row);

			return row;
		});

		return [...active, ...removed];
	}

	const project = definePlainTable<Project>(host, 'project', {
		name: 'Project',
		rows: () => state.projects,
		allRows: () => state.projects,
		fields: {
			identifier,
			project_lead: user,
			default_assignee: user,
			icon_prop: nullable(object),
			cover_image: nullable(longText),
			default_state: nullable(recordId(() => state.states)),
			timezone: timeZone,
		},
		blank: ({ userId }) => ({
			archived_at: null,
			icon_prop: null,
			page_view: true,
			timezone: 'UTC',
			members: [userId],
		}),
		prepare(values, _call, entry) {
			if (entry?.archived_at) throw new Refusal(projectArchived);

			const hasPunctuation = (value: unknown) =>
				hasDifference('plainProjectNames') && typeof value === 'string' && PUNCTUATION.test(value);
			if (hasPunctuation(values.name)) throw new Refusal(badProjectName);
			if (hasPunctuation(values.identifier)) throw new Refusal(badProjectIdentifier);

			// The server compares the state with an ID, and fails (row 64).
			if (values.default_state && hasDifference('refusesDefaultState'))
				throw new Refusal(invalidUuids);
			if (entry && values.intake_view === true) return { ...values, has_intake: true };

			return values;
		},
		findConflict(other, values) {
			const isTaken = other.name === values.name || other.identifier === values.identifier;

			return isTaken ? projectTaken : undefined;
		},
		needsSourceToCompare: true,
		onCreate(entry, { userId }) {
			if (hasDifference('intakeNeedsActivation')) entry.has_intake = false;

			const lead = entry.project_lead;
			if (lead !== null && lead !== userId) entry.members.push(lead);

			for (const [index, [name, group]] of defaultStates.entries()) {
				state.states.push({
					...rowFactory.create('state', userId),
					name,
					group,
					color: '#60646C',
					description: '',
					slug: '',
					sequence: 15_000 + index * 10_000,
					default: index === 0,
					...noExternalIds,
					project: entry.id,
					workspace,
				});
			}
		},
		onDelete(entry) {
			const { id } = entry;
			if (hasDifference('deletedProjectsLinger')) {
				deletedProjects.push(entry);
				workers.schedule(() => removeWhere(deletedProjects, (row) => row === entry));
			}

			for (const rows of Object.values(state).filter(isList)) {
				removeWhere(rows, (row) => 'project' in row && row.project === id);
			}
		},
		serialize: serializers.project,
		serializeSingle: serializers.newProject,
		webhook: { event: 'project', serialize: serializers.project, sendsDeletion: true },
		report: createDeliveredRecords(state).named('project'),
		listOptions: { sortable: true, defaultOrder: 'sort_order' },
	});

	const member: Table<ProjectMember> = {
		name: 'Member',
		path: `${path}members/{member_id}/`,
		rows: (call) => findMemberships(findProject(call)),
		allRows: () => state.projectMembers,
		fields: { member: recordId(() => state.users), role: choice(roles) },
		required: ['member'],
		createBlank: ({ params, userId }) => ({
			...rowFactory.create('project member', userId),
			member: '',
			role: 5,
			project: params.project_id ?? '',
			workspace,
		}),
		prepare(values, call, entry) {
			const isThere = findMemberships(findProject(call)).some(
				({ member: id }) => id === values.member,
			);
			if (isThere && entry?.member !== values.member) throw new Refusal(badPayload);

			return values;
		},
		onCreate: (entry, call) => findProject(call).members.push(entry.member),
		onUpdate(entry, call, before) {
			const { members } = findProject(call);

			members.splice(members.indexOf(before.member), 1, entry.member);
		},
		onDelete(entry, call) {
			removeWhere(findProject(call).members, (id) => id === entry.member);
			if (!hasDifference('listsFormerMembers')) return;

			entry.is_active = false;
			if (!state.projectMembers.includes(entry)) state.projectMembers.push(entry);
		},
		serialize: (entry) => serializers.user(findById(state.users, entry.member)),
		serializeCreated: serializers.membership,
		listOptions: { envelope: 'array' },
	};

	function summary(call: Call): Answer {
		const { id, name, identifier, members } = findProject(call);
		const count = (rows: readonly { project: string | null }[]) =>
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
		const selectedCounts = serializers.expandAndSelect(
			counts,
			fields === undefined ? {} : { fields },
		);

		return ok({ id, name, identifier, counts: selectedCounts });
	}

	const setArchivedAt = (readArchivedAt: () => string | null) => (call: Call) => {
		rowFactory.update(findProject(call), { archived_at: readArchivedAt() }, call.userId);

		return noContent;
	};

	/** Lists present and removed members with their roles (row 220). */
	const listAllMembers = (call: Call): Answer =>
		list(call, findMemberships(findProject(call)), (row) => ({
			...serializers.user(findById(state.users, row.member)),
			role: row.role,
			is_active: isActive(row),
		}));
	const rolesEndpoints: Endpoint[] = hasDifference('listsMemberRoles')
		? [['GET', `${path}project-members-lite/`, listAllMembers]]
		: [];
	const actions: Endpoint[] = [
		...rolesEndpoints,
		['POST', `${path}archive/`, setArchivedAt(rowFactory.now)],
		['DELETE', `${path}archive/`, setArchivedAt(() => null)],
		['GET', `${path}summary/`, summary],
	];

	return { project, member, actions };
}
