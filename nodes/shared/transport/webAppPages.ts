/** Pages of a workspace in Plane's web app. */
export const WEB_APP_PAGES: readonly string[] = [
	'projects',
	'browse',
	'workspace-views',
	'active-cycles',
	'analytics',
	'archives',
	'drafts',
	'customers',
	'initiatives',
	'teamspaces',
	'notifications',
	'profile',
	'settings',
	'stickies',
];
