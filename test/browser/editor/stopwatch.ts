import type { JSHandle, Page } from 'playwright-core';

/** When the last click was, and what came of it, in milliseconds of the page's own clock. */
interface Watch {
	clicked: number;
	/** When the panel last got or lost an element or a text. */
	changed: number;
	/** When the second frame after that began, so that it is drawn and the page answers again. */
	drawn: number;
}

/** How long nothing may change in a panel before it counts as ready, in milliseconds. */
const QUIET = 400;

/** What the functions below use of the page that they run in. */
interface Part {
	contains(other: Part | null): boolean;
}
interface Change {
	readonly target: Part;
	readonly addedNodes: Iterable<Part>;
}
declare const document: Part & { querySelector(selector: string): Part | null };
declare const requestAnimationFrame: (then: () => void) => void;
declare const addEventListener: (
	type: 'click',
	listener: (event: { readonly timeStamp: number }) => void,
	capture: boolean,
) => void;
declare const MutationObserver: new (listener: (changes: readonly Change[]) => void) => {
	observe(part: Part, what: object): void;
};

/** Measures in the page, without the way to the browser and back, what a click on a node takes. */
export class Stopwatch {
	private constructor(private readonly watch: JSHandle<Watch>) {}

	/** A watch over the panels of this page, which is open. */
	static async over(page: Page): Promise<Stopwatch> {
		return new Stopwatch(await page.evaluateHandle(watchPanels));
	}

	/**
	 * Takes the time from the last click of an action until the panel is drawn.
	 *
	 * @param sign what the panel has by then, as a CSS selector
	 * @returns the milliseconds that it took, and what the action gave
	 */
	async time<T>(action: () => Promise<T>, sign: string): Promise<{ took: number; result: T }> {
		const result = await action();

		return { took: await this.watch.evaluate(untilReady, { sign, quiet: QUIET }), result };
	}
}

/** Runs in the page. */
function watchPanels(): Watch {
	const watch: Watch = { clicked: NaN, changed: NaN, drawn: NaN };

	const isInPanel = ({ target, addedNodes }: Change) => {
		const panel = document.querySelector('[data-test-id="ndv"]');
		if (panel === null) return false;

		return panel.contains(target) || [...addedNodes].some((added) => added.contains(panel));
	};

	addEventListener('click', ({ timeStamp }) => (watch.clicked = timeStamp), true);
	const observer = new MutationObserver((changes) => {
		if (!changes.some(isInPanel)) return;

		watch.changed = performance.now();
		requestAnimationFrame(() => {
			requestAnimationFrame(() => (watch.drawn = performance.now()));
		});
	});

	observer.observe(document, { subtree: true, childList: true, characterData: true });

	return watch;
}

/** Runs in the page. */
async function untilReady(
	watch: Watch,
	{ sign, quiet }: { readonly sign: string; readonly quiet: number },
): Promise<number> {
	const isReady = () =>
		watch.changed > watch.clicked &&
		watch.drawn > watch.changed &&
		performance.now() - watch.changed > quiet &&
		document.querySelector(sign) !== null;

	while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 50));

	return watch.drawn - watch.clicked;
}
