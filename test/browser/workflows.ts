import type { INodeParameters } from 'n8n-workflow';

import { byId, locator, parametersFor } from '../engine/samples';
import { Draft, STEP, type WorkflowFile } from '../n8n/workflows/draft';
import { documented } from '../n8n/workflows/examples';
import { seed } from '../service/seed';

/**
 * The workflows that n8n has before a person opens it. Each test has one of its own: n8n keeps what
 * a person changed, and locks a workflow for some time after the tab that it was changed in is gone.
 */
export const names = {
	/** This one and the next have nothing but a start: the node is still to be added. */
	empty: 'My first workflow with Plane',
	create: 'A work item from nothing',
	byUrl: 'A module by its address',
	wrongValue: 'A module with a wrong value',
	credential: 'A module with a new credential',
	/** The project and the work item come from the node before; the rest was chosen in the panel. */
	saved: 'An update of what comes in',
	darkMode: 'A module in the dark',
	/** Two nodes that create the same, one with Plane, one with Jira. */
	speed: 'A work item and an issue',
	/** These have nothing at all. */
	polling: 'When something changes in Plane',
	webhook: 'When Plane calls',
} as const;

const project = locator(seed(0).projects);
const ada = { __rl: true, mode: 'name', value: 'ada@example.com' };
const addresses = { fromEmail: 'plane@example.com', toEmail: 'team@example.com' };

/** The examples of the documentation that have a picture, by their files, as their reader fills them in. */
const choices = {
	'sheet-to-work-items': { projectId: project, url: 'https://example.com/sheet.csv' },
	'done-to-chat': { url: 'https://chat.example.com/hook' },
	'form-to-intake': { projectId: project },
	'week-into-cycle': { projectId: project, assignee: ada },
	'pull-request': {},
	'weekly-report': { projectId: project, ...addresses },
	agent: { projectId: project },
} as const satisfies Record<string, INodeParameters>;

type Example = keyof typeof choices;

export const examples = Object.keys(choices) as readonly Example[];

/** An example as it is imported. */
export const exampleOf = (file: Example): WorkflowFile =>
	documented(`workflows/${file}`, `example-${file}`, choices[file]);

/**
 * Adds Plane and Jira, ready to create the same work item in a project that was chosen. Neither
 * follows the other one: a panel shows on its left what comes of the node before.
 */
function withBothTrackers(draft: Draft, after: string): WorkflowFile {
	const name = 'Write the release notes';
	const fromList = { mode: 'list', cachedResultName: 'Website (WEB)' };
	const inPlane = { projectId: { ...project, ...fromList }, name };
	const inJira = {
		jiraVersion: 'cloud',
		project: { __rl: true, value: '10001', ...fromList },
		issueType: { __rl: true, value: '10002', mode: 'list', cachedResultName: 'Task' },
		summary: name,
	};
	const plane = parametersFor('workItem.create', inPlane);
	const jira = parametersFor('issue.create', inJira);

	draft.add('plane', 'Plane', plane, { after });
	draft.add('jira', 'Jira', jira, { after, at: [STEP, STEP] });

	return draft.file;
}

/** What the workflow `saved` changes of its work item, as its panel shows it. */
export const savedFields = {
	state: 'Done',
	cycle: 'Week 6',
	parent: 'LNCH-2',
} as const;

/** Adds a node that gives the ID of a project and of a work item, and one that updates that work item. */
function withSavedUpdate(draft: Draft, after: string): WorkflowFile {
	const { projects, workItems } = seed(1);
	const values = { project: projects[0]?.id ?? '', id: workItems[0]?.id ?? '' };
	const assignments = Object.entries(values).map(([name, value]) => ({
		id: name,
		name,
		type: 'string',
		value,
	}));
	const row = draft.add('set', 'Row', { assignments: { assignments }, options: {} }, { after });

	const byName = (value: string) => ({ __rl: true, mode: 'name', value });
	const update = parametersFor('workItem.update', {
		projectId: byId('={{ $json.project }}'),
		workItemId: byId('={{ $json.id }}'),
		updateFields: {
			state: byName(savedFields.state),
			cycle: byName(savedFields.cycle),
			parent: byId(savedFields.parent),
			labels: "={{ ['bug', 'design'] }}",
		},
	});

	draft.add('plane', 'Plane', update, { after: row });

	// As the editor saves a workflow. Without it, the editor fails when it runs a part of one again.
	return { ...draft.file, pinData: {} };
}

const withoutNodes: readonly string[] = [names.polling, names.webhook];

/** Ready to be imported. Most update a module of the test service. */
export function workflows(): WorkflowFile[] {
	const { projects, modules } = seed(0);
	const place = { projectId: locator(projects), moduleId: locator(modules) };
	const own = Object.entries(names).map(([key, name]) => {
		const draft = new Draft(`browser-${key}`, name);
		if (withoutNodes.includes(name)) return draft.file;

		const after = draft.add('manual', 'Start');
		if (name === names.speed) return withBothTrackers(draft, after);
		if (name === names.saved) return withSavedUpdate(draft, after);

		const update = parametersFor('module.update', place);
		const isEmpty = name === names.empty || name === names.create;
		if (!isEmpty) draft.add('plane', 'Plane', update, { after });

		return draft.file;
	});

	return [...own, ...examples.map(exampleOf)];
}
