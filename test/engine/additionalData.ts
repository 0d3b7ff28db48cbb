import './environment';

import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

/** The time zone of the workflows. */
export const TIMEZONE = 'Europe/Berlin';

/** Creates what the engine needs from n8n's server: credentials, and URLs to which nothing is sent. */
export function createAdditionalData(
	credentialsHelper: ICredentialsHelper,
): IWorkflowExecuteAdditionalData {
	// Expressions read the URLs, and fail if one is empty.
	const url = 'http://127.0.0.1:1/';

	const unused = () => {
		throw new Error('The tests do not need this function');
	};

	return {
		credentialsHelper,
		executionId: 'test',
		currentNodeExecutionIndex: 0,
		hooks: new ExecutionLifecycleHooks('manual', 'test', {
			id: 'test',
			name: 'test',
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			nodes: [],
			connections: {},
		}),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		variables: {},
		restApiUrl: url,
		instanceBaseUrl: url,
		formBaseUrl: url,
		formWaitingBaseUrl: url,
		formTestBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: url,
		webhookTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
		executeWorkflow: unused,
		getRunExecutionData: unused,
		getRuntimeCredential: unused,
		logAiEvent: unused,
		startRunnerTask: unused,
	};
}
