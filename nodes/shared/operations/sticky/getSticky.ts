import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getSticky = operation({
	kind: 'get',
	resource: 'sticky',
	description: 'Retrieve one sticky',
	path: 'stickies/{sticky_id}/',
	simplified: cards.sticky,
});
