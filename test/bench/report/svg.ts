import { used, type Figure } from '../figure';
import { shownBeside, shownLimit, shownRatio, shownValue } from './texts';

const WIDTH = 1000;
const ROW = 46;
const TOP = 74;
const BOTTOM = 26;
const LEFT = 24;
/** Where the bars begin, how long the limit is, and how much more than it fits. */
const BAR = { x: 430, limit: 300, most: 1.75, height: 16 };

/**
 * A picture of the figures: a bar for each, as long as the part of its limit that it takes, so that
 * all limits are one line and a shorter bar is always better. What breaks its limit is hatched and
 * carries a cross besides its colour.
 */
export function chart(figures: readonly Figure[]): string {
	const height = TOP + figures.length * ROW + BOTTOM;
	const limitX = BAR.x + BAR.limit;
	const end = TOP + figures.length * ROW;

	return `${[
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Each benchmark as a part of what its limit allows">`,
		STYLE,
		`<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>`,
		line('title', LEFT, 32, 'Each benchmark as a part of what its limit allows'),
		line('small', LEFT, 54, 'A shorter bar is better; one that crosses the line breaks its limit.'),
		line('small middle', limitX, TOP - 8, 'limit'),
		`<path class="limit" d="M${limitX} ${TOP - 2}V${end}"/>`,
		...figures.flatMap((figure, index) => row(figure, TOP + index * ROW)),
		'</svg>',
	].join('\n')}\n`;
}

/** Grounds and letters of its own for light and dark: a picture in a page is not told the page's. */
const STYLE = `<style>
.ground{fill:#fff}text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-size:18px;font-weight:600}
.name{font-weight:600}.small{font-size:12px;fill:#59636e}.middle{text-anchor:middle}
.limit{stroke:#1f2328;stroke-dasharray:4 3}.good{fill:#1a7f37}.bad{fill:url(#hatch);stroke:#cf222e}
.goodmark{fill:#1a7f37;font-weight:700}.badmark,.stripe{fill:#cf222e;font-weight:700}
@media (prefers-color-scheme:dark){.ground{fill:#0d1117}text{fill:#f0f6fc}.small{fill:#9198a1}
.limit{stroke:#f0f6fc}.good,.goodmark{fill:#3fb950}.bad{stroke:#f85149}.badmark,.stripe{fill:#f85149}}
</style>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="stripe" width="3" height="6"/></pattern></defs>`;

function row(figure: Figure, y: number): string[] {
	const share = used(figure);
	// The least that can be seen, so that a figure of nothing is there.
	const length = Math.max(2, Math.min(share, BAR.most) * BAR.limit);
	const kind = figure.ok ? 'good' : 'bad';
	const mark = `${figure.ok ? '✓' : '✗'}${share > BAR.most ? ' »' : ''}`;
	const told = [shownRatio(figure), shownLimit(figure)].filter(Boolean).join(', ');

	return [
		line('name', LEFT, y + 16, `${figure.figure}: ${shownValue(figure.value, figure.unit)}`),
		line('small', LEFT, y + 34, `beside ${shownBeside(figure)}`),
		`<rect class="${kind}" x="${BAR.x}" y="${y + 4}" width="${length.toFixed(1)}" height="${BAR.height}" rx="2"/>`,
		line(`${kind}mark`, BAR.x + length + 6, y + 17, mark),
		line('small', BAR.x, y + 34, told),
	];
}

const line = (kind: string, x: number, y: number, text: string): string =>
	`<text class="${kind}" x="${x.toFixed(0)}" y="${y}">${escaped(text)}</text>`;

/** `a < b` → `a &#60; b` */
const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
