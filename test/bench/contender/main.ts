// The process of a contender, named on the command line: a fresh one for each, equal but for the
// work, with n8n's engine loaded in those by hand too.

import { Engine, type PlaneNode } from '../../engine/engine';
import { serve } from '../process/serve';
import { AT_ONCE, type Updates, type Additions, type Work } from '../work';
import { followCursor, sendEach } from './axios';
import { helperLoop, helperLoopNode } from './helperLoop';
import { httpRequest, httpRequestNode } from './httpRequest';
import { credentialOf, itemsOf, planeNode, resultOf } from './items';
import { measure } from './measure';
import type { ContenderName, ContenderProtocol, Result } from './protocol';

const name = process.argv[2];

const engine = Engine.start({
	...helperLoop,
	...(name === ('http-request' satisfies ContenderName) ? httpRequest() : {}),
});

async function runNode(node: PlaneNode, work: Work): Promise<Result> {
	const { place } = work;
	return resultOf(await (await engine).run(node, itemsOf(work), credentialOf(place)), work);
}

/** @throws Error for work that the contender cannot do */
async function compete(work: Work): Promise<Result> {
	switch (name as ContenderName) {
		case 'plane':
			return await runNode(planeNode(work), work);
		case 'helper-loop':
			return await runNode(helperLoopNode(work.place), work);
		case 'http-request':
			return await runNode(httpRequestNode(work.place), work);
		case 'axios-one-by-one':
			return await sendEach(inRequests(work), 1);
		case 'axios-at-once':
			return await sendEach(inRequests(work), AT_ONCE);
		case 'axios-cursor':
			if (work.kind !== 'listing') throw new Error('A cursor leads through a list only.');
			return await followCursor(work);
	}
}

function inRequests(work: Work): Updates | Additions {
	if (work.kind === 'listing') throw new Error('A list has no request per item.');
	return work;
}

serve<ContenderProtocol>({
	async run(work) {
		await engine;
		return await measure(async () => await compete(work));
	},
});
