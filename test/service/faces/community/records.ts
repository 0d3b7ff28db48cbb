import type {
	Addition,
	Attachment,
	Cycle,
	Label,
	Link,
	Module,
	Project,
	Row,
	ServiceState,
	State,
	User,
	WorkItem,
} from '../../state';
import { Refusal } from '../../answer';
import { overloaded } from './refusals';

// The server looks at the page that a link leads to, and keeps its picture.
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"/>';
const favicon = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;

/** The server counts in microseconds: `…:00.123Z` becomes `…:00.123000Z`. */
const precise = (time: string): string => time.replace(/\.(\d{3})Z$/, '.$1000Z');

/** A cycle's dates are times there. */
const midnight = (date: string | null): string | null => date && `${date}T00:00:00Z`;

/** Newest first, and of two with the same time the one that came last. */
export const newestFirst = <Entry extends Row>(rows: readonly Entry[]): Entry[] =>
	[...rows]
		.sort((one, other) => {
			if (one.created_at === other.created_at) return 0;
			return one.created_at < other.created_at ? -1 : 1;
		})
		.reverse();

/**
 * The work items as `order_by` wants them (observed row 28).
 * @throws Refusal 500 for an order that the server does not know.
 */
export function inOrder(items: readonly WorkItem[], order = '-created_at'): WorkItem[] {
	const rows = newestFirst(items);
	const orders = new Map<string, (item: WorkItem) => string | number>([
		['created_at', (item) => item.created_at],
		['updated_at', (item) => item.updated_at],
		['sequence_id', (item) => item.sequence_id],
	]);
	const valueOf = orders.get(order.replace(/^-/, ''));
	if (valueOf === undefined) throw new Refusal(overloaded);
	const sign = order.startsWith('-') ? -1 : 1;
	return rows.sort((one, other) => {
		const [first, second] = [valueOf(one), valueOf(other)];
		if (first === second) return 0;
		return first < second ? -sign : sign;
	});
}

