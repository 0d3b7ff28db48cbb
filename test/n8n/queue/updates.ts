import { idOf } from '../../service/state';
import type { Service } from '../../service/service';

/** What an execution is asked to do for one of its items. */
export interface Update {
	/** The ID of a module that no other update changes. */
	readonly module: string;
	readonly name: string;
}

/** Makes so many calls of so many updates each, and a module for every one of them in the service. */
export function makeCalls(service: Service, calls: number, updates: number): Update[][] {
	const [pattern] = service.state.modules;
	if (pattern === undefined) throw new Error('The service has no module');
	return Array.from({ length: calls }, (_call, call) =>
		Array.from({ length: updates }, (_update, index) => {
			const name = `call ${call + 1}, update ${index + 1}`;
			const module = idOf('module of the queue', call * updates + index);
			service.state.modules.push({ ...pattern, id: module, name });
			return { module, name };
		}),
	);
}
