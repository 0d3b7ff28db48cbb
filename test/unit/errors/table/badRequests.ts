import type { JsonObject } from 'n8n-workflow';

import type { Call } from '../../../../nodes/shared/model/call';
import {
	customer,
	initiative,
	label,
	link,
	moduleArchive,
	moduleUpdate,
	project,
	projectMember,
	projectUpdate,
	state,
	stateDeletion,
	sticky,
	toCycle,
	toModule,
	workItems,
} from './calls';
import { VALUES } from './remedies';
import { alike, row, type Row } from './row';

/** Row 241, and the words of a Community Edition 1.3.1. */
const EXTERNAL_ID_EXISTS = 'Issue with the same external id and external source already exists';

/** What the server says if the name is taken, and if the identifier is (row 416). */
const PROJECT_TAKEN = { name: 'The project name is already taken' };

/** A field that is refused with the word "No", by the name that the panel shows for it. */
const refused: readonly (readonly [title: string, call: Call, body: JsonObject, name: string])[] = [
	['a field as a text', customer, { email: 'No.' }, 'Email'],
	['a field with another name in the panel', toModule, { issues: ['No.'] }, 'Work Item IDs'],
	['a field with another name on some servers', link, { title: ['No.'] }, 'Name'],
	['a filter', workItems, { assignee: ['No.'] }, 'Assignee'],
	['a part of the path', label, { project_id: ['No.'] }, 'Project'],
];

