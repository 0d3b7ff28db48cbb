/**
 * Work that is begun in the order in which it comes, so much of it at the same time. What a piece of
 * it got from the server at its beginning, which holds for some time only, does not wait for others.
 */
export class Turns {
	private taken = 0;
	private readonly waiting: (() => void)[] = [];

	/** @param most pieces of work at the same time */
	constructor(private readonly most: number) {}

	/** Does the work when it is its turn. @throws what the work throws */
	async take<Result>(work: () => Promise<Result>): Promise<Result> {
		if (this.taken >= this.most) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.taken++;
		}
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			// The place goes on to the next one as it is.
			if (next === undefined) this.taken--;
			else next();
		}
	}
}
