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
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="What the node takes of what each limit of the bench allows">`,
		STYLE,
		`<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>`,
		line('title', LEFT, 32, 'What the node takes of what each limit allows'),
		line('small', LEFT, 54, 'A shorter bar is better; one that crosses the line breaks its limit.'),
		line('small middle', limitX, TOP - 8, 'limit'),
		`<path class="limit" d="M${limitX} ${TOP - 2}V${end}"/>`,
		...figures.map((figure, index) => row(figure, TOP + index * ROW)),
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

function row(figure: Figure, y: number): string {
	const share = used(figure);
	const part = share === null ? 0 : Math.min(share, BAR.most);
	// The least that can be seen, so that a figure of nothing is there.
	const length = Math.max(2, part * BAR.limit);
	const { ok } = figure;
	const ratio = shownRatio(figure);
	const bar =
		share === null
			? line('small', BAR.x, y + 16, `${ratio} (only to compare)`)
			: [
					`<rect class="${ok ? 'good' : 'bad'}" x="${BAR.x}" y="${y + 4}" width="${length.toFixed(1)}" height="${BAR.height}" rx="2"/>`,
					line(
						ok ? 'goodmark' : 'badmark',
						BAR.x + length + 6,
						y + 17,
						`${ok ? '✓' : '✗'}${share > BAR.most ? ' »' : ''}`,
					),
					line('small', BAR.x, y + 34, [ratio, shownLimit(figure)].filter(Boolean).join(', ')),
				].join('\n');
	const { value, unit } = figure;
	return [
		line('name', LEFT, y + 16, `${figure.figure}: ${shownValue(value, unit)}`),
		line('small', LEFT, y + 34, `beside ${shownBeside(figure)}`),
		bar,
	].join('\n');
}

const line = (kind: string, x: number, y: number, text: string): string =>
	`<text class="${kind}" x="${x.toFixed(0)}" y="${y}">${escaped(text)}</text>`;

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
