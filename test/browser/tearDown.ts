import { running } from './setUp';

/** Called by Jest after the last browser test. */
export default async function tearDown(): Promise<void> {
	for (const started of running.splice(0)) await started.close();
}
