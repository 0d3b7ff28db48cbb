import type { JsonObject } from 'n8n-workflow';

// Records as recorded deliveries have them, and lists with `expand` (row 30): the fields that matter here.

export const ada = {
	id: 'u1',
	email: 'Ada@Example.com',
	display_name: 'ada',
	first_name: 'Ada',
	last_name: 'L',
};

export const bob = {
	id: 'u2',
	email: 'bob@example.com',
	display_name: 'bob',
	first_name: '',
	last_name: '',
};

/** A work item of Ada and Bob, in the state Done. */
export const workItem: JsonObject = {
	id: 'w1',
	state: { id: 's1', name: 'Done', group: 'completed' },
	assignees: [ada, bob],
	priority: 'high',
	parent: 'w0',
	start_date: null,
	target_date: '2026-03-31',
	labels: [],
};
