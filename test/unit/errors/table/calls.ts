import type { JsonObject } from 'n8n-workflow';

import {
	addProjectMember,
	addTeamspaceMembers,
	addWorkItemsToCycle,
	addWorkItemsToModule,
	archiveModule,
	attachFile,
	createCustomer,
	createLabel,
	createPage,
	createProject,
	createState,
	deleteState,
	createSticky,
	createWorkItemType,
	createWorklog,
	getCustomerRequests,
	getWorkItemAttachments,
	getWorkItems,
	searchWorkItemsByConditions,
	updateCustomerPropertyValue,
	updateInitiative,
	updateModule,
	updatePage,
	updateProject,
	updateWorkItemLink,
	updateWorkspaceFeatures,
} from '../../../../nodes/shared/operations';
import { writeDefaults, upload as uploadOf } from '../../calls';
import type { Operation } from '../../../../nodes/shared/operations/operation';
import type { Call, ServiceCall } from '../../../../nodes/shared/model/call';

/** The IDs of the recorded project and of records in it. */
const ids = {
	project_id: 'dea35cbb-1f93-48ff-8bfb-bd57d6a206f8',
	module_id: '0c7da278-21b6-4225-9d30-da0e1a924ae5',
	cycle_id: '5fede980-b401-4371-a256-ccff5c354f91',
	work_item_id: 'c4a97e4a-c841-4279-a339-6c2512d6b1ac',
	link_id: '37a8c9d4-9b3a-4391-b42d-5bab85433be0',
	customer_id: '9c3f4324-afc6-46cc-b91d-3d21642849ae',
	property_id: '7422429e-b6b5-4fa0-9862-dcb33fe802c9',
	page_id: '21db8b3f-4a9c-4f2e-9a7e-5c0a9f1b8f6e',
	initiative_id: '59d96c5e-124d-4d26-adad-35685cde48cb',
	teamspace_id: '8879d886-3094-4ac5-85d0-f3dde37a23a2',
};

/** An ID that no record has. */
export const UNKNOWN = 'b08def6a-9b36-4186-a496-848f0be657b2';

const location = { itemIndex: 0, workspace: 'acme', path: ids };

const listOf = (operation: Operation<'list'>): Call<'list'> => ({
	kind: 'list',
	operation,
	...location,
	query: { queryParameters: {}, offset: 0 },
});

const createOf = (operation: Operation<'create'>, body: JsonObject): Call<'create'> => ({
	kind: 'create',
	operation,
	...location,
	...writeDefaults,
	body,
});

const updateOf = (operation: Operation<'update'>, body: JsonObject): Call<'update'> => ({
	kind: 'update',
	operation,
	...location,
	...writeDefaults,
	body,
});

const actionOf = (operation: Operation<'action'>): Call<'action'> => ({
	kind: 'action',
	operation,
	...location,
	ignoreMissing: false,
});

const addTo = (operation: Operation<'add'>): Call<'add'> => ({
	kind: 'add',
	operation,
	...location,
	ids: [UNKNOWN],
});

/** The call with other IDs in its path. */
export const withIds = (call: ServiceCall, others: Partial<typeof ids>): ServiceCall => ({
	...call,
	path: { ...call.path, ...others },
});

export const workItems = listOf(getWorkItems);
export const attachments = listOf(getWorkItemAttachments);
export const customerRequests = listOf(getCustomerRequests);
export const advancedSearch: Call<'list'> = {
	...listOf(searchWorkItemsByConditions),
	path: {},
};
export const label = createOf(createLabel, { name: 'bug' });
export const state = createOf(createState, { name: 'Review', color: '#ff00aa' });
export const project = createOf(createProject, { name: 'Another', identifier: 'LNCH' });
export const projectUpdate = updateOf(updateProject, { identifier: 'LNCH' });
export const projectMember = createOf(addProjectMember, { member: UNKNOWN });
export const page = createOf(createPage, { name: 'x' });
export const sticky = createOf(createSticky, { name: 'x' });
export const customer = createOf(createCustomer, { name: 'Ada' });
export const moduleUpdate = updateOf(updateModule, { name: 'x' });
export const pageUpdate = updateOf(updatePage, { name: 'x' });
export const workItemType = createOf(createWorkItemType, { name: 'x' });
export const worklog = createOf(createWorklog, { duration: 5 });
export const workspaceFeatures = updateOf(updateWorkspaceFeatures, { customers: true });
export const link = updateOf(updateWorkItemLink, { name: 'x' });
export const initiative = updateOf(updateInitiative, { name: 'x' });
export const propertyValue = updateOf(updateCustomerPropertyValue, { values: ['x'] });
export const stateDeletion = actionOf(deleteState);
export const moduleArchive = actionOf(archiveModule);
export const toModule = addTo(addWorkItemsToModule);
export const toCycle = addTo(addWorkItemsToCycle);
export const toTeamspace = addTo(addTeamspaceMembers);

/** An upload of 100 bytes. */
export const upload = uploadOf('x'.repeat(100), { name: 'hello.txt' });

/** The upload as a step of Attach File, which requests the credentials itself. */
export const nodeUpload: Call<'upload'> = { ...upload, requestedByNode: 'elsewhere' };

/** The upload to an address that Plane derived from the Base URL. */
export const uploadToBaseUrl: Call<'upload'> = { ...nodeUpload, requestedByNode: 'atBaseUrl' };

/** The request for the credentials of that file. */
export const attach: Call<'attach'> = {
	kind: 'attach',
	operation: attachFile,
	...location,
	files: [upload.file],
	ifUnknownType: 'fail',
	showsPictures: false,
};
