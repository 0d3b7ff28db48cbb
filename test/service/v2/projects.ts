import type { Tables } from '../routes';
import type { Host } from '../serve';
import type { Project } from '../state';
import { createResourceHandlers } from './handlers';
import { expandPerson } from './people';
import type { V2Call, V2Handlers } from './resource';

/** What a project shows that the service does not store. */
const DEFAULTS = {
	network: 2,
	priority: 'none',
	logo_props: {},
	guest_view_all_features: false,
	is_time_tracking_enabled: false,
	is_issue_type_enabled: false,
};

/** Defines the operations of projects. A list leaves out those that are archived (row 518). */
export function defineProjectsV2(
	{ state, hasDifference }: Host,
	{ project: table, tableEndpoints }: Tables,
): V2Handlers {
	const findVisible = ({ userId }: V2Call) =>
		state.projects.filter(({ members }) => members.includes(userId));

	function listRows(call: V2Call): readonly Project[] {
		const { include_archived: withArchived, is_archived: archivedOnly } = call.query;
		const rows = findVisible(call);
		if (call.params.pk !== undefined || withArchived === 'true') return rows;

		return rows.filter(({ archived_at: at }) => (at !== null) === (archivedOnly === 'true'));
	}

	const computed = Object.fromEntries(
		Object.entries(DEFAULTS).map(([name, value]) => [
			name,
			(project: Project): unknown => Reflect.get(project, name) ?? value,
		]),
	);

	const { handlers } = createResourceHandlers<Project>(
		{
			table,
			fields: {
				default_assignee_id: 'default_assignee',
				project_lead_id: 'project_lead',
				default_state_id: 'default_state',
				estimate_id: 'estimate',
			},
			computed: {
				...computed,
				created_by_id: ({ created_by: creator }) => creator ?? state.users[0]?.id ?? null,
				search: ({ name }) => name,
				key: ({ identifier }) => identifier,
			},
			stored: ['network', 'priority', 'logo_props', 'start_date', 'target_date', 'state_id'],
			rows: listRows,
			changeableRows: findVisible,
			ownFilters: ['include_archived', 'is_archived'],
			expand: {
				default_assignee: (project) => expandPerson(state, project.default_assignee),
				project_lead: (project) => expandPerson(state, project.project_lead),
			},
			onWrite(project, { body }, isNew) {
				// The vendor's tests create cycles in a project without naming the switch (row 518).
				if (isNew && body.cycle_view === undefined) project.cycle_view = true;
				if (isNew && body.module_view === undefined) project.module_view = true;
			},
			acceptsTakenIds: hasDifference('acceptsTakenExternalIds'),
		},
		tableEndpoints,
		hasDifference,
	);

	return handlers;
}
