import type { INodeParameters } from 'n8n-workflow';

import { byId, locateFirst, parametersFor } from '../engine/samples';
import { Draft, STEP, type WorkflowFile } from '../n8n/workflows/draft';
import { readDocumentedWorkflow } from '../n8n/workflows/examples';
import { seed } from '../service/seed';

/**
 * Names of the workflows that are imported before the tests. Each test has its own: n8n keeps changes, and
 * locks a workflow for some time after the tab in which it was changed is closed.
 */
export const workflowNames = {
	/** This one and the next three only have a manual trigger. */
	empty: 'My first workflow with Plane',
	create: 'A work item from nothing',
	gestures: 'A work item with few gestures',
	mapper: 'A work item with custom properties',
	/** A manual trigger, and a node that returns a row of another tool. */
	import: 'Work items from another tool',
	byUrl: 'A module by its address',
	wrongValue: 'A module with a wrong value',
	credential: 'A module with a new credential',
	oauth: 'A module with a connected account',
	/** Project and work item are expressions; all other values are fixed. */
	saved: 'An update of what comes in',
	darkMode: 'A module in the dark',
	/** Nodes of Plane and of Jira that create the same record, and ones that update it. */
	speed: 'A work item and an issue',
	/** These have no nodes. */
	polling: 'When something changes in Plane',
	webhook: 'When Plane calls',
} as const;

const [{ id: projectId } = { id: '' }] = seed(0).projects;
const project = locateFirst(seed(0).projects);
const assignee = { __rl: true, mode: 'name', value: 'ada@example.com' };
const addresses = { fromEmail: 'plane@example.com', toEmail: 'team@example.com' };

/** The examples of the documentation that have a picture, by file, with the values that a reader enters. */
const exampleValues = {
	'from-git': {},
	'daily-briefing': addresses,
	'failed-workflow': { projectId: project },
	'chat-commands': { projectId: project, secret: 'from your Slack app' },
	'approval-by-comment': { projects: [projectId], url: 'https://chat.example.com/hook' },
	'sheet-to-work-items': { projectId: project, url: 'https://example.com/sheet.csv' },
	'done-to-chat': { url: 'https://chat.example.com/hook' },
	'form-to-intake': { projectId: project },
	'week-into-cycle': { projectId: project, assignee },
	'weekly-report': { projectId: project, ...addresses },
	agent: { projectId: project },
} as const satisfies Record<string, INodeParameters>;

type Example = keyof typeof exampleValues;

export const exampleNames = Object.keys(exampleValues) as readonly Example[];

/** An example, ready to be imported. */
export const readExample = (file: Example): WorkflowFile =>
	readDocumentedWorkflow(`workflows/${file}`, `example-${file}`, exampleValues[file]);

/**
 * Adds nodes of Plane and of Jira that create a work item with a title alone, and ones that update it. They are not
 * connected with each other, because a panel shows the output of the previous node.
 */
function addPlaneAndJira(draft: Draft, after: string): WorkflowFile {
	const name = 'Write the release notes';
	const fromList = { mode: 'list', cachedResultName: 'Website (WEB)' };
	const projectId = { ...project, ...fromList };
	const workItemId = { __rl: true, mode: 'name', value: 'WEB-1' };
	const jiraProject = { __rl: true, value: '10001', ...fromList };
	const issueType = { __rl: true, value: '10002', mode: 'list', cachedResultName: 'Task' };
	const jiraVersion = 'cloud';
	// A new node shows further fields, whose lists are loaded. A saved one shows those that were kept.
	const additionalFields = {};
	const parameters = {
		Plane: parametersFor('workItem.create', { projectId, name, additionalFields }),
		Jira: parametersFor('issue.create', {
			jiraVersion,
			project: jiraProject,
			issueType,
			summary: name,
			additionalFields,
		}),
		'Plane Update': parametersFor('workItem.update', { projectId, workItemId }),
		'Jira Update': parametersFor('issue.update', { jiraVersion, issueKey: 'WEB-1' }),
	};

	for (const [index, [title, values]] of Object.entries(parameters).entries()) {
		const kind = title.startsWith('Plane') ? 'plane' : 'jira';

		draft.add(kind, title, values, { after, at: [STEP, index * STEP] });
	}

	return draft.file;
}

/** The values in the workflow `saved`, as its panel shows them. */
export const savedFields = {
	state: 'Done',
	cycle: 'Week 6',
	parent: 'LNCH-2',
} as const;

/** A row with seven columns, as Jira exports them. */
export const importedRow = {
	'Issue key': 'ENG-1',
	Summary: 'Oil the bearings',
	Status: 'To Do',
	Assignee: 'Ada Lovelace',
	Priority: 'Highest',
	Labels: 'bug, workshop',
	'Due date': '30/Nov/26 12:00 AM',
};

/** Adds a node that returns the IDs of a project and a work item, and one that updates this work item. */
function addSavedUpdate(draft: Draft, after: string): WorkflowFile {
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

	// The editor saves it, and fails without it when it runs a part of the workflow again.
	return { ...draft.file, pinData: {} };
}

const workflowsWithoutNodes: readonly string[] = [workflowNames.polling, workflowNames.webhook];

/** All workflows, ready to be imported. Most update a module of the test service. */
export function createWorkflows(): WorkflowFile[] {
	const { projects, modules } = seed(0);
	const place = { projectId: locateFirst(projects), moduleId: locateFirst(modules) };
	const own = Object.entries(workflowNames).map(([key, name]) => {
		const draft = new Draft(`browser-${key}`, name);
		if (workflowsWithoutNodes.includes(name)) return draft.file;

		const after = draft.add('manual', 'Start');
		if (name === workflowNames.speed) return addPlaneAndJira(draft, after);
		if (name === workflowNames.saved) return addSavedUpdate(draft, after);

		if (name === workflowNames.import) {
			draft.add(
				'set',
				'Row',
				{ mode: 'raw', jsonOutput: JSON.stringify(importedRow), options: {} },
				{ after },
			);

			return draft.file;
		}

		const update = parametersFor('module.update', place);
		const { empty, create, gestures, mapper } = workflowNames;
		const isEmpty = [empty, create, gestures, mapper].some((title) => title === name);
		if (!isEmpty) draft.add('plane', 'Plane', update, { after });

		return draft.file;
	});

	return [...own, ...exampleNames.map(readExample)];
}
