import { shareOfLimit, type Figure } from '../figure';
import { formatComparison, formatLimit, formatRatio, formatValue } from './texts';

const WIDTH = 1000;
const ROW = 46;
const TOP = 74;
const BOTTOM = 26;
const LEFT = 24;
/** `x`: the start of the bars; `limit`: the length of a limit; `most`: how many limits fit. */
const BAR = { x: 430, limit: 300, most: 1.75, height: 16 };

/**
 * Draws a bar for each figure, whose length is the share of its limit, so that all limits are on one
 * line and a shorter bar is always better. A bar that breaks its limit is hatched and has a cross, so
 * that it can be recognized without its color.
 */
export function drawChart(figures: readonly Figure[]): string {
	const height = TOP + figures.length * ROW + BOTTOM;
	const limitX = BAR.x + BAR.limit;
	const end = TOP + figures.length * ROW;

	return `${[
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Each benchmark as a part of what its limit allows">`,
		STYLE,
		`<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>`,
		drawText('title', LEFT, 32, 'Each benchmark as a part of what its limit allows'),
		drawText(
			'small',
			LEFT,
			54,
			'A shorter bar is better; one that crosses the line breaks its limit.',
		),
		drawText('small middle', limitX, TOP - 8, 'limit'),
		`<path class="limit" d="M${limitX} ${TOP - 2}V${end}"/>`,
		...figures.flatMap((figure, index) => drawRow(figure, TOP + index * ROW)),
		'</svg>',
	].join('\n')}\n`;
}

/** Colors for light and dark mode: a picture in a page does not get those of the page. */
const STYLE = `<style>
.ground{fill:#fff}text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-size:18px;font-weight:600}
.name{font-weight:600}.small{font-size:12px;fill:#59636e}.middle{text-anchor:middle}
.limit{stroke:#1f2328;stroke-dasharray:4 3}.good{fill:#1a7f37}.bad{fill:url(#hatch);stroke:#cf222e}
.goodmark{fill:#1a7f37;font-weight:700}.badmark,.stripe{fill:#cf222e;font-weight:700}
@media (prefers-color-scheme:dark){.ground{fill:#0d1117}text{fill:#f0f6fc}.small{fill:#9198a1}
.limit{stroke:#f0f6fc}.good,.goodmark{fill:#3fb950}.bad{stroke:#f85149}.badmark,.stripe{fill:#f85149}}
</style>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="stripe" width="3" height="6"/></pattern></defs>`;

function drawRow(figure: Figure, y: number): string[] {
	const share = shareOfLimit(figure);
	// At least 2 pixels, so that a figure of zero is visible.
	const length = Math.max(2, Math.min(share, BAR.most) * BAR.limit);
	const kind = figure.ok ? 'good' : 'bad';
	const mark = `${figure.ok ? '✓' : '✗'}${share > BAR.most ? ' »' : ''}`;
	const caption = [formatRatio(figure), formatLimit(figure)].filter(Boolean).join(', ');

	return [
		drawText('name', LEFT, y + 16, `${figure.figure}: ${formatValue(figure.value, figure.unit)}`),
		drawText('small', LEFT, y + 34, `vs. ${formatComparison(figure)}`),
		`<rect class="${kind}" x="${BAR.x}" y="${y + 4}" width="${length.toFixed(1)}" height="${BAR.height}" rx="2"/>`,
		drawText(`${kind}mark`, BAR.x + length + 6, y + 17, mark),
		drawText('small', BAR.x, y + 34, caption),
	];
}

const drawText = (kind: string, x: number, y: number, text: string): string =>
	`<text class="${kind}" x="${x.toFixed(0)}" y="${y}">${escaped(text)}</text>`;

/** `a < b` → `a &#60; b` */
const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
