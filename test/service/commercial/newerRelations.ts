import {
	badRequest,
	created,
	filterByProject,
	findById,
	noContent,
	notFound,
	ok,
	Refusal,
	type Answer,
	type Call,
} from '../answer';
import { uniqueTexts } from '../fields';
import type { ListResponder } from '../listResponder';
import { removeWhere } from '../rows';
import type { Host } from '../serve';
import type { WorkItem } from '../state';
import type { Endpoint } from '../table';

const inWorkspace = 'workspaces/{workspace_slug}/';
const workItemPath = `${inWorkspace}projects/{project_id}/work-items/{work_item_id}/`;

/** What the other work item is to this one, for each of the kinds that are dependencies (row 478). */
const OPPOSITES: Readonly<Record<string, string>> = {
	blocking: 'blocked_by',
	blocked_by: 'blocking',
	start_before: 'start_after',
	start_after: 'start_before',
	finish_before: 'finish_after',
	finish_after: 'finish_before',
};

/** Two work items that are related. */
interface Pair {
	issue: string;
	related: string;
}

/** Defines dependencies, custom relations and their definitions, as both SDKs have them. */
export function defineNewerRelations(
	{ state, rowFactory }: Host,
	{ list }: ListResponder,
): Endpoint[] {
	const findItem = (call: Call): WorkItem =>
		findById(filterByProject(call, state.workItems), call.params.work_item_id);

	/** A work item as relations show it, by the models of both SDKs. */
	const show = (item: WorkItem, relationType: string) => ({
		id: item.id,
		name: item.name,
		sequence_id: item.sequence_id,
		project_id: item.project,
		state_id: item.state,
		priority: item.priority,
		type_id: item.type,
		label_ids: item.labels,
		assignee_ids: item.assignees,
		created_at: item.created_at,
		updated_at: item.updated_at,
		relation_type: relationType,
	});

	/** Shows the other work item of each of these pairs, if one of the two is this one. */
	const showOthers = <Entry extends Pair>(
		pairs: readonly Entry[],
		id: string,
		readType: (pair: Entry, isFirst: boolean) => string | undefined,
	) =>
		pairs
			.filter(({ issue, related }) => issue === id || related === id)
			.flatMap((pair) => {
				const isFirst = pair.issue === id;
				const type = readType(pair, isFirst);
				const other = state.workItems.find(
					(item) => item.id === (isFirst ? pair.related : pair.issue),
				);

				return type === undefined || other === undefined ? [] : [show(other, type)];
			});

	const group = (names: readonly string[], entries: readonly { relation_type: string }[]) =>
		Object.fromEntries(
			names.map((name) => [name, entries.filter(({ relation_type: type }) => type === name)]),
		);

	/** Finds the work items in the body of a create. @throws Refusal 400 for an unknown one */
	const findOthers = ({ body }: Call): WorkItem[] =>
		uniqueTexts(body.work_item_ids).map((id) => {
			const other = state.workItems.find((item) => item.id === id);
			if (other === undefined) throw new Refusal(badRequest(`${id} does not exist.`));

			return other;
		});

	const isBetween =
		(id: string, other: string | undefined) =>
		({ issue, related }: Pair): boolean =>
			(issue === id && related === other) || (issue === other && related === id);

	/** Removes the relations between the work items of the path. @throws Refusal 404 if there is none */
	const removeBetween = (pairs: Pair[], call: Call): Answer => {
		const matches = isBetween(findItem(call).id, call.params.related_work_item_id);
		if (!pairs.some(matches)) throw notFound();

		removeWhere(pairs, matches);

		return noContent;
	};

	const readDependency = ({ relation_type: type }: { relation_type: string }, isFirst: boolean) =>
		type in OPPOSITES && !isFirst ? OPPOSITES[type] : type;

	function listDependencies(call: Call): Answer {
		const entries = showOthers(state.relations, findItem(call).id, readDependency);

		return ok(group(Object.keys(OPPOSITES), entries));
	}

	function addDependencies(call: Call): Answer {
		const item = findItem(call);
		const { relation_type: type } = call.body;
		const relationType = typeof type === 'string' ? type : '';

		const others = findOthers(call);

		for (const other of others) {
			if (state.relations.some(isBetween(item.id, other.id))) continue;

			state.relations.push({
				...rowFactory.create('relation', call.userId),
				issue: item.id,
				related: other.id,
				relation_type: relationType,
				project: item.project,
				workspace: state.workspace.id,
			});
		}

		return created(others.map((other) => show(other, relationType)));
	}

	function listCustomRelations(call: Call): Answer {
		const { id } = findItem(call);
		const entries = showOthers(state.customRelations, id, ({ definition }, isFirst) => {
			const { outward, inward } = findById(state.relationDefinitions, definition);

			return isFirst ? outward : inward;
		});
		// No source says that labels without relations are there, so they are not.
		const labels = entries.map(({ relation_type: label }) => label);

		return ok(group(labels, entries));
	}

	function addCustomRelations(call: Call): Answer {
		const item = findItem(call);
		const { relation_definition_id: id, relation_definition_type: label } = call.body;
		const definition = state.relationDefinitions.find((row) => row.id === id);
		const isOutward = label === definition?.outward;
		if (definition === undefined || (!isOutward && label !== definition.inward)) {
			throw new Refusal(badRequest('The relation definition or its label does not exist.'));
		}

		const others = findOthers(call);

		for (const other of others) {
			const [issue, related] = isOutward ? [item.id, other.id] : [other.id, item.id];

			state.customRelations.push({
				...rowFactory.create('custom relation', call.userId),
				issue,
				related,
				definition: definition.id,
				project: item.project,
				workspace: state.workspace.id,
			});
		}

		return created(
			others.map((other) => show(other, isOutward ? definition.outward : definition.inward)),
		);
	}

	const dependencies = `${workItemPath}dependencies/`;
	const customRelations = `${workItemPath}work-item-relations/`;

	return [
		['GET', dependencies, listDependencies],
		['POST', dependencies, addDependencies],
		[
			'DELETE',
			`${dependencies}{related_work_item_id}/`,
			(call) => removeBetween(state.relations, call),
		],
		['GET', customRelations, listCustomRelations],
		['POST', customRelations, addCustomRelations],
		[
			'DELETE',
			`${customRelations}{related_work_item_id}/`,
			(call) => removeBetween(state.customRelations, call),
		],
		[
			'GET',
			`${inWorkspace}work-item-relation-definitions/`,
			(call) => list(call, state.relationDefinitions),
		],
	];
}
