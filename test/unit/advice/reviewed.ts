/** What an advice states itself: what must be true first, or what a second run does. */
export const CONDITIONS: Readonly<Record<string, string>> = {
	'If you rename this node once it is published, it starts over: n8n remembers by its name what it has seen.':
		'once it is published',
	'Run the node that provides the file again, if running it twice does no harm.':
		'if running it twice does no harm',
	'External ID is safest. By title, a renamed one is created again.': 'By title',
	'Use the existing record{} or, if this is to be another one, choose another name.':
		'if this is to be another one',
	'Plane does not return it: it may have been deleted in the meantime, so run the item again.':
		'may have been deleted in the meantime',
	'{}{} If this is to be another record, use another name or External ID.':
		'If this is to be another record',
	'{}It is not the record that {} looks for, because other values of it differ: if this is to be another record, use another name or External ID.':
		'if this is to be another record',
	'If they are one record, leave out the row that is out of date. If they are several, as in an export of several repositories, give them different External IDs, such as their addresses: what was imported before by its number would be created again.':
		'what was imported before by its number would be created again',
	'Choose another name, or rename the record that has this one if that is the wrong one.':
		'if that is the wrong one',
	'Find out which of the two it belongs to before you change either: an import goes by the External ID, and creates a record again whose External ID was changed.':
		'before you change either',
	'If it is to be used again, unarchive it first. Otherwise choose another one.':
		'If it is to be used again',
	'Nothing was saved for this item. Change the name of the {}, or create the {} in Plane.':
		'Nothing was saved for this item',
	'Remove that in Plane if this one is to take its place.': 'if this one is to take its place',
	'Most likely, it is archived: unarchive it.': 'Most likely, it is archived',
	'It may have been deleted in the meantime: run the item again.': 'may have been deleted',
	'{} If this is to be another record, use another name or External ID.':
		'If this is to be another record',
	'To return or update the one with this identifier, add the option {}. If this is to be another project, use another name and another identifier.':
		'If this is to be another project',
	'It was most likely deleted in the meantime, and nothing was created or changed: run the item again to create it.':
		'nothing was created or changed',
	'Nothing was created. Look for the record by its name, with Get Many. Only if there is none, set {} to Fail: then each run creates another one.':
		'Only if there is none',
	'Running the item again would fail, and create nothing. To create records without this check, set {} to Fail: then each run creates another one.':
		'then each run creates another one',
	'Two imports at the same time can make such records, or somebody who gives no External Source. Give all but one of them another External ID, or delete those of which you know that nothing in them is needed; then run the item again.':
		'of which you know that nothing in them is needed',
	'They may be different records that are called alike: match on External ID, or rename all but the right one. Delete one only if you know that nothing in it is needed.':
		'only if you know that nothing in it is needed',
	'Give this one another name or, if both are the same, leave out External ID to take the record that is there.':
		'if both are the same',
	'If the project is to be used again, restore it first with Project → Unarchive. Otherwise choose another one.':
		'If the project is to be used again',
	'Fill in Value. If the value in Plane is to be removed, use Delete.':
		'If the value in Plane is to be removed',
	'Make another state the default one with State → Update: that turns Default off for this one. If another one is a default state already, turn Default off for this one.':
		'Make another state the default one',
	'If they may have another state, move them there first with Work Item → Update.':
		'If they may have another state',
	'If the project is to be used again, restore it first with Project → Unarchive.':
		'If the project is to be used again',
	'This was not carried out: run the item again.': 'This was not carried out',
	'Try again once this is done.': 'once this is done',
	'Running the item again is safe: it changes nothing twice.': 'it changes nothing twice',
	'Do not run the item again, because that would create a duplicate.': 'Do not',
	'Check Plane for {} before you run the item again, or you may create a duplicate.':
		'Check Plane for {} before',
	'Check in Plane before you run the item again: doing it twice is not the same as doing it once.':
		'Check in Plane before',
	'Running the item again is safe by ID ({}): what is not found is gone. By name, it could find another record.':
		'by ID ({})',
	'Running the item again is safe: what is not found is gone.': 'what is not found is gone',
	'Uploading it again is safe: with the same upload credentials it replaces the first one.':
		'with the same upload credentials it replaces the first one',
	'To run the item again, set {} to {}: then the record is found, and nothing is created twice.':
		'the record is found, and nothing is created twice',
	'Nothing was saved for this item. Run the item again: if the {} was created after all, it is found by its name.':
		'it is found by its name',
	'An attachment that is not completed does not show in Plane: this file can be attached again.':
		'this file',
	'Look in Plane for each file that may be attached before you run the item again, and leave out what is attached.':
		'before you run the item again',
	'Leave out what is attached when you run the item again.': 'Leave out what is attached',
	'The connection may be slow. Try again later, with new upload credentials.':
		'with new upload credentials',
	'This error came from n8n. Check in Plane whether the item was carried out before running it again.':
		'Check in Plane whether the item was carried out before',
	'A likely cause is that the intake was turned on when the project was created: turn it on again with Project → Update. Each failed attempt has left a hidden work item in the state Triage.':
		'Each failed attempt has left a hidden work item',
	'Version 1.3 of Plane refuses every value, which is a fault of the server. Remove it, and turn on Default of the state with State → Update: new work items then get that state.':
		'new work items then get that state',
	'Change its state first with Work Item → Update. To archive it as it is, turn on Archive Open Work Items under Options: no list, search or key finds it then, only its ID or External ID.':
		'To archive it as it is',
	'Run the item again; it will be found by its name.': 'it will be found by its name',
};

