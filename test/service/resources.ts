import { filterByProject, Refusal, type Call } from './answer';
import { noExternalIds, toSlug } from './rows';
import {
	boolean,
	choice,
	externalIdFields,
	rawHtml,
	longText,
	optionalText,
	name,
	number,
	object,
	nullable,
	recordId,
} from './fields';
import { roles } from './projects';
import type { Serializers } from './serializers';
import {
	alreadyInvited,
	badPayload,
	defaultState,
	nameTaken,
	stateInUse,
	triageState,
} from './refusals';
import type { Host } from './serve';
import type { Invitation, Label, State, Sticky } from './state';
import type { Creatable, Table } from './table';

const TRIAGE = 'triage';
const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled', TRIAGE];

/** Defines the states and labels of projects, and the stickies and invitations of the workspace. */
export function defineResources(
	{ state, rowFactory, hasDifference }: Host,
	serializers: Serializers,
) {
	const workspace = state.workspace.id;
	const inWorkspace = 'workspaces/{workspace_slug}/';
	const inProject = `${inWorkspace}projects/{project_id}/`;
	const projectReferences = ({ params }: Call) => ({ project: params.project_id ?? '', workspace });
	/** Returns the highest of these positions, or the minimum. */
	const highest = (places: readonly number[], minimum: number) => Math.max(minimum, ...places);

	const findStates = (call: Call) =>
		filterByProject(call, state.states).filter(({ group }) => group !== TRIAGE);

	/** Makes a default state the only default of its project. */
	const clearOtherDefaults = (entry: State, call: Call): void => {
		if (!entry.default) return;

		for (const other of findStates(call)) other.default = other === entry;
	};

	const states: Creatable<State> = {
		name: 'State',
		path: `${inProject}states/{state_id}/`,
		rows: findStates,
		allRows: () => state.states,
		fields: {
			name,
			color: name,
			description: longText,
			group: choice(groups),
			default: boolean,
			sequence: number,
			...externalIdFields,
		},
		required: ['name', 'color'],
		createBlank: (call) => ({
			...rowFactory.create('state', call.userId),
			name: '',
			color: '',
			description: '',
			slug: '',
			sequence:
				highest(
					findStates(call).map(({ sequence }) => sequence),
					0,
				) + 15_000,
			group: 'backlog',
			default: false,
			...noExternalIds,
			...projectReferences(call),
		}),
		prepare({ sequence, ...values }, _call, entry) {
			// Only the server itself makes states of this group (row 417).
			if (values.group === TRIAGE && hasDifference('ownValidation')) throw new Refusal(triageState);

			const slug = typeof values.name === 'string' ? { slug: toSlug(values.name) } : {};
			// A new state goes to the end, whatever the request says.
			const isApplied =
				sequence !== undefined && (entry !== undefined || !hasDifference('ownValidation'));

			return { ...values, ...slug, ...(isApplied && { sequence }) };
		},
		findConflict: (other, values, entry) => {
			if (other.name !== values.name) return undefined;

			return entry ? badPayload : nameTaken('State', other.id);
		},
		onCreate: clearOtherDefaults,
		onUpdate(entry, call) {
			if (!hasDifference('manyDefaultStates')) clearOtherDefaults(entry, call);
		},
		refuseDelete(entry) {
			if (entry.default) return defaultState;

			return state.workItems.some((item) => item.state === entry.id) ? stateInUse : undefined;
		},
		serialize: serializers.state,
		createdStatus: hasDifference('creationsAnswer200') ? 200 : 201,
		listOptions: { defaultOrder: 'sequence' },
	};

	const findLabels = (call: Call) => filterByProject(call, state.labels);
	const labels: Creatable<Label> = {
		name: 'Label',
		path: `${inProject}labels/{label_id}/`,
		rows: findLabels,
		allRows: () => state.labels,
		fields: {
			name,
			color: optionalText,
			description: longText,
			sort_order: number,
			parent: nullable(recordId(() => state.labels)),
			...externalIdFields,
		},
		required: ['name'],
		createBlank: (call) => ({
			...rowFactory.create('label', call.userId),
			name: '',
			color: '',
			description: '',
			sort_order:
				highest(
					findLabels(call).map(({ sort_order }) => sort_order),
					55_535,
				) + 10_000,
			parent: null,
			...noExternalIds,
			...projectReferences(call),
		}),
		prepare({ sort_order: sortOrder, ...values }, _call, entry) {
			const isApplied =
				sortOrder !== undefined && (entry !== undefined || !hasDifference('ignoresSortOrder'));

			return isApplied ? { ...values, sort_order: sortOrder } : values;
		},
		findConflict: (other, values, entry) => {
			if (other.name !== values.name) return undefined;

			return entry ? badPayload : nameTaken('Label', other.id);
		},
		needsSourceToCompare: true,
		onDelete(label) {
			for (const item of state.workItems) {
				item.labels = item.labels.filter((id) => id !== label.id);
			}

			for (const child of state.labels.filter(({ parent }) => parent === label.id)) {
				child.parent = null;
			}
		},
		serialize: serializers.label,
		listOptions: { sortable: 'specified' },
	};

	const stickies: Table<Sticky> = {
		name: 'Sticky',
		path: `${inWorkspace}stickies/{sticky_id}/`,
		rows: ({ userId }) => state.stickies.filter(({ owner }) => owner === userId),
		allRows: () => state.stickies,
		fields: {
			name: nullable(longText),
			description_html: rawHtml,
			color: nullable(optionalText),
			background_color: nullable(optionalText),
			logo_props: object,
			sort_order: number,
		},
		createBlank: ({ userId }) => ({
			...rowFactory.create('sticky', userId),
			name: null,
			description_html: '<p></p>',
			owner: userId,
			sort_order:
				highest(
					state.stickies.map(({ sort_order }) => sort_order),
					55_535,
				) + 10_000,
			color: null,
			background_color: null,
			logo_props: {},
			workspace,
		}),
		serialize: serializers.sticky,
		listOptions: { pageSize: 20 },
	};

	const invitations: Table<Invitation> = {
		name: 'Invitation',
		path: `${inWorkspace}invitations/{invitation_id}/`,
		rows: () => state.invitations,
		allRows: () => state.invitations,
		fields: { email: name, role: choice(roles) },
		required: ['email'],
		createBlank: ({ userId }) => ({
			...rowFactory.create('invitation', userId),
			email: '',
			role: 5,
			accepted: false,
			responded_at: null,
			workspace,
		}),
		findConflict: (other, values) => (other.email === values.email ? alreadyInvited : undefined),
		serialize: serializers.invitation,
		listOptions: { envelope: 'array' },
	};

	return { states, labels, stickies, invitations };
}
