import type { Call } from '../answer';
import { filterByProject } from '../answer';
import { uniqueTexts } from '../fields';
import { MEMBER, getRole } from '../roles';
import type { ServiceState } from '../state';
import { invalidField } from './problems';

/** A record that a name may stand for. */
interface Candidate {
	readonly id: string;
	readonly name: string;
}

/** A member that takes names in place of the IDs of its twin (row 508). */
interface NameMember {
	/** The member for IDs. */
	readonly twin: string;
	/** What the records are, for the texts of errors. */
	readonly kind: string;
	readonly candidates: (call: Call) => readonly Candidate[];
}

/** Defines the members of work items that take names. */
export function defineNames(state: ServiceState): Readonly<Record<string, NameMember>> {
	const findAssignable = ({ params }: Call): Candidate[] => {
		const projectId = params.project_id ?? '';
		const users = state.users.filter(({ id }) => (getRole(state, projectId, id) ?? 0) >= MEMBER);

		return users.map(({ id, email }) => ({ id, name: email }));
	};

	const listKeys = (call: Call): Candidate[] => {
		const project = state.projects.find(({ id }) => id === call.params.project_id);
		const key = (number: number) => `${project?.identifier ?? ''}-${number}`;

		return filterByProject(call, state.workItems).map(({ id, sequence_id: number }) => ({
			id,
			name: key(number),
		}));
	};

	return {
		state: {
			twin: 'state_id',
			kind: 'state',
			candidates: (call) => filterByProject(call, state.states),
		},
		type: {
			twin: 'type_id',
			kind: 'type',
			candidates: (call) =>
				filterByProject(call, state.types).filter(({ is_epic: isEpic }) => !isEpic),
		},
		parent: { twin: 'parent_id', kind: 'work item', candidates: listKeys },
		assignees: { twin: 'assignee_ids', kind: 'member', candidates: findAssignable },
		labels: {
			twin: 'label_ids',
			kind: 'label',
			candidates: (call) => filterByProject(call, state.labels),
		},
		estimate: {
			twin: 'estimate_point_id',
			kind: 'estimate point',
			candidates: (call) =>
				filterByProject(call, state.estimatePoints).map(({ id, value }) => ({ id, name: value })),
		},
	};
}

/** Finds the one record with a name, in any case. @throws Refusal 400 if there is none or several */
function findOne(
	member: string,
	{ kind }: NameMember,
	name: string,
	candidates: readonly Candidate[],
): string {
	const found = candidates.filter((row) => row.name.toLowerCase() === name.toLowerCase());
	const [match] = found;
	if (match === undefined) throw invalidField(member, `No ${kind} has this name.`);
	if (found.length > 1) throw invalidField(member, `More than one ${kind} has this name.`);

	return match.id;
}

/**
 * Replaces the names in a body with IDs.
 * @throws Refusal 400 for a name that fits no record or several, and for a name and an ID together
 */
export function resolveNames(
	members: Readonly<Record<string, NameMember>>,
	body: Readonly<Record<string, unknown>>,
	call: Call,
): Record<string, unknown> {
	const resolved = new Map<string, unknown>(Object.entries(body));

	for (const [member, definition] of Object.entries(members)) {
		const value = body[member];
		if (value === undefined) continue;

		if (body[definition.twin] !== undefined) {
			throw invalidField(member, `Send either ${member} or ${definition.twin}.`);
		}

		const candidates = value === null ? [] : definition.candidates(call);
		const find = (name: string) => findOne(member, definition, name, candidates);
		const single = typeof value === 'string' ? find(value) : null;

		resolved.delete(member);
		resolved.set(definition.twin, Array.isArray(value) ? uniqueTexts(value).map(find) : single);
	}

	return Object.fromEntries(resolved);
}
