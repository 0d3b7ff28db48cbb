/** The part of s3rver that the test store uses; the package has no types of its own. */
declare module 's3rver' {
	import type { IncomingMessage, ServerResponse } from 'node:http';

	interface StoredObject {
		content: AsyncIterable<Buffer> | null;
		metadata: Record<string, string>;
	}

	/** A notification of a change, in Amazon's format. */
	interface StoreEvent {
		Records: { eventName: string; s3: { object: { key: string; size: number } } }[];
	}

	class S3rver {
		constructor(options: {
			directory: string;
			silent: boolean;
			vhostBuckets: boolean;
			configureBuckets: { name: string }[];
		});
		configureBuckets(): Promise<unknown>;
		on(name: 'event', listener: (event: StoreEvent) => void): void;
		callback(): (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
		logger: { exceptions: { unhandle(): void }; close(): void };
		store: {
			getObject(bucket: string, key: string): Promise<StoredObject | null>;
			/** Returns the path of a file of an object. */
			getResourcePath(bucket: string, key: string | undefined, resource: string): string;
			deleteObject(bucket: string, key: string): Promise<void>;
			listObjects(bucket: string, options: object): Promise<{ objects: { key: string }[] }>;
		};
	}

	export = S3rver;
}
