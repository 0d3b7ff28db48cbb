import { running } from './running';

/** Called by Jest after the last browser test. */
export default async function tearDown(): Promise<void> {
	for (const resource of running.splice(0)) await resource.close();
}