/** Why nothing has to be true before somebody follows an advice. */
export const HARMLESS: Readonly<Record<string, string>> = {
	'How often to retry after a dropped connection, a timeout or a server error. Uploads, and creates of records with nothing unique, are retried only if the server cannot have received them.':
		'the node retries, and only what is safe',
	'Cause such an event in Plane, for example by changing a work item that passes the filters, then fetch the test event again.':
		'a test event in the editor: nothing runs',
	'it is a zip archive': 'says what a file is',
	'Rename all of them but one.': 'in a copy of the file, which changes nothing in either tool',
	'Export it again.': 'in the other tool, where an export changes nothing',
	'Export it again: the file may be incomplete.':
		'in the other tool, where an export changes nothing',
	'Export it again: the file may be incomplete. Or close the quotation mark in a text editor.':
		'in the other tool, where an export changes nothing',
	'Export it again, and upload the file as it is: a program that has saved it in between has lost its letters. If the tool itself shows this character, correct it there.':
		'in the other tool, where an export changes nothing',
	'Remove it.': 'a field of the node',
	'Remove it: a tool waits until somebody answers.': 'a field of the node',
	'The input of the agent has it, or the model has added it. Leave it out of the input with the node Edit Fields, or remove Limit Wait Time.':
		'without the limit, nothing goes on before somebody has answered',
	'Remove one of them.': 'a field of the node',
	'Remove one of them before this node, e.g. with Edit Fields, or choose Map Each Column Manually.':
		'a column of the items',
	'Join the conditions with fewer "and", "or" and "not", or remove the other filters.':
		'a filter of the node',
	'The access token has expired, and n8n could not renew it': 'says what happened',
	'{}Open the Plane OAuth2 API credential and connect it again.':
		'the credential keeps its settings',
	'Its account may have been disconnected in Plane. Open the Plane OAuth2 API credential and connect it again.{}':
		'the credential keeps its settings',
	'Use another name or another identifier.': 'a change was refused, nothing is created',
	'None of the projects that you can see has this identifier: another one has the name, or one that you cannot see has the identifier. Use another name or another identifier.':
		'the project that is in the way cannot be used',
	'{} Use a server of such an edition, in the cloud or self-hosted, or remove this node. If it is such a server, {} may be wrong, or the user of the {} may have no access to it.{}':
		'the node cannot do anything on this server',
	'Open the credential and enter the API Key. You can create one in Plane under Profile Settings, API Tokens.':
		'a key is added, none is removed',
	'The key may belong to another server, or have expired. Create a new one in Plane under Profile Settings, API Tokens, and put it into the credential.':
		'a key is added, none is removed',
	"Add them again in Plane's web app, or choose somebody else.": 'a membership that has ended',
	'Choose another one, or create one whose dates include today.':
		'a cycle is added, none is changed',
	'It may have been deleted in the meantime: run the item again. If it is still in Plane, the version of the server may be too old to provide files.':
		'it reads',
	'{} Use a server of such an edition, in the cloud or self-hosted, or remove this node.{}':
		'a node that cannot work on this server',
	'Upgrade the plan, or remove this node.{}': 'a node that cannot work on this plan',
	'The operation needs the {} plan or a higher one: upgrade the plan, or remove this node.{}':
		'a node that cannot work on this plan',
	'Create it with Customer Property → Create.': 'the property does not exist',
	'Load the fields again. The properties are: {}.': 'it reads',
	'Load the fields again, or choose the type that has the property. The properties are: {}.':
		'it reads',
	'Load the fields again, or use the ID of one of them: {}.': 'it reads',
	'Then try again.': 'nothing was saved: an upload to the same key',
	'Try again later.': 'nothing was saved; replaced once something was',
	'Try again, with less at once.': 'nothing was saved; replaced once something was',
	'Wait {}, then try again.': 'refused before it was carried out',
	'Clear {}, too.': 'the item clears the other end already',
	'Fill in every entry, or remove the empty ones.': 'an entry of a field of the node',
	'Fill in {} or remove it.': 'a field of the node',
	'Create one with Estimate → Create, its values with Estimate Point → Create, and choose it with Project → Update: Estimate. Or leave out the field Estimate Point.':
		'the estimate does not exist',
	'To change the role of a current member, use Project Member → Update. A removed member can be added again only in Plane itself, under Project Settings → Members.':
		'says what Plane allows',
	'Only the commercial editions of Plane have types. Otherwise remove Type.': 'a field of the node',
	'Open the credential and paste the key again, without anything around it.':
		'the credential keeps its settings',
	"Check that n8n's binary data storage has room and can be written, then run the item again.":
		'it reads',
	"Check that n8n's binary data storage is not too slow, or raise Timeout under Limits in the credential, then run the item again.":
		'it reads',
	'{}The list kept changing while it was read: {} {} were received, but Plane counted {}. Some may be missing: read the list again. If this hint appears again, ask whoever runs the server to check it: it may not return its records in a stable order':
		'it reads',
	'Plane shows it only once, in a file, when you create the webhook': 'says what happens',
};

