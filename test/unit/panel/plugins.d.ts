declare module 'eslint-plugin-n8n-nodes-base' {
	const plugin: {
		readonly configs: { readonly nodes: { readonly rules: Record<string, 'error' | 'off'> } };
	};

	export default plugin;
}
