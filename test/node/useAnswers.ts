import { afterEach, beforeEach } from '@jest/globals';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { isFault, type Outcome } from '../../nodes/shared/transport/response';
import { Faults } from '../service/faults';
import type { PlainAnswer } from '../service/faulty/replacement';
import { sourceTypes } from '../unit/contexts';
import { fakePlane, type FakePlane, type Respond, type Routes } from '../unit/fakePlane';
import { InProcessHttp, NetworkError, type OutgoingRequest } from './inProcessHttp';
import { runNode, type NodeResult, type NodeRun } from './plane';
import { VirtualTime } from './virtualTime';

const ORIGIN = 'https://plane.example.com';

const CREDENTIAL: ICredentialDataDecryptedObject = {
	baseUrl: ORIGIN,
	workspaceSlug: 'acme',
	apiKey: 'plane_api_1',
	apiVersion: 'v1',
};

/** One node, and a server that answers as a test says. */
export interface Answers extends Pick<FakePlane, 'requests' | 'routes'> {
	/** Runs a node with this operation, given as `resource.operation`. */
	readonly run: (
		operation: string,
		parameters?: INodeParameters,
		more?: NodeRun,
	) => Promise<Omit<NodeResult, 'requests'>>;
}

export interface AnswersOptions {
	/** Whether the node may use API v2. Default: no, so that the answers need no route of it. */
	readonly withApiV2?: boolean;
	/** The answers of other servers, such as storages, by their origin. */
	readonly others?: Readonly<Record<string, Routes | Respond>>;
}

/**
 * Lets each test of a file run nodes against answers of its own: for responses that the test service does not
 * give, or for exactly these. Whatever the service can answer is tested with `usePlanes`.
 *
 * Time is virtual in these tests, from the same start.
 */
export function useAnswers() {
	let surroundings: { readonly time: VirtualTime; readonly http: InProcessHttp } | undefined;

	beforeEach(async () => {
		// The node imports what it runs when it is first used, which takes real time.
		await import('../../nodes/Plane/run.js');

		const time = VirtualTime.start();
		const http = new InProcessHttp(time);

		http.use();
		surroundings = { time, http };
	});

	afterEach(() => {
		surroundings?.time.stop();
		surroundings = undefined;
	});

	return (
		answers: Routes | Respond,
		{ withApiV2 = false, others = {} }: AnswersOptions = {},
	): Answers => {
		if (surroundings === undefined) throw new Error('A server exists only while a test runs');

		const { time, http } = surroundings;
		const plane = fakePlane(answers);
		const servers = new Map([[ORIGIN, plane]]);
		const credential = { ...CREDENTIAL, apiVersion: withApiV2 ? 'automatic' : 'v1' };

		for (const [origin, routes] of Object.entries(others)) servers.set(origin, fakePlane(routes));

		for (const [origin, server] of servers) {
			http.remove(origin);
			http.add({ answer: answerWith(origin, server), faults: new Faults() }, origin);
		}

		return {
			requests: plane.requests,
			routes: plane.routes,
			run: async (operation, parameters, more) =>
				await runNode({ time, http, types: sourceTypes }, operation, parameters, {
					credential,
					...more,
				}),
		};
	};
}

/** Answers requests of the network with the outcomes of a test. */
const answerWith =
	(origin: string, { send }: FakePlane) =>
	async ({ method, url, body }: OutgoingRequest): Promise<PlainAnswer> => {
		const outcome = await send({
			method: method as 'GET',
			url: `${origin}${url}`,
			headers: {},
			effect: 'read',
			route: '',
			...(body !== undefined && { body }),
		});

		return toAnswer(outcome);
	};

/** @throws NetworkError if the outcome is a fault of the network */
function toAnswer(outcome: Outcome): PlainAnswer {
	if (isFault(outcome)) {
		if (outcome.kind === 'network') throw new NetworkError(outcome.code);

		throw new Error(`A server cannot answer with the fault ${outcome.kind}`);
	}

	const { status, headers, text } = outcome;

	return { status, headers, body: Buffer.from(text) };
}
