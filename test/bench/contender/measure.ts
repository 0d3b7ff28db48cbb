import type { Measure, Result } from './protocol';

/** Does some work and measures this process meanwhile. */
export async function measure(work: () => Promise<Result>): Promise<Measure> {
	gc?.();
	const memory = process.memoryUsage.rss();
	const peakBefore = peakOf();
	const cpu = process.cpuUsage();
	const start = performance.now();
	const { records = [], digests, ...result } = await work();
	const ms = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	const peak = peakOf();

	return {
		...result,
		records: new Set(records.filter(isWhole).map(({ id }) => id)).size,
		digests: (await digests?.()) ?? [],
		ms,
		cpuMs: (user + system) / 1000,
		growth: Math.max(0, peak - memory),
		more: peak - peakBefore,
		peak,
	};
}

/** The most memory that the process has held since it began, in bytes. */
const peakOf = (): number => process.resourceUsage().maxRSS * 1024;

/** Every work item of the bench has a description. */
const isWhole = ({ description_html: text }: Readonly<Record<string, unknown>>): boolean =>
	typeof text === 'string' && text.length > 100;
