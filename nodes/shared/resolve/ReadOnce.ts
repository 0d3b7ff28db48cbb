import { isProblem, type Result } from '../result/problem';

/** Reads each value once in a run. A server that was not reached may be back for the next item, which tries again. */
export class ReadOnce<Value> {
	private readonly readings = new Map<string, Promise<Result<Value>>>();

	/** Remembers a value that something else has shown. */
	remember(key: string, value: Value): void {
		this.readings.set(key, Promise.resolve(value));
	}

	async read(key: string, load: () => Promise<Result<Value>>): Promise<Result<Value>> {
		const reading = this.readings.get(key) ?? load();

		this.readings.set(key, reading);

		const result = await reading;
		const wasNotReached =
			isProblem(result) && result.cause === 'failed' && result.status === undefined;
		if (wasNotReached && this.readings.get(key) === reading) this.readings.delete(key);

		return result;
	}
}
