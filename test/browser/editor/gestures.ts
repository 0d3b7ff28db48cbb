import type { JSHandle, Page } from 'playwright-core';

/** What a person has done in the page so far. */
interface Gestures {
	clicks: number;
	/** Fields in which something was typed, counted again after a click elsewhere. */
	texts: number;
	/** The field in which something was typed last, or undefined after a click. */
	field: unknown;
}

declare const addEventListener: (
	type: 'click' | 'input',
	listener: (event: { readonly isTrusted: boolean; readonly target: unknown }) => void,
	capture: boolean,
) => void;

/**
 * Counts in the page what a person does: each click, and each text that is typed into a field. Waiting, scrolling
 * and the Enter at the end of a text do not count.
 */
export class GestureCounter {
	private constructor(private readonly gestures: JSHandle<Gestures>) {}

	/** Starts to count in an open page. */
	static async start(page: Page): Promise<GestureCounter> {
		return new GestureCounter(await page.evaluateHandle(watchGestures));
	}

	/** The number of gestures since the start. */
	async count(): Promise<number> {
		return await this.gestures.evaluate(({ clicks, texts }) => clicks + texts);
	}
}

/** Runs in the page. */
function watchGestures(): Gestures {
	const gestures: Gestures = { clicks: 0, texts: 0, field: undefined };

	addEventListener(
		'click',
		({ isTrusted }) => {
			if (!isTrusted) return;

			gestures.clicks++;
			gestures.field = undefined;
		},
		true,
	);
	addEventListener(
		'input',
		({ target }) => {
			if (target === gestures.field) return;

			gestures.texts++;
			gestures.field = target;
		},
		true,
	);

	return gestures;
}
