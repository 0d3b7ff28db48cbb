import type { Measure, Result } from './protocol';

/** Does some work and measures this process during it. */
export async function measure(work: () => Promise<Result>): Promise<Measure> {
	gc?.();
	const memory = process.memoryUsage.rss();
	const peakBefore = readPeak();
	const cpu = process.cpuUsage();
	const start = performance.now();
	const { records = [], digests, ...result } = await work();
	const ms = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	const peak = readPeak();

	return {
		...result,
		records: new Set(records.filter(isComplete).map(({ id }) => id)).size,
		digests: (await digests?.()) ?? [],
		ms,
		cpuMs: (user + system) / 1000,
		growth: Math.max(0, peak - memory),
		peakGrowth: peak - peakBefore,
		peak,
	};
}

/** The peak memory of the process since its start, in bytes. */
const readPeak = (): number => process.resourceUsage().maxRSS * 1024;

/** Every work item of the bench has a description. */
const isComplete = ({ description_html: text }: Readonly<Record<string, unknown>>): boolean =>
	typeof text === 'string' && text.length > 100;
