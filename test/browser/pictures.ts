import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';

const top = resolve(__dirname, '../..');

/** Folder of the pictures in the documentation. */
export const DOCS_FOLDER = join(top, 'docs/pictures');

/** Descriptions of the pictures in the documentation, by file name. */
export const pictures = {
	'node-list': 'The list of nodes: a search for “plane” finds Plane, with its actions',
	'choose-a-module':
		'The panel of Module → Update: a module is found in the list by a part of its name',
	'choose-the-current-cycle':
		'The panel of Work Item → Create: the cycle is chosen from the list, the current one first',
	'import-automatically':
		'The panel of Work Item → Create or Update: the columns of a row of Jira were mapped automatically',
	'custom-properties':
		'The panel of Work Item → Create: the custom properties of the type Task, with an input for each kind',
	'module-updated': 'After Execute step: the updated module in the output, with its new status',
	'wrong-value': 'A wrong value: the error names the field, the value and how to fix it',
	'wrong-key': 'The credential with a wrong key: the dialog says that the server refuses it',
	'polling-trigger': 'The panel of the Plane Polling Trigger, with the test event that it fetched',
	'instant-trigger':
		'The panel of the Plane Trigger: the Production URL, and what to do with it in Plane',
	'started-by-plane': 'The executions of a workflow that Plane has started by a webhook',
	'example-daily-briefing':
		'A briefing: open work items, one for each assignee, and one message for each',
	'example-failed-workflow':
		'A failed workflow: a work item, or a comment on the one that there is',
	'example-chat-commands': 'Commands in Slack: the signature, the command, and the answer',
	'example-approval-by-comment':
		'A comment approves or declines: the decision, the state, and a message',
	'example-sheet-to-work-items':
		'Rows of a spreadsheet become work items: from a schedule to Create or Update',
	'example-done-to-chat': 'A message to chat: the Plane Trigger, and a message',
	'example-form-to-intake':
		'A form becomes an intake item: one branch attaches the files, the other responds',
	'example-week-into-cycle':
		'A new week: what is left of the last cycle, and what is due this week',
	'example-from-git':
		'Commits and pull requests: for each work item a link, a comment and the state',
	'example-weekly-report': 'A weekly report: what was done becomes a table, which is sent',
	'example-agent': 'An agent with a model, a memory and three tools of Plane',
} as const;

export type PictureName = keyof typeof pictures;

/** Size of the browser's window, and so of the pictures, in pixels. */
export const WINDOW = { width: 1280, height: 800 } as const;

/**
 * Takes a picture of the page. `PICTURES=docs npm run test:browser` saves it in the documentation; otherwise
 * it is saved in another folder, so that every test run takes all pictures.
 */
export async function takePicture(page: Page, name: PictureName): Promise<void> {
	const folder = process.env.PICTURES === 'docs' ? DOCS_FOLDER : join(top, '.cache/pictures');

	mkdirSync(folder, { recursive: true });
	await page.screenshot({
		path: join(folder, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
		scale: 'css',
	});
}
