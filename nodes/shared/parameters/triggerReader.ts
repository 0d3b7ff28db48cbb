import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { type ParameterContext, ParameterReader } from './ParameterReader';

/** A reader for the parameters of a trigger, which has no items. */
export function triggerReader(context: IHookFunctions | IPollFunctions | IWebhookFunctions) {
	return new ParameterReader<ParameterContext>(
		{
			getNodeParameter: (name, _item, fallback, options) =>
				context.getNodeParameter(name, fallback, options),
			getNode: () => context.getNode(),
			getTimezone: () => context.getTimezone(),
		},
		0,
	);
}
