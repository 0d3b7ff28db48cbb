import { cards } from '../shared/cards';
import { operation } from '../operation';

export const getStickies = operation({
	kind: 'list',
	resource: 'sticky',
	description: "Retrieve a list of the stickies of the API key's user",
	path: 'stickies/',
	list: { records: 'stickies', simplified: cards.sticky },
});
