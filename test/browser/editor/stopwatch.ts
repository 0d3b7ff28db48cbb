import type { JSHandle, Page } from 'playwright-core';

/** Times of the last click and of its effects, in milliseconds of the page's clock. */
interface Watch {
	clicked: number;
	/** When an element or a text in the panel last changed. */
	changed: number;
	/** When the second frame after that began: by then the change is drawn and the page responds. */
	drawn: number;
}

/** How long nothing may change in a panel before it counts as ready, in milliseconds. */
const QUIET = 400;

/** The globals of the page that the functions below use. */
interface PageNode {
	contains(other: PageNode | null): boolean;
}
interface Mutation {
	readonly target: PageNode;
	readonly addedNodes: Iterable<PageNode>;
}
declare const document: PageNode & { querySelector(selector: string): PageNode | null };
declare const requestAnimationFrame: (then: () => void) => void;
declare const addEventListener: (
	type: 'click',
	listener: (event: { readonly timeStamp: number }) => void,
	capture: boolean,
) => void;
declare const MutationObserver: new (listener: (changes: readonly Mutation[]) => void) => {
	observe(part: PageNode, what: object): void;
};

/** Measures in the page how long a click takes, without the communication with the browser. */
export class Stopwatch {
	private constructor(private readonly watch: JSHandle<Watch>) {}

	/** Starts to watch the panels of an open page. */
	static async start(page: Page): Promise<Stopwatch> {
		return new Stopwatch(await page.evaluateHandle(watchPanels));
	}

	/**
	 * Measures the time from the last click of an action until the panel is drawn.
	 *
	 * @param readySelector CSS selector of an element that the panel has by then
	 * @returns the time in milliseconds, and the result of the action
	 */
	async time<T>(
		action: () => Promise<T>,
		readySelector: string,
	): Promise<{ duration: number; result: T }> {
		const result = await action();

		return {
			duration: await this.watch.evaluate(waitUntilReady, {
				readySelector,
				quiet: QUIET,
			}),
			result,
		};
	}
}

/** Runs in the page. */
function watchPanels(): Watch {
	const watch: Watch = { clicked: NaN, changed: NaN, drawn: NaN };

	const isInPanel = ({ target, addedNodes }: Mutation) => {
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
async function waitUntilReady(
	watch: Watch,
	{ readySelector, quiet }: { readonly readySelector: string; readonly quiet: number },
): Promise<number> {
	const isReady = () =>
		watch.changed > watch.clicked &&
		watch.drawn > watch.changed &&
		performance.now() - watch.changed > quiet &&
		document.querySelector(readySelector) !== null;

	while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 50));

	return watch.drawn - watch.clicked;
}
