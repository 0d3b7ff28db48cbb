/** HTML without what a server does not keep: scripts, styles, comments and event handlers. */
export const safeHtml = (html: string): string =>
	html
		.replace(/<(script|style)\b.*?<\/\1\s*>|<!--.*?-->/gis, '')
		.replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '');

/** The words alone. */
export const stripped = (html: string): string => html.replace(/<[^>]*>/g, '');
