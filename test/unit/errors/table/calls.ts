import type { JsonObject } from 'n8n-workflow';

import {
	addTeamspaceMembers,
	addWorkItemsToCycle,
	addWorkItemsToModule,
	createCustomer,
	createLabel,
	createPage,
	createState,
	getCustomerRequests,
	getWorkItemAttachments,
	getWorkItems,
	updateCustomerPropertyValue,
	updateInitiative,
	updateModule,
	updateWorkItemLink,
	uploadFile,
} from '../../../../nodes/shared/operations';
import type { ServiceOperation } from '../../../../nodes/shared/operations/operation';
import type { ServiceCall, UploadCall } from '../../../../nodes/shared/model/call';

/** The IDs of the recorded project and of records in it. */
const ids = {
	project_id: 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8',
	module_id: '0c7da278-21b6-4225-9d30-da0e1a924ae5',
	cycle_id: '5fede980-b401-4371-a256-ccff5c354f91',
	work_item_id: 'c4a97e4a-c841-4279-a339-6c2512d6b1ac',
	link_id: '37a8c9d4-9b3a-4391-b42d-5bab85433be0',
	customer_id: '9c3f4324-afc6-46cc-b91d-3d21642849ae',
	property_id: '7422429e-b6b5-4fa0-9862-dcb33fe802c9',
	initiative_id: '59d96c5e-124d-4d26-adad-35685cde48cb',
	teamspace_id: '8879d886-3094-4ac5-85d0-f3dde37a23a2',
};

const callOf = (operation: ServiceOperation, body?: JsonObject): ServiceCall => ({
	itemIndex: 0,
	operation,
	workspace: 'acme',
	path: ids,
	...(body === undefined ? { list: { query: {}, offset: 0 } } : { body }),
});

/** The same call with other IDs in its path. */
export const withIds = (call: ServiceCall, others: Partial<typeof ids>): ServiceCall => ({
	...call,
	path: { ...call.path, ...others },
});

/** An ID that no record has. */
export const UNKNOWN = 'b08def6a-9b36-4186-a496-848f0be657b2';

export const workItems = callOf(getWorkItems);
export const attachments = callOf(getWorkItemAttachments);
export const customerRequests = callOf(getCustomerRequests);
export const label = callOf(createLabel, { name: 'bug' });
export const state = callOf(createState, { name: 'Review', color: '#ff00aa' });
export const page = callOf(createPage, { name: 'x' });
export const customer = callOf(createCustomer, { name: 'Ada' });
export const module = callOf(updateModule, { name: 'x' });
export const link = callOf(updateWorkItemLink, { name: 'x' });
export const initiative = callOf(updateInitiative, { name: 'x' });
export const propertyValue = callOf(updateCustomerPropertyValue, { values: ['x'] });
export const toModule = callOf(addWorkItemsToModule, { issues: [UNKNOWN] });
export const toCycle = callOf(addWorkItemsToCycle, { issues: [UNKNOWN] });
export const toTeamspace = callOf(addTeamspaceMembers, { member_ids: [UNKNOWN] });

/** An upload of 100 bytes. */
export const upload: UploadCall = {
	itemIndex: 0,
	operation: uploadFile,
	url: 'https://storage.example.com/uploads',
	form: [['key', 'hello.txt']],
	file: {
		field: 'data',
		name: 'hello.txt',
		mimeType: 'text/plain',
		size: 100,
		open: () => Promise.resolve(Buffer.alloc(100)),
	},
};
