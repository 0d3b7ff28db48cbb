/** Whole lists that a node rightly reads more than once in a run. */
interface RereadList {
	readonly reason: string;
	/** The operations, as `label.create`. */
	readonly operations: RegExp;
	/** The lists by their paths, with `{id}` for each ID. */
	readonly lists: RegExp;
}

/** Every other list is read once. */
const REREAD_LISTS: readonly RereadList[] = [
	{
		reason: 'Each item asks for its list as it is then',
		operations: /\.(count|get|getAll|getArchived|get[A-Z]\w+|search\w*)$/,
		lists: /^(?!(projects|members)\/$)/,
	},
	{
		reason: 'Each item asks for its list as it is then',
		operations: /^(project|member)\.getAll$/,
		lists: /^(projects|members)\/$/,
	},
	{
		reason: 'The values of one work item: another item may have changed them',
		operations: /^workItem\./,
		lists: /\/work-item-properties\/(\{id\}\/)?values\/$/,
	},
	{
		reason: 'A create was refused, or its outcome is unknown: what is there now?',
		operations: /\.(create|upsert)$/,
		// Its own list, and not those that names are looked up in.
		lists: /^(?!(projects|members)\/$)(?!.*\/(cycles|modules)\/$)/,
	},
	{
		reason: 'A create was refused, or its outcome is unknown: what is there now?',
		operations: /^project\.(create|upsert)$/,
		lists: /^projects\/$/,
	},
	{
		reason: 'A new default state: others may have made another one the default since',
		operations: /^state\./,
		lists: /\/states\/$/,
	},
	...Object.entries({
		cycle: /\/cycles\/$/,
		label: /\/labels\/$/,
		milestone: /\/milestones\/$/,
		module: /\/modules\/$/,
		state: /\/states\/$/,
		workItem: /\/work-items\/$/,
		workItemComment: /\/comments\/$/,
	}).map(
		([resource, lists]): RereadList => ({
			reason: 'API v2 does not return what it has written',
			operations: new RegExp(`^${resource}\\.(create|update|upsert)$`),
			lists,
		}),
	),
];

/**
 * Whether it is right to read a list again.
 *
 * @param read as `label.create: projects/{id}/labels/`, with `, after a write` if there was one in between
 */
export function mayBeReread(read: string): boolean {
	const [operation = '', list = ''] = read.replace(/, after a write$/, '').split(': ');

	return REREAD_LISTS.some(
		({ operations, lists }) => operations.test(operation) && lists.test(list),
	);
}
