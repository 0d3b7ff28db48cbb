import { filterByProject, Refusal, type Call } from './answer';
import { toSlug } from './rows';
import { choice, longText, nullable, optionalText, recordId } from './fields';
import { definePlainTable } from './plainTable';
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

const TRIAGE = 'triage';
const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled', TRIAGE];

/** Defines the states and labels of projects, and the stickies and invitations of the workspace. */
export function defineResources(host: Host, serializers: Serializers) {
	const { state, hasDifference } = host;
	/** Returns the highest of these positions, or the minimum. */
	const highest = (places: readonly number[], minimum: number) => Math.max(minimum, ...places);

	const findStates = (call: Call) =>
		filterByProject(call, state.states).filter(({ group }) => group !== TRIAGE);

	/** Makes a default state the only default of its project. */
	const clearOtherDefaults = (entry: State, call: Call): void => {
		if (!entry.default) return;

		for (const other of findStates(call)) other.default = other === entry;
	};

	const states = definePlainTable<State>(host, 'state', {
		name: 'State',
		rows: findStates,
		allRows: () => state.states,
		fields: { group: choice(groups) },
		blank: (call) => ({
			slug: '',
			sequence:
				highest(
					findStates(call).map(({ sequence }) => sequence),
					0,
				) + 15_000,
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
	});

	const labels = definePlainTable<Label>(host, 'label', {
		name: 'Label',
		allRows: () => state.labels,
		fields: { parent: nullable(recordId(() => state.labels)) },
		blank: (call) => ({
			sort_order:
				highest(
					filterByProject(call, state.labels).map(({ sort_order }) => sort_order),
					55_535,
				) + 10_000,
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
	});

	const stickies = definePlainTable<Sticky>(host, 'sticky', {
		name: 'Sticky',
		rows: ({ userId }) => state.stickies.filter(({ owner }) => owner === userId),
		allRows: () => state.stickies,
		fields: { name: nullable(longText), color: nullable(optionalText) },
		blank: ({ userId }) => ({
			name: null,
			color: null,
			owner: userId,
			sort_order:
				highest(
					state.stickies.map(({ sort_order }) => sort_order),
					55_535,
				) + 10_000,
		}),
		serialize: serializers.sticky,
		listOptions: { pageSize: 20 },
	});

	const invitations = definePlainTable<Invitation>(host, 'invitation', {
		name: 'Invitation',
		allRows: () => state.invitations,
		blank: () => ({ role: 5, accepted: false, responded_at: null }),
		findConflict: (other, values) => (other.email === values.email ? alreadyInvited : undefined),
		serialize: serializers.invitation,
		listOptions: { envelope: 'array' },
	});

	return { states, labels, stickies, invitations };
}
