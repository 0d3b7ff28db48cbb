import { Session, type Profiler } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

/** Finds which code runs, by the coverage of V8. */
export class Reach {
	private readonly session = new Session();

	async start(): Promise<void> {
		this.session.connect();
		await this.session.post('Profiler.enable');
		await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	}

	/** Returns what has run in files below a folder since it was called before. */
	async take(folder: string): Promise<ReachedCode> {
		const { result } = await this.session.post('Profiler.takePreciseCoverage');
		const files = result
			.filter(({ url }) => url.startsWith('file:'))
			.map(
				({ url, functions }) =>
					[fileURLToPath(url), functions.flatMap(({ ranges }) => ranges)] as const,
			)
			.filter(([path]) => path.startsWith(folder));

		return new ReachedCode(new Map(files));
	}

	stop(): void {
		this.session.disconnect();
	}
}

/** The code that has run in some time. */
export class ReachedCode {
	constructor(
		private readonly rangesByFile: ReadonlyMap<string, readonly Profiler.CoverageRange[]>,
	) {}

	/** Whether the code at this place of a file has run. */
	has(file: string, offset: number): boolean {
		const around = (this.rangesByFile.get(file) ?? []).filter(
			({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset,
		);
		const innermost = around.reduce<Profiler.CoverageRange | undefined>(
			(smallest, range) =>
				smallest === undefined || lengthOf(range) <= lengthOf(smallest) ? range : smallest,
			undefined,
		);

		return innermost !== undefined && innermost.count > 0;
	}
}

const lengthOf = ({ startOffset, endOffset }: Profiler.CoverageRange): number =>
	endOffset - startOffset;
