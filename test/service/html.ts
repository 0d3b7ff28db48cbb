/** Removes what a server does not store: scripts, styles, comments and event handlers. */
export const sanitizeHtml = (html: string): string =>
	html
		.replace(/<(script|style)\b.*?<\/\1\s*>|<!--.*?-->/gis, '')
		.replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '');

/** Removes all tags. */
export const stripTags = (html: string): string => html.replace(/<[^>]*>/g, '');
