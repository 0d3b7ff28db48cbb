import type { Measure, Result } from './protocol';

/** Does some work and measures this process meanwhile. */
export async function measure(work: () => Promise<Result>): Promise<Measure> {
	gc?.();
	const memory = process.memoryUsage.rss();
	const cpu = process.cpuUsage();
	const start = performance.now();
	const { records = [], ...result } = await work();
	const ms = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	// In kilobytes, since the process began: what a peak before the run adds is small beside a run
	// that is measured for its memory, and the same for every contender.
	const peak = process.resourceUsage().maxRSS * 1024;
	return {
		...result,
		records: new Set(records.filter(isWhole).map(({ id }) => id)).size,
		ms,
		cpuMs: (user + system) / 1000,
		growth: Math.max(0, peak - memory),
		peak,
	};
}

/** Every work item of the bench has a description. */
const isWhole = ({ description_html: text }: Readonly<Record<string, unknown>>): boolean =>
	typeof text === 'string' && text.length > 100;
