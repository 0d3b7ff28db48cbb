export { createCustomer } from './customer';
export { updateCustomerProperty } from './customerProperty';
export { updateCustomerPropertyValue } from './customerPropertyValue';
export { getCustomerRequests } from './customerRequest';
export {
	addWorkItemsToCycle,
	archiveCycle,
	createCycle,
	deleteCycle,
	getArchivedCycles,
	getCycle,
	getCycles,
	getWorkItemsOfCycle,
	removeWorkItemsFromCycle,
	transferWorkItems,
	unarchiveCycle,
	updateCycle,
} from './cycle';
export { updateInitiative } from './initiative';
export {
	acceptIntakeItem,
	createIntakeItem,
	deleteIntakeItem,
	getIntakeItem,
	getIntakeItems,
	updateIntakeItem,
} from './intakeItem';
export {
	createInvitation,
	deleteInvitation,
	getInvitation,
	getInvitations,
	updateInvitation,
} from './invitation';
export { createLabel, deleteLabel, getLabel, getLabels, updateLabel } from './label';
export { getMembers } from './member';
export {
	addWorkItemsToModule,
	archiveModule,
	createModule,
	deleteModule,
	getArchivedModules,
	getModule,
	getModules,
	getWorkItemsOfModule,
	removeWorkItemsFromModule,
	unarchiveModule,
	updateModule,
} from './module';
export { createPage } from './page';
export {
	archiveProject,
	createProject,
	deleteProject,
	getProject,
	getProjectSummary,
	getProjects,
	unarchiveProject,
	updateProject,
} from './project';
export {
	addProjectMember,
	getProjectMember,
	getProjectMembers,
	removeProjectMember,
	updateProjectMember,
} from './projectMember';
export { createState, deleteState, getState, getStates, updateState } from './state';
export { createSticky, deleteSticky, getStickies, getSticky, updateSticky } from './sticky';
export { addTeamspaceMembers, getTeamspaceMembers } from './teamspaceMember';
export { getCurrentUser } from './user';
export {
	archiveWorkItem,
	createWorkItem,
	deleteWorkItem,
	getWorkItem,
	getWorkItems,
	searchWorkItems,
	unarchiveWorkItem,
	updateWorkItem,
	upsertWorkItem,
} from './workItem';
export { getActivities, getActivity } from './workItemActivity';
export {
	attachFile,
	deleteAttachment,
	getAttachment,
	getWorkItemAttachments,
	uploadFile,
} from './workItemAttachment';
export {
	createComment,
	deleteComment,
	getComment,
	getComments,
	updateComment,
} from './workItemComment';
export { createLink, deleteLink, getLink, getLinks, updateWorkItemLink } from './workItemLink';
export { createRelation, getRelations } from './workItemRelation';