/**
 * Texts of the webhook trigger without a condition in their own sentence, and why they need none, or who has to say
 * it. They are about one webhook, and every one that is not this workflow's own is left as it is.
 */
export const TRIGGER_SENTENCES: Readonly<Record<string, string>> = {
	'Publish the workflow again.': 'nothing was registered',
	'Plane sends the delivery again after about ten minutes.': 'says what happens',
	'In n8n 1, restarting n8n is enough, and Plane sends what has arrived since then again.':
		'says what happens',
	'{} Publishing the workflow again tries to use it.': 'says what happens',
	'Delete the former one': 'names both by their IDs, and which of them is in use',
	'Delete it while the workflow is not published': 'says when',
	'Save the workflow, and try again.': 'nothing was registered',
	'unpublish the workflow and publish it again.':
		'only the webhook of this workflow is registered again',
	'Plane sends what has arrived since then again, after about ten minutes.': 'says what happens',
	'enter them under Scopes of the credential, and connect it again.':
		'the credential keeps its settings',
	'delete that one in Plane.': 'the webhook has the URL of this workflow',
	'{} Delete it in Plane.': 'names the webhook by its ID, which this workflow cannot use',
};

const FAULTS = 'engine/followingAdvice.test.ts';
const IMPORTS = 'node/imports/imports.slow.test.ts';
const AGAIN =
	'are one record each with the values of the rows, and nothing changes the second time';

/** The test, below `test/`, that follows an advice: nothing is lost, and nothing doubled. */
export const SHOWN_BY: Readonly<Record<string, readonly [file: string, title: string]>> = {
	'Running the item again is safe: it changes nothing twice.': [
		FAULTS,
		'an update that is run again has its values',
	],
	'Running the item again is safe by ID ({}): what is not found is gone. By name, it could find another record.':
		[FAULTS, 'a deletion by name is run again with the ID'],
	'Running the item again is safe: what is not found is gone.': [
		FAULTS,
		'a removal removes only that',
	],
	'Uploading it again is safe: with the same upload credentials it replaces the first one.': [
		'engine/uploadFile.slow.test.ts',
		'replaces the file when it is run again with the same credentials',
	],
	'To run the item again, set {} to {}: then the record is found, and nothing is created twice.': [
		IMPORTS,
		AGAIN,
	],
	'Nothing was saved for this item. Run the item again: if the {} was created after all, it is found by its name.':
		[
			'node/names/newLabels.test.ts',
			'that cannot be created (%i) is an error about the label, not the item',
		],
};
