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
import { boolean } from '../fields';
import type { ListResponder } from '../listResponder';
import { definePlainTable } from '../plainTable';
import { noExternalIds, removeWhere } from '../rows';
import type { Host } from '../serve';
import type { Estimate, EstimatePoint, Worklog } from '../state';
import type { Endpoint, TableEndpoints, Values } from '../table';

const inWorkspace = 'workspaces/{workspace_slug}/';
const inProject = `${inWorkspace}projects/{project_id}/`;
const estimatePath = `${inProject}estimates/`;
const pointPath = `${estimatePath}{estimate_id}/estimate-points/`;

/** The longest value of an estimate point, in characters (row 467). */
const MAX_POINT_LENGTH = 20;

/** The features of a project and of the workspace that are on at first. */
const PROJECT_FEATURES = ['modules', 'cycles', 'views', 'pages', 'intakes', 'work_item_types'];
const WORKSPACE_FEATURES = ['customers', 'initiatives', 'teams', 'wiki'];

/** Defines worklogs, estimates with their points, and the features of projects and the workspace. */
export function defineTracking(
	host: Host,
	{ filterByItem }: ListResponder,
	{ endpointsFor }: TableEndpoints,
): Endpoint[] {
	const { state, rowFactory, hasDifference } = host;
	const workspace = state.workspace.id;

	const worklogs = definePlainTable<Worklog>(host, 'worklog', {
		name: 'Worklog',
		rows: (call) => filterByItem(call, state.worklogs),
		allRows: () => state.worklogs,
		...(hasDifference('worklogsNeedDescriptions') && { required: ['duration', 'description'] }),
		blank: (call) => ({
			logged_by: call.userId,
			issue: findById(filterByProject(call, state.workItems), call.params.work_item_id).id,
		}),
		listOptions: { envelope: 'array' },
	});

	/** The minutes of each work item of a project that has any (row 464). */
	function sumWorklogs(call: Call): Answer {
		const totals = new Map<string, number>();

		for (const { issue, duration } of filterByProject(call, state.worklogs)) {
			totals.set(issue, (totals.get(issue) ?? 0) + duration);
		}

		return ok([...totals].map(([issue_id, duration]) => ({ issue_id, duration })));
	}

	/** @throws Refusal 404 if the project has none */
	function findEstimate(call: Call): Estimate {
		const [estimate] = filterByProject(call, state.estimates);
		if (estimate === undefined) throw notFound();

		return estimate;
	}

	const estimates = definePlainTable<Estimate>(host, 'estimate', {
		name: 'Estimate',
		allRows: () => state.estimates,
		blank: () => ({ last_used: false }),
		// A project has one estimate at most (row 467).
		findConflict: (other, _values, entry) =>
			entry === undefined
				? { status: 409, body: { error: 'Estimate already exists', id: other.id } }
				: undefined,
	});

	function updateEstimate(call: Call): Answer {
		const { name: title, description } = call.body;
		const values = {
			...(title !== undefined && { name: title }),
			...(description !== undefined && { description }),
		};

		return ok(rowFactory.update(findEstimate(call), values, call.userId));
	}

	function deleteEstimate(call: Call): Answer {
		const { id } = findEstimate(call);

		removeWhere(state.estimates, (row) => row.id === id);
		removeWhere(state.estimatePoints, ({ estimate }) => estimate === id);

		return noContent;
	}

	const findPoints = (call: Call) => {
		const { id } = findById(filterByProject(call, state.estimates), call.params.estimate_id);

		return state.estimatePoints.filter(({ estimate }) => estimate === id);
	};

	const points = definePlainTable<EstimatePoint>(host, 'estimatePoint', {
		name: 'Estimate point',
		rows: findPoints,
		allRows: () => state.estimatePoints,
		listOptions: { envelope: 'array' },
	});

	const isPoints = (value: unknown): value is readonly Values[] => Array.isArray(value);

	/** Creates several points, from a bare list or in a field. An empty list is refused (row 467). */
	function createPoints(call: Call): Answer {
		const sent = call.list ?? call.body.estimate_points;
		if (!isPoints(sent) || sent.length === 0) {
			throw new Refusal(badRequest('Estimate points are required'));
		}

		const existing = findPoints(call).length;
		const rows = sent.map(
			(values, index): EstimatePoint => ({
				...rowFactory.create('estimate point', call.userId),
				key: existing + index,
				description: '',
				...noExternalIds,
				...values,
				value: String(values.value),
				estimate: call.params.estimate_id ?? '',
				project: call.params.project_id ?? '',
				workspace,
			}),
		);
		const tooLong = rows.find(({ value }) => value.length > MAX_POINT_LENGTH);
		if (tooLong !== undefined) throw new Refusal(badRequest('The value is too long.'));

		state.estimatePoints.push(...rows);

		return created(rows);
	}

	/** Returns the endpoints of the features that a record has. */
	function featureEndpoints(
		path: string,
		names: readonly string[],
		findOwner: (call: Call) => string,
	): Endpoint[] {
		const read = (call: Call) => {
			const owner = findOwner(call);
			const switches: Record<string, boolean> = {};

			for (const feature of names) switches[feature] = true;

			for (const change of state.features.filter((row) => row.owner === owner)) {
				switches[change.feature] = change.isOn;
			}

			return switches;
		};

		function update(call: Call): Answer {
			const owner = findOwner(call);

			for (const [feature, isOn] of Object.entries(call.body)) {
				const checked = boolean(isOn, () => true);
				if ('problems' in checked) throw new Refusal(badRequest(`${feature} is invalid`));

				state.features.push({ owner, feature, isOn: checked.value });
			}

			return ok(read(call));
		}

		return [
			['GET', path, (call) => ok(read(call))],
			['PATCH', path, update],
		];
	}

	return [
		...endpointsFor(worklogs).filter(([method, path]) => method !== 'GET' || !path.endsWith('}/')),
		['GET', `${inProject}total-worklogs/`, sumWorklogs],
		...endpointsFor(estimates).filter(([method]) => method === 'POST'),
		['GET', estimatePath, (call) => ok(findEstimate(call))],
		['PATCH', estimatePath, updateEstimate],
		['DELETE', estimatePath, deleteEstimate],
		...endpointsFor(points).filter(
			([method, path]) => method !== 'POST' && !(method === 'GET' && path.endsWith('}/')),
		),
		['POST', pointPath, createPoints],
		...featureEndpoints(
			`${inProject}features/`,
			PROJECT_FEATURES,
			({ params }) => findById(state.projects, params.project_id).id,
		),
		...featureEndpoints(`${inWorkspace}features/`, WORKSPACE_FEATURES, () => workspace),
	];
}
