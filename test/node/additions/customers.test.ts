import { expect, it } from '@jest/globals';

import { byId } from '../../engine/samples';
import { jsonResponse } from '../../unit/responses';
import { useAnswers } from '../useAnswers';
import { uuid } from './targets';

const startServer = useAnswers();

it('Work items of a customer are all linked, although the response lacks one that was there before (row 459)', async () => {
	const linked = { id: uuid(1), name: 'Print on both sides' };
	const server = startServer({
		'POST *': jsonResponse({ message: 'Linked', linked_issues: [linked] }),
	});

	const { json } = await server.run('customer.addWorkItems', {
		customerId: byId(uuid(9)),
		workItemIds: `${uuid(1)}, ${uuid(2)}`,
	});

	expect(json).toEqual([linked, { id: uuid(2) }]);
});
