import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Creator } from '../create';
import type { Admit } from '../limit';
import type { ReceivedRequest, ServiceOptions } from '../service';
import type { ServiceState } from '../state';
import type { Uploads } from '../upload';

/** What a face is built on: the server, and the one state that both faces show. */
export interface FaceHost {
	app: FastifyInstance;
	/** Path before `/api/v1`. */
	prefix: string;
	state: ServiceState;
	create: Creator;
	uploads: Uploads;
	options: ServiceOptions;
	/** Asked once for each request that counts: with its key, known by then to be the right one. */
	admit: Admit;
	/** What is remembered of a request. */
	entryOf(request: FastifyRequest): ReceivedRequest | undefined;
}
