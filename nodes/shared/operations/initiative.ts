import {
	choice,
	date,
	htmlText,
	longText,
	name,
	object,
	record,
	required,
	text,
} from '../fields/kinds';
import { members } from '../lists/lists';
import { updateBody } from './body';
import { update } from './builders';

/** The reason why the fields of the description are not compared with the response. */
const DERIVED_DESCRIPTIONS = 'Servers derive the forms of a text from each other.';

export const updateInitiative = update({
	resource: 'initiative',
	description: 'Change the details of an initiative',
	path: 'initiatives/{initiative_id}/',
	edition: 'commercial',
	body: updateBody([
		required(
			name('name', 'Name of the initiative. Plane requires it with every change.', {
				placeholder: 'e.g. Launch in spring',
			}),
		),
		longText('description', 'What the initiative is about, as plain text', {
			notComparedReason: DERIVED_DESCRIPTIONS,
		}),
		htmlText('description_html', 'What the initiative is about', {
			placeholder: 'e.g. <p>All that the launch needs</p>',
			notComparedReason: DERIVED_DESCRIPTIONS,
		}),
		longText('description_stripped', 'The HTML description without its tags', {
			notComparedReason: DERIVED_DESCRIPTIONS,
		}),
		text('description_binary', 'The description in the binary form of the editor', {
			notComparedReason: DERIVED_DESCRIPTIONS,
		}),
		record('lead', 'User who leads the initiative', members),
		date('start_date', 'Day on which the initiative starts'),
		date('end_date', 'Day on which the initiative ends', { notBefore: 'start_date' }),
		object('logo_props', 'Icon of the initiative', {
			placeholder: 'e.g. {"in_use": "icon", "icon": {"name": "Rocket"}}',
		}),
		choice(
			'state',
			['DRAFT', 'PLANNED', 'ACTIVE', 'COMPLETED', 'CLOSED'],
			'State of the initiative',
		),
	]),
});
