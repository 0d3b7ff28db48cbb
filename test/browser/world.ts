/** What is there for the whole run, whatever the test: made by `setUp.ts`. */
export interface World {
	/** n8n's address, without a slash at its end. */
	readonly url: string;
	readonly owner: { readonly email: string; readonly password: string };
	/** Where n8n's ready credential expects the test service; each test starts its own there. */
	readonly servicePort: number;
}

const VARIABLE = 'PLANE_BROWSER_WORLD';

/** Tells the test files, which jest runs in processes of their own. */
export function announce(world: World): void {
	process.env[VARIABLE] = JSON.stringify(world);
}

export function announced(): World {
	const told = process.env[VARIABLE];
	if (told === undefined) throw new Error('Nothing was set up: see setUp.ts');
	return JSON.parse(told) as World;
}