/** Values that the server refuses; how its messages are read is tested in `serverMessage.test.ts`. */
export const values: readonly Row[] = [
	...refused.map(([title, call, body, name]) =>
		row(title, call, [400, body], `Plane refused ${name}: No`, `Check ${name} of this item.`),
	),
	...alike('Plane refused Start Date: No. Lead', 'Check Start Date and Lead of this item.', [
		['several fields', moduleUpdate, [422, { start_date: ['No.'], lead: ['Unknown.'] }], 'Unknown'],
	]),
	...alike(
		'Plane refused Member Names or IDs, entry 1',
		'Check Member Names or IDs of this item.',
		[['an entry of a list', moduleUpdate, [400, { members: { 0: ['No UUID.'] } }], 'No UUID']],
	),
	...alike('Plane refused Logo Props, icon, name', 'Check Logo Props of this item.', [
		['a part of a value', initiative, [400, { logo_props: { icon: { name: ['No.'] } } }], 'No'],
	]),
	...alike('Plane refused estimate_point', VALUES, [
		[
			'a field that the panel does not have',
			moduleUpdate,
			[400, { estimate_point: ['No.'] }],
			'No',
		],
	]),
	...alike('Plane refused entry 2, name', VALUES, [
		[
			'one record of several',
			toCycle,
			[400, [{}, { name: ['May not be blank.'] }]],
			'May not be blank',
		],
	]),
	...alike('Plane refused the request', VALUES, [
		[
			'the request',
			moduleUpdate,
			[400, { non_field_errors: ['The dates cross'] }],
			'The dates cross',
		],
	]),
	row(
		'the request and one field',
		moduleUpdate,
		[400, { non_field_errors: ['The dates cross.'], lead: ['Unknown.'] }],
		'Plane refused the request: The dates cross. Lead: Unknown',
		'Check Lead of this item.',
	),
	...alike('Plane refused the request without saying why', VALUES, [
		['JSON instead of a sentence', moduleUpdate, [400, { detail: '{"a": 1}' }]],
		['nothing', moduleUpdate, [400, '']],
	]),
	row(
		'a rule of Plane about the project',
		moduleUpdate,
		[400, { error: 'Modules are not enabled for this project' }],
		'Modules are turned off in this project',
		'An administrator of the project can change that: in Plane under Project Settings, Features, or with Project → Update: Modules.',
	),
	row(
		'a rule of Plane about the record',
		moduleArchive,
		[400, { error: 'Only completed or cancelled modules can be archived' }],
		'Module 0c7da278-21b6-4225-9d30-da0e1a924ae5 is neither completed nor cancelled, and only such a module can be archived',
		'If the work is over, change its status first with Module → Update.',
	),
	...alike('Plane refused Name', 'Check Name of this item.', [
		[
			'a change to a name that is taken',
			moduleUpdate,
			[400, { name: ['It is taken.'] }],
			'It is taken',
		],
		[
			'a sticky with a name that is taken',
			sticky,
			[400, { name: ['It is taken.'] }],
			'It is taken',
		],
	]),
	...alike(
		'Plane already has this record',
		'Use the existing record or, if this is to be another one, choose another name.',
		[['a malformed ID', sticky, [409, { id: 's<1', error: 'It is taken' }], 'It is taken']],
	),
	...alike('Plane refused the request', VALUES, [
		[
			'a deletion that conflicts with other records, which has nothing to do with a name (row 518)',
			stateDeletion,
			[409, { error: 'The state has work items' }],
			'The state has work items',
		],
	]),
	...alike(
		'Plane already has this record',
		'Choose another name, or rename the record that has this one if that is the wrong one.',
		[
			[
				'a name that a change cannot take, with the ID of the changed record itself (row 66)',
				moduleUpdate,
				[409, { id: '0c7da278-21b6-4225-9d30-da0e1a924ae5', error: 'It is taken' }],
				'It is taken',
			],
		],
	),
	...alike(
		'Plane already has another record with External ID sheet:row-12',
		'Find out which of the two it belongs to before you change either: an import goes by the External ID, and creates a record again whose External ID was changed.',
		[
			[
				'an external ID that a change cannot take, with the ID of the changed record (row 66)',
				{ ...moduleUpdate, body: { external_id: 'row-12', external_source: 'sheet' } },
				[409, { id: '0c7da278-21b6-4225-9d30-da0e1a924ae5', error: EXTERNAL_ID_EXISTS }],
				EXTERNAL_ID_EXISTS,
			],
		],
	),
	...alike(
		'Plane already has another record with External ID row-12',
		'Find out which of the two it belongs to before you change either: an import goes by the External ID, and creates a record again whose External ID was changed.',
		[
			[
				'an external ID that a change cannot take, although its source stays as it is (row 411)',
				{ ...moduleUpdate, body: { external_id: ' row-12 ' } },
				[409, { id: '0c7da278-21b6-4225-9d30-da0e1a924ae5', error: EXTERNAL_ID_EXISTS }],
				EXTERNAL_ID_EXISTS,
			],
		],
	),
	row(
		'a project whose name or identifier is taken',
		project,
		[409, PROJECT_TAKEN],
		'Plane already has a project with this name or this identifier',
		'To return or update the one with this identifier, add the option If It Already Exists. If this is to be another project, use another name and another identifier.',
	),
	row(
		'a project whose identifier no visible project has (row 405)',
		{ ...project, ifExists: 'use' },
		[409, PROJECT_TAKEN],
		'Plane already has a project with this name or this identifier',
		'None of the projects that you can see has this identifier: another one has the name, or one that you cannot see has the identifier. Use another name or another identifier.',
	),
	row(
		'a change of a project to a name or an identifier that is taken',
		projectUpdate,
		[409, PROJECT_TAKEN],
		'Plane already has a project with this name or this identifier',
		'Use another name or another identifier.',
	),
	...alike(
		'Plane takes this for a second record with the same External ID, although this item has no External ID',
		'Older versions of Plane do so: ask whoever runs the server to update it.',
		[
			[
				'a change without an external ID, by an old server (row 241)',
				moduleUpdate,
				[409, { error: EXTERNAL_ID_EXISTS }],
				EXTERNAL_ID_EXISTS,
			],
		],
	),
	row(
		'a project member who is one already, or was one (row 88)',
		projectMember,
		[400, { error: 'The payload is not valid' }],
		'The user is already a member of this project, or was removed from it before',
		'To change the role of a current member, use Project Member → Update. A removed member can be added again only in Plane itself, under Project Settings → Members.',
	),
	...alike(
		'Plane already has this record',
		`Its ID is ${'a'.repeat(64)}. It is not the record that If It Already Exists looks for, because other values of it differ: if this is to be another record, use another name or External ID.`,
		[
			[
				'a record that is there and was not found by the values of the item',
				{ ...state, ifExists: 'use' },
				[409, { id: 'a'.repeat(64), error: 'It is taken' }],
				'It is taken',
			],
		],
	),
	...alike(
		'Plane already has this record',
		'Use the existing record, which has the ID sticky-1, or, if this is to be another one, choose another name.',
		[['a sticky that is there', sticky, [409, { id: 'sticky-1', error: 'No' }], 'No']],
	),
	...alike(
		'Plane already has this record',
		`Its ID is ${'a'.repeat(64)}. To return or update it, add the option If It Already Exists. If this is to be another record, use another name or External ID.`,
		[
			[
				'a record that is there',
				state,
				[400, { id: 'a'.repeat(64), name: ['It is taken.'] }],
				'Name: It is taken',
			],
		],
	),
	...alike(
		'Plane already has this record',
		'To return or update it, add the option If It Already Exists. If this is to be another record, use another name or External ID.',
		[
			[
				'a name that is taken, without its ID',
				state,
				[409, { detail: 'It is taken' }],
				'It is taken',
			],
		],
	),
];
