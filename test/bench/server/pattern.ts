import { startService } from '../../service/service';

/** A page of one record, as the test service gives it where it answers as a Community Edition. */
export async function patternPage(list: 'work-items' | 'labels') {
	const service = await startService({ serverKind: 'community', workItems: 1 });
	const { url, apiKey, workspace, state } = service;
	const project = `${url}/api/v1/workspaces/${workspace}/projects/${state.projects[0]?.id ?? ''}`;
	const headers = { 'X-API-Key': apiKey };
	const answer = await fetch(`${project}/${list}/?per_page=1`, { headers });
	const page = (await answer.json()) as { readonly results: readonly object[] };

	await service.close();

	return { apiKey, workspace, page };
}