/** The state's records with exactly the fields that were recorded, in their order. */
export function recordsOf(state: ServiceState) {
	const me = () => state.users[0]?.id ?? null;

	const times = (row: Row) => ({
		created_at: precise(row.created_at),
		updated_at: precise(row.updated_at),
		deleted_at: null,
	});
	const head = (row: Row) => ({ id: row.id, ...times(row) });
	const authors = (row: Row) => ({
		created_by: me(),
		updated_by: row.updated_at === row.created_at ? null : me(),
	});
	const external = { external_source: null, external_id: null };
	const place = (row: { project: string; workspace: string }) => ({
		project: row.project,
		workspace: row.workspace,
	});

	const user = (row: User) => ({
		id: row.id,
		first_name: row.first_name,
		last_name: row.last_name,
		email: row.email,
		avatar: '',
		avatar_url: null,
		display_name: row.display_name,
	});

	const label = (row: Label) => ({
		...head(row),
		name: row.name,
		description: '',
		color: row.color,
		sort_order: row.sort_order,
		...external,
		...authors(row),
		workspace: row.workspace,
		project: row.project,
		parent: null,
	});

	const workItem = (row: WorkItem) => ({
		id: row.id,
		type_id: null,
		...times(row),
		point: null,
		name: row.name,
		description_html: '<p></p>',
		description_binary: null,
		priority: row.priority,
		start_date: null,
		target_date: null,
		sequence_id: row.sequence_id,
		sort_order: 55_535 + row.sequence_id * 10_000,
		completed_at: null,
		archived_at: null,
		is_draft: false,
		...external,
		...authors(row),
		...place(row),
		parent: null,
		state: row.state,
		estimate_point: null,
		// This edition has no types.
		type: null,
		assignees: row.assignees,
		labels: row.labels,
	});

	/** How many of these work items are in each group of states. */
	function groups(issues: readonly string[]) {
		const held = new Set(issues);
		const groupOf = new Map(state.states.map(({ id, group }) => [id, group]));
		const found = state.workItems
			.filter(({ id }) => held.has(id))
			.map((item) => groupOf.get(item.state));
		const count = (group: string) => found.filter((other) => other === group).length;
		return {
			total_issues: issues.length,
			cancelled_issues: count('cancelled'),
			completed_issues: count('completed'),
			started_issues: count('started'),
			unstarted_issues: count('unstarted'),
			backlog_issues: count('backlog'),
		};
	}

	/** The server counts a module's groups, not its work items: as recorded, 1 of 4. */
	const distinct = ({ total_issues, ...counts }: ReturnType<typeof groups>) => ({
		total_issues,
		...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count && 1])),
	});

	/** What a work item's `expand` puts where the ids were; the other relations stay as they are. */
	const relations: Record<string, (row: WorkItem) => unknown> = {
		assignees: (row) => state.users.filter(({ id }) => row.assignees.includes(id)).map(user),
		labels: (row) => state.labels.filter(({ id }) => row.labels.includes(id)).map(label),
		project: (row) =>
			state.projects
				.filter(({ id }) => id === row.project)
				.map(({ id, identifier, name, description }) => ({
					...{ id, identifier, name },
					...{ cover_image: null, icon_prop: null, emoji: null, description },
					cover_image_url: null,
				}))[0],
		state: (row) =>
			state.states
				.filter(({ id }) => id === row.state)
				.map(({ id, name, color, group }) => ({ id, name, color, group }))[0],
	};

	return {
		user,
		label,
		workItem,

		expanded(row: WorkItem, names: readonly string[]): Record<string, unknown> {
			const known = names.filter((name) => name in relations);
			const records = known.map((name): [string, unknown] => [name, relations[name]?.(row)]);
			return { ...workItem(row), ...Object.fromEntries(records) };
		},

		/** A user with the role in the workspace: 20 administers it, 15 is a member. */
		member: (row: User) => ({ ...user(row), role: row.id === me() ? 20 : 15 }),

		project: (row: Project) => ({
			id: row.id,
			total_members: row.members.length,
			total_cycles: state.cycles.filter(({ project }) => project === row.id).length,
			total_modules: state.modules.filter(({ project }) => project === row.id).length,
			is_member: row.members.includes(me() ?? ''),
			sort_order: 65_535,
			member_role: 20,
			is_deployed: false,
			cover_image_url: null,
			...times(row),
			name: row.name,
			description: row.description,
			description_text: null,
			description_html: null,
			network: 2,
			identifier: row.identifier,
			emoji: null,
			icon_prop: null,
			module_view: true,
			cycle_view: true,
			issue_views_view: false,
			page_view: true,
			intake_view: false,
			is_time_tracking_enabled: false,
			is_issue_type_enabled: false,
			guest_view_all_features: false,
			cover_image: null,
			archive_in: 0,
			close_in: 0,
			logo_props: { icon: { name: 'home', color: '#5e6ad2' }, in_use: 'icon' },
			archived_at: null,
			timezone: 'UTC',
			...external,
			...authors(row),
			workspace: row.workspace,
			default_assignee: null,
			project_lead: null,
			cover_image_asset: null,
			estimate: null,
			default_state: null,
		}),

		state: (row: State) => ({
			...head(row),
			name: row.name,
			description: '',
			color: row.color,
			slug: row.slug,
			sequence: row.sequence,
			group: row.group,
			is_triage: false,
			default: row.default,
			...external,
			...authors(row),
			...place(row),
		}),

		link: (row: Link) => ({
			...head(row),
			title: row.name,
			url: row.url,
			metadata: { url: row.visited, title: null, favicon, favicon_url: null },
			// Whoever looks at the page after the answer is nobody.
			created_by: null,
			updated_by: null,
			...place(row),
			issue: row.issue,
		}),

		module: (row: Module) => ({
			id: row.id,
			...distinct(groups(row.issues)),
			...times(row),
			name: row.name,
			description: row.description,
			description_text: null,
			description_html: null,
			start_date: row.start_date,
			target_date: row.target_date,
			status: row.status,
			view_props: {},
			sort_order: 65_535,
			external_source: row.external_source,
			external_id: row.external_id,
			archived_at: null,
			logo_props: {},
			...authors(row),
			...place(row),
			lead: row.lead,
			members: row.members,
		}),

		/** What an update answers: neither id nor times nor members (observed row 14). */
		updatedModule: (row: Module) => ({
			name: row.name,
			description: row.description,
			start_date: row.start_date,
			target_date: row.target_date,
			status: row.status,
			lead: row.lead,
			external_source: row.external_source,
			external_id: row.external_id,
		}),

		cycle: (row: Cycle) => ({
			id: row.id,
			...groups(row.issues),
			...times(row),
			name: row.name,
			description: '',
			start_date: midnight(row.start_date),
			end_date: midnight(row.end_date),
			view_props: {},
			sort_order: 65_535,
			...external,
			progress_snapshot: {},
			archived_at: null,
			logo_props: {},
			timezone: 'UTC',
			version: 1,
			...authors(row),
			...place(row),
			owned_by: me(),
		}),

		moduleAddition: (row: Addition) => ({
			id: row.id,
			sub_issues_count: 0,
			...times(row),
			created_by: me(),
			updated_by: me(),
			...place(row),
			module: row.container,
			issue: row.issue,
		}),

		cycleAddition: (row: Addition) => ({
			id: row.id,
			sub_issues_count: 0,
			...times(row),
			created_by: null,
			updated_by: null,
			...place(row),
			issue: row.issue,
			cycle: row.container,
		}),

		attachment: (row: Attachment) => ({
			...head(row),
			attributes: row.attributes,
			asset: row.asset,
			entity_type: 'ISSUE_ATTACHMENT',
			entity_identifier: null,
			is_deleted: false,
			is_archived: false,
			external_id: null,
			external_source: null,
			size: row.size,
			is_uploaded: row.is_uploaded,
			storage_metadata: {},
			...authors(row),
			user: null,
			workspace: row.workspace,
			draft_issue: null,
			project: row.project,
			issue: row.issue,
			comment: null,
			page: null,
		}),
	};
}

export type Records = ReturnType<typeof recordsOf>;
