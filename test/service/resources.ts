import { here, type Call } from './answer';
import { noExternal, slugOf } from './create';
import {
	boolean,
	choice,
	external,
	rawHtml,
	long,
	mayBeBlank,
	name,
	number,
	object,
	orNull,
	recordId,
} from './fields';
import { roles } from './projects';
import type { Records } from './records';
import { badPayload, defaultState, invited, nameTaken, stateInUse } from './refusals';
import type { Host } from './serve';
import type { Invitation, Label, State, Sticky } from './state';
import type { Table } from './table';

const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'];

/** States and labels of projects, stickies and invitations of the workspace. */
export function resources({ state, create, hasDifference }: Host, records: Records) {
	const workspace = state.workspace.id;
	const inWorkspace = 'workspaces/{workspace_slug}/';
	const inProject = `${inWorkspace}projects/{project_id}/`;
	const placeOf = ({ params }: Call) => ({ project: params.project_id ?? '', workspace });
	/** The last place in an order among these, or the one before the first. */
	const last = (places: readonly number[], before: number) => Math.max(before, ...places);

	const statesOf = (call: Call) =>
		here(call, state.states).filter(({ group }) => group !== 'triage');

	/** Turns the default off for all states but one that has it. */
	const defaultOnly = (entry: State, call: Call): void => {
		if (!entry.default) return;

		for (const other of statesOf(call)) other.default = other === entry;
	};

	const states: Table<State> = {
		name: 'State',
		path: `${inProject}states/{state_id}/`,
		rows: statesOf,
		all: () => state.states,
		fields: {
			name,
			color: name,
			description: long,
			group: choice(groups),
			default: boolean,
			sequence: number,
			...external,
		},
		required: ['name', 'color'],
		blank: (call) => ({
			...create.fresh('state', call.by),
			name: '',
			color: '',
			description: '',
			slug: '',
			sequence:
				last(
					statesOf(call).map(({ sequence }) => sequence),
					0,
				) + 15_000,
			group: 'backlog',
			default: false,
			...noExternal,
			...placeOf(call),
		}),
		prepare({ sequence, ...values }, _call, entry) {
			const slug = typeof values.name === 'string' ? { slug: slugOf(values.name) } : {};
			// A new one goes to the end, whatever is said of it.
			const isHeeded =
				sequence !== undefined && (entry !== undefined || !hasDifference('ownChecks'));

			return { ...values, ...slug, ...(isHeeded && { sequence }) };
		},
		taken: (other, values, entry) => {
			if (other.name !== values.name) return undefined;

			return entry ? badPayload : nameTaken('State', other.id);
		},
		made: defaultOnly,
		changed(entry, call) {
			if (!hasDifference('manyDefaultStates')) defaultOnly(entry, call);
		},
		refuseDelete(entry) {
			if (entry.default) return defaultState;

			return state.workItems.some((item) => item.state === entry.id) ? stateInUse : undefined;
		},
		show: records.state,
		created: hasDifference('createdStatus200') ? 200 : 201,
		look: { order: 'sequence' },
	};

	const labelsOf = (call: Call) => here(call, state.labels);
	const labels: Table<Label> = {
		name: 'Label',
		path: `${inProject}labels/{label_id}/`,
		rows: labelsOf,
		all: () => state.labels,
		fields: {
			name,
			color: mayBeBlank,
			description: long,
			sort_order: number,
			parent: orNull(recordId(() => state.labels)),
			...external,
		},
		required: ['name'],
		blank: (call) => ({
			...create.fresh('label', call.by),
			name: '',
			color: '',
			description: '',
			sort_order:
				last(
					labelsOf(call).map(({ sort_order }) => sort_order),
					55_535,
				) + 10_000,
			parent: null,
			...noExternal,
			...placeOf(call),
		}),
		prepare({ sort_order: place, ...values }, _call, entry) {
			const isHeeded =
				place !== undefined && (entry !== undefined || !hasDifference('ignoresSortOrder'));

			return isHeeded ? { ...values, sort_order: place } : values;
		},
		taken: (other, values, entry) => {
			if (other.name !== values.name) return undefined;

			return entry ? badPayload : nameTaken('Label', other.id);
		},
		deleted(label) {
			for (const item of state.workItems) {
				item.labels = item.labels.filter((id) => id !== label.id);
			}

			for (const other of state.labels) if (other.parent === label.id) other.parent = null;
		},
		show: records.label,
		look: { ordered: 'specified' },
	};

	const stickies: Table<Sticky> = {
		name: 'Sticky',
		path: `${inWorkspace}stickies/{sticky_id}/`,
		rows: ({ by }) => state.stickies.filter(({ owner }) => owner === by),
		all: () => state.stickies,
		fields: {
			name: orNull(long),
			description_html: rawHtml,
			color: orNull(mayBeBlank),
			background_color: orNull(mayBeBlank),
			logo_props: object,
			sort_order: number,
		},
		blank: ({ by }) => ({
			...create.fresh('sticky', by),
			name: null,
			description_html: '<p></p>',
			owner: by,
			sort_order:
				last(
					state.stickies.map(({ sort_order }) => sort_order),
					55_535,
				) + 10_000,
			color: null,
			background_color: null,
			logo_props: {},
			workspace,
		}),
		show: records.sticky,
		look: { pageSize: 20 },
	};

	const invitations: Table<Invitation> = {
		name: 'Invitation',
		path: `${inWorkspace}invitations/{invitation_id}/`,
		rows: () => state.invitations,
		all: () => state.invitations,
		fields: { email: name, role: choice(roles) },
		required: ['email'],
		blank: ({ by }) => ({
			...create.fresh('invitation', by),
			email: '',
			role: 5,
			accepted: false,
			responded_at: null,
			workspace,
		}),
		taken: (other, values) => (other.email === values.email ? invited : undefined),
		show: records.invitation,
		look: { envelope: 'array' },
	};

	return { states, labels, stickies, invitations };
}
